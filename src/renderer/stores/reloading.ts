import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { EventPayload } from '#shared/ipc/contract.ts';
import { on } from '../bridge.ts';

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

/** Whether the page's host is running. */
export const useHost = create<{ state: EventPayload<'host.changed'> }>(() => ({ state: 'here' }));

export const followHost = (): (() => void) => on('host.changed', (state) => useHost.setState({ state }));

/** Calls `back` when the host is back, since events were missed. Returns the stop function. */
export const onHostBack = (back: () => void): (() => void) =>
  on('host.changed', (state) => {
    if (state === 'here') back();
  });
