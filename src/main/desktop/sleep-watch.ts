import type { Clock, Timer } from '../clock.ts';

/** Work resumes after this much waking time if the end of a sleep was never announced. */
const maxHoldMs = 60_000;

/** Starts nothing new while the machine is about to sleep. The timer stops with the machine, so it measures waking time. */
export function createSleepWatch(clock: Clock, setSuspended: (on: boolean) => void) {
  let timer: Timer | null = null;

  function wake(): void {
    timer?.cancel();
    timer = null;
    setSuspended(false);
  }

  return {
    suspended(): void {
      timer?.cancel();
      setSuspended(true);
      timer = clock.after(maxHoldMs, wake);
    },
    resumed: wake,
    stop(): void {
      timer?.cancel();
    },
  };
}
