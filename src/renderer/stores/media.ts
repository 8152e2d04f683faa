import { useSyncExternalStore } from 'react';

/** The width below which a screen keeps to what matters most, as the styles have it. */
const narrow = '(width < 860px)';

/** Whether the page fits a media query, also while that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Whether the window has room for little, such as at 200 % zoom. */
export function useIsNarrow(): boolean {
  return useMedia(narrow);
}
