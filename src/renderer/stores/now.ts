import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let current = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  current = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    tick();
    timer = setInterval(tick, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

const steps = { second: 1000, minute: 60_000 };

/** At most a second old, also where nothing has ticked yet. */
const getNow = () => Math.max(current, Date.now() - 1000);

/** The present instant (ms since 1970), renewed every second, or every minute with `minute`. */
export const useNow = (step: keyof typeof steps): number =>
  useSyncExternalStore(subscribe, () => {
    const size = steps[step];
    return Math.floor(getNow() / size) * size;
  });

/** Whether an instant has come, in milliseconds since 1970; null never comes. Draws again only when it does. */
export const useIsPast = (at: number | null): boolean =>
  useSyncExternalStore(subscribe, () => at !== null && at <= getNow());

/** The age of an instant in ms, in steps: 0, 5, 10 s, tens of seconds, minutes. Renders at steps only. Null without one. */
export const useAge = (at: number | null): number | null =>
  useSyncExternalStore(subscribe, () => {
    if (at === null) return null;
    const seconds = Math.max(0, Math.floor((getNow() - at) / 1000));
    const step = seconds < 10 ? 5 : seconds < 60 ? 10 : 60;
    return (seconds - (seconds % step)) * 1000;
  });
