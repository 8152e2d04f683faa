import type { Clock, Timer } from '../clock.ts';

export interface SchedulerDeps {
  clock: Clock;
  isRunning(): boolean;
  /** Whether outcomes are few of many that are under way, so that the next ones are waited for. */
  isFew(): boolean;
  round(): void;
}

/** Longest sleep between checks of the queue; the computer may have slept. */
const maxSleep = 30_000;
/** How long the first outcome of several waits for the others. */
const gatheringMs = 1;

/** Schedules processing of the queue: in the next turn of the event loop, or after a sleep. */
export function createScheduler(deps: SchedulerDeps) {
  const { clock } = deps;
  let planned = false;
  let gathering: NodeJS.Timeout | undefined;
  let timer: Timer | null = null;

  function plan(): void {
    if (planned) return;
    // Outcomes that come together share a commit.
    if (deps.isFew()) gathering ??= setTimeout(roundNext, gatheringMs);
    else roundNext();
  }

  /** Plans a round for the next turn of the event loop. */
  function roundNext(): void {
    clearTimeout(gathering);
    gathering = undefined;
    if (planned) return;
    planned = true;
    setImmediate(() => {
      planned = false;
      // The queue goes on even if a round fails.
      if (deps.isRunning()) sleepUntil(Infinity);
      deps.round();
    });
  }

  function sleepUntil(wall: number): void {
    timer?.cancel();
    timer = clock.after(Math.min(wall - clock.wall(), maxSleep), plan);
  }

  return {
    plan,
    /** Nothing is due before this wall time, by all that is known. */
    sleepUntil,
    /** Ends a sleep without looking. */
    cancel: (): void => timer?.cancel(),
  };
}
