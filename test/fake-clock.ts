import type { Clock } from '#main/clock.ts';

interface PlannedAction {
  due: number;
  order: number;
  action: () => void;
}

/** A clock that stands still until a test moves it. The wall clock can be set without the steady one noticing. */
export interface FakeClock extends Clock {
  /** Lets time go by on both clocks and runs what comes due, in order. */
  advance(ms: number): void;
  /** Lets time go by on both clocks while the machine sleeps: what came due meanwhile runs when it wakes. */
  sleep(ms: number): void;
  /** Sets the wall clock, as a person or the network does. */
  setWall(at: number): void;
  /** Timers that wait. */
  planned(): number;
}

/** The first of March 2026, noon UTC. */
export const testStart = Date.UTC(2026, 2, 1, 12);

export function createFakeClock(startWall = testStart): FakeClock {
  let steady = 1_000_000;
  let offset = startWall - steady;
  let order = 0;
  const actions = new Set<PlannedAction>();

  function nextDue(until: number): PlannedAction | null {
    return (
      [...actions]
        .filter((one) => one.due <= until)
        .toSorted((a, b) => a.due - b.due || a.order - b.order)[0] ?? null
    );
  }

  const clock: FakeClock = {
    wall: () => steady + offset,
    steady: () => steady,
    after(ms, action) {
      order += 1;
      const planned = { due: steady + Math.max(ms, 0), order, action };
      actions.add(planned);
      return {
        cancel: () => {
          actions.delete(planned);
        },
      };
    },
    advance(ms) {
      const end = steady + ms;
      // What comes due while time goes by may plan more; a limit keeps a timer of no length from running for ever.
      for (let runs = 0; runs < 100_000; runs += 1) {
        const next = nextDue(end);
        if (next === null) {
          steady = end;
          return;
        }
        actions.delete(next);
        steady = Math.max(steady, next.due);
        next.action();
      }
      throw new Error('Timers kept coming due without time going by.');
    },
    sleep(ms) {
      steady += ms;
      clock.advance(0);
    },
    setWall(at) {
      offset = at - steady;
    },
    planned: () => actions.size,
  };
  return clock;
}
