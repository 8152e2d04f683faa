import { uptime } from 'node:os';

export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Milliseconds since 1970; may be set at any moment. */
  wall(): number;
  /** Milliseconds that only grow, through sleep too. */
  steady(): number;
  after(ms: number, action: () => void): Timer;
}

/** Node's timer limit; longer waits are split. */
const maxTimer = 2_147_483_647;

/** How far the two cheap clocks may drift apart; a sleep or a set clock is more. */
const driftMs = 1000;

let sampled = { uptimeMs: uptime() * 1000, monotonic: performance.now(), wall: Date.now() };

/** Time since boot, sleep included. `uptime` reads a file on Linux, so it is called only after a clock jump. */
function steadyNow(): number {
  const monotonic = performance.now();
  const passed = monotonic - sampled.monotonic;
  if (Math.abs(Date.now() - sampled.wall - passed) < driftMs) return sampled.uptimeMs + passed;
  const uptimeMs = Math.max(uptime() * 1000, sampled.uptimeMs + passed);
  sampled = { uptimeMs, monotonic, wall: Date.now() };
  return uptimeMs;
}

export const systemClock: Clock = {
  wall: () => Date.now(),
  steady: steadyNow,
  after(ms, action) {
    const timer = setTimeout(action, Math.min(Math.max(ms, 0), maxTimer));
    return { cancel: () => clearTimeout(timer) };
  },
};

/** The same clock; its timers pass errors to `handled`, and throw those for which it is false. */
export const handlingFaults = (clock: Clock, handled: (error: unknown) => boolean): Clock => ({
  wall: () => clock.wall(),
  steady: () => clock.steady(),
  after: (ms, action) =>
    clock.after(ms, () => {
      try {
        action();
      } catch (error) {
        if (!handled(error)) throw error;
      }
    }),
});

/** A wall clock that differs more from the steady one was set. */
const clockJumpMs = 5000;

/** Reports in whole milliseconds when the wall clock was set, before anybody reads the new time. */
export function noticingJumps(clock: Clock, onJump: (byMs: number) => void): Clock {
  let offset = clock.wall() - clock.steady();
  return {
    steady: () => clock.steady(),
    after: (ms, action) => clock.after(ms, action),
    wall() {
      // Whole milliseconds, as planned times are stored; the steady clock is finer.
      const jump = Math.round(clock.wall() - clock.steady() - offset);
      if (Math.abs(jump) >= clockJumpMs) {
        offset += jump;
        onJump(jump);
      }
      return clock.wall();
    },
  };
}
