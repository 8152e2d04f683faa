import type { AppSettings } from '#shared/settings.ts';

const dark = '(prefers-color-scheme: dark)';

/** Whether the system asks for dark colours. */
export function systemIsDark(): boolean {
  return window.matchMedia(dark).matches;
}

/** Puts the theme on the page, and follows the system where the setting says so. Returns the function that stops it. */
export function applyTheme(theme: AppSettings['theme']): () => void {
  const query = window.matchMedia(dark);
  const put = () => {
    const chosen = theme === 'system' ? (query.matches ? 'dark' : 'light') : theme;
    document.documentElement.dataset['theme'] = chosen;
  };
  put();
  query.addEventListener('change', put);
  return () => query.removeEventListener('change', put);
}

/** How the themes are called. */
export const themeWords: Record<AppSettings['theme'], string> = {
  system: 'As the system has it',
  light: 'Light',
  dark: 'Dark',
};
