import { useSyncExternalStore, useEffect, useState, type RefObject } from 'react';
import type { AppSettings } from '#shared/settings/app-settings.ts';
import { create } from 'zustand';
import { displayName } from '#shared/base/foreign-text.ts';

/** The same width as in the style sheets. */
const narrow = '(width < 860px)';

/** Whether the page fits a media query, also while that changes. */
const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
  );

/** Whether the window has room for little, such as at 200 % zoom. */
export const useIsNarrow = (): boolean => useMedia(narrow);

/** The inner size of an element in CSS pixels, kept up to date; null before it was measured. */
export function useElementSize(
  element: RefObject<HTMLElement | null>,
): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const observer = new ResizeObserver(() => {
      setSize({ width: target.clientWidth, height: target.clientHeight });
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

const useFocus = create(() => ({ focused: document.hasFocus() }));
window.addEventListener('focus', () => useFocus.setState({ focused: true }));
window.addEventListener('blur', () => useFocus.setState({ focused: false }));

/** Whether the window has the focus. Sensitive values are hidden while it does not. */
export const useWindowFocused = (): boolean => useFocus((store) => store.focused);

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

/** What the page that is shown is called; empty until the first has been replaced by another. */
export const usePageTitle = create<{ announced: string }>(() => ({ announced: '' }));

let anyShown = false;

/** Whether the page that comes now replaces another one, rather than being the first since the window was loaded. */
export const replacesPage = (): boolean => anyShown;

/** Names the window after its page, and has the name announced where it replaces another page. */
export function namePage(title: string): void {
  const name = displayName(title);
  document.title = name === null ? 'Gangway' : `${name} – Gangway`;
  if (anyShown) usePageTitle.setState({ announced: document.title });
  anyShown = true;
}
