import type { Clock } from '#main/clock.ts';

interface PlannedAction {
  due: number;
  action: () => void;
  timer: NodeJS.Timeout;
}

/** A clock that runs, and that a test can put forward. */
export interface RunningClock extends Clock {
  /** Lets `ms` milliseconds be over at once, on both clocks, and runs what has come due by then, in order. */
  advance(ms: number): void;
  /** Calls off whatever is planned. */
  stop(): void;
}

// A test that sets the page's timers still still has a core that goes on.
const { setTimeout: setTimer, clearTimeout: clearTimer } = globalThis;

/** @param ahead by how many milliseconds it is ahead of the machine's clock; less than 0 for a time that is past */
export function createRunningClock(ahead = 0): RunningClock {
  const planned = new Set<PlannedAction>();
  let added = ahead;
  const steady = () => performance.now() + added;

  function run(one: PlannedAction): void {
    clearTimer(one.timer);
    if (planned.delete(one)) one.action();
  }

  return {
    wall: () => Date.now() + added,
    steady,
    after(ms, action) {
      const wait = Math.min(Math.max(ms, 0), 2_147_483_647);
      const one: PlannedAction = { due: steady() + wait, action, timer: setTimer(() => run(one), wait) };
      planned.add(one);
      return {
        cancel: () => {
          clearTimer(one.timer);
          planned.delete(one);
        },
      };
    },
    advance(ms) {
      added += ms;
      const isDue = ({ due }: PlannedAction) => due <= steady();
      for (const one of [...planned].filter(isDue).toSorted((a, b) => a.due - b.due)) run(one);
    },
    stop() {
      for (const { timer } of planned) clearTimer(timer);
      planned.clear();
    },
  };
}
