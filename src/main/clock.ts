import { uptime } from 'node:os';

/** A timer that can be called off. */
export interface Timer {
  cancel(): void;
}

/** Time, as the main process sees it. Tests put their own in its place. */
export interface Clock {
  /** Milliseconds since 1970; a person or the network may set it at any moment. */
  wall(): number;
  /** Milliseconds that only grow, through sleep too, whatever happens to the wall clock. */
  steady(): number;
  /** Runs `action` once, not before `ms` milliseconds. */
  after(ms: number, action: () => void): Timer;
}

/** Node refuses longer timers than this; longer waits are looked at again in between. */
const longestTimer = 2_147_483_647;

/** The machine's own clock. `steady` is the time since the machine was started, which goes on through sleep. */
export const systemClock: Clock = {
  wall: () => Date.now(),
  steady: () => uptime() * 1000,
  after(ms, action) {
    const timer = setTimeout(action, Math.min(Math.max(ms, 0), longestTimer));
    return {
      cancel: () => {
        clearTimeout(timer);
      },
    };
  },
};
