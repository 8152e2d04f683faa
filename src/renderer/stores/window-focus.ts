import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let focused = true;

function note(now: boolean): void {
  focused = now;
  for (const listener of listeners) listener();
}
const gained = () => note(true);
const lost = () => note(false);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    focused = document.hasFocus();
    window.addEventListener('focus', gained);
    window.addEventListener('blur', lost);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('focus', gained);
    window.removeEventListener('blur', lost);
  };
}

/** Whether the window is the one in use. What others should not read over a shoulder is hidden while it is not. */
export function useWindowFocused(): boolean {
  return useSyncExternalStore(subscribe, () => focused);
}
