import type { AppSettings } from '#shared/settings/app-settings.ts';
import { useMedia } from './media.ts';

const dark = '(prefers-color-scheme: dark)';

/** Whether the page is dark with this setting, also while the system changes its mind. */
export function useIsDark(theme: AppSettings['theme']): boolean {
  const systemIsDark = useMedia(dark);
  return theme === 'system' ? systemIsDark : theme === 'dark';
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
