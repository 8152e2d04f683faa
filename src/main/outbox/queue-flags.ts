import { z } from 'zod';
import type { SettingStore } from '../store/settings.ts';
import { breakerState, clampBreaker, closedBreaker, type BreakerState } from './breaker.ts';
import { maxRetryAfterMs } from '../service-client/retry-after.ts';

export type QueueFlags = ReturnType<typeof createQueueFlags>;

/** Reads each flag once and keeps it in memory; every change is committed before it holds. */
export function createQueueFlags(settings: SettingStore) {
  const pausedRead = settings.read('queue.paused', z.boolean());
  const workOfflineRead = settings.read('queue.work_offline', z.boolean());
  const pausedUnread =
    (pausedRead === null && settings.has('queue.paused')) ||
    (workOfflineRead === null && settings.has('queue.work_offline'));
  let paused = pausedUnread || pausedRead === true;
  let workOffline = workOfflineRead ?? false;
  if (pausedUnread) {
    settings.write('queue.paused', paused);
    settings.write('queue.work_offline', workOffline);
  }
  let tokenRefused = settings.read('queue.token_refused', z.boolean()) ?? false;
  let busyUntil = settings.read('queue.busy_until', z.number().nullable()) ?? null;
  let breaker = settings.read('queue.breaker', breakerState) ?? closedBreaker;

  function setBusyUntil(until: number | null): void {
    if (until === busyUntil) return;
    settings.write('queue.busy_until', until);
    busyUntil = until;
  }
  function setBreaker(state: BreakerState): void {
    settings.write('queue.breaker', state);
    breaker = state;
  }

  return {
    /** Whether a stored flag is unreadable, so that it is unknown whether anything may be sent. */
    pausedUnread,
    paused: (): boolean => paused,
    setPaused(value: boolean): void {
      settings.write('queue.paused', value);
      paused = value;
    },
    workOffline: (): boolean => workOffline,
    setWorkOffline(value: boolean): void {
      settings.write('queue.work_offline', value);
      workOffline = value;
    },
    tokenRefused: (): boolean => tokenRefused,
    setTokenRefused(value: boolean): void {
      if (value === tokenRefused) return;
      settings.write('queue.token_refused', value);
      tokenRefused = value;
    },
    /** Until when the service asked for silence, wall time. */
    busyUntil: (): number | null => busyUntil,
    setBusyUntil,
    breaker: (): BreakerState => breaker,
    setBreaker,
    /** Cuts stored times that no rule can have made; the clock was wrong when they were written. */
    clamp(now: number): void {
      if (busyUntil !== null)
        setBusyUntil(busyUntil <= now ? null : Math.min(busyUntil, now + maxRetryAfterMs));
      const clamped = clampBreaker(breaker, now);
      if (clamped.openUntil !== breaker.openUntil) setBreaker(clamped);
    },
  };
}
