import { useEffect, useState } from 'react';

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

/** Hands back the same object for as long as it would be written alike as JSON, for values that callers write in place. */
export function useStable<T>(value: T): T {
  const key = JSON.stringify(value);
  const [held, setHeld] = useState({ key, value });
  if (held.key === key) return held.value;
  setHeld({ key, value });
  return value;
}

/** A value once it has stayed the same for so long, in milliseconds; until then the one before. */
export function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
