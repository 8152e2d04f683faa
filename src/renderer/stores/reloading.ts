import { useState } from 'react';

/** Coalesces requests: work runs `delay` ms after the first one, never concurrently, and again if requested meanwhile. */
export function coalesce(
  work: () => Promise<void>,
  delay: number,
): { request: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let again = false;
  let stopped = false;

  function request(): void {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    timer ??= setTimeout(run, delay);
  }

  function run(): void {
    timer = undefined;
    running = true;
    void work().finally(() => {
      running = false;
      if (!again) return;
      again = false;
      request();
    });
  }

  return {
    request,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Runs one piece of work at a time; of those requested meanwhile only the last runs, the others are superseded. */
export type LatestOnly = <T>(work: () => Promise<T>) => Promise<T | 'superseded'>;

export function createLatestOnly(): LatestOnly {
  let busy = false;
  let waiting: ((goes: boolean) => void) | null = null;

  return async (work) => {
    if (busy) {
      waiting?.(false);
      const goes = await new Promise<boolean>((resolve) => {
        waiting = resolve;
      });
      if (!goes) return 'superseded';
    }
    busy = true;
    try {
      return await work();
    } finally {
      const next = waiting;
      waiting = null;
      if (next === null) busy = false;
      else next(true);
    }
  };
}

/** Hands back the same object for as long as it would be written alike as JSON, for values that callers write in place. */
export function useStable<T>(value: T): T {
  const key = JSON.stringify(value);
  const [held, setHeld] = useState({ key, value });
  if (held.key === key) return held.value;
  setHeld({ key, value });
  return value;
}
