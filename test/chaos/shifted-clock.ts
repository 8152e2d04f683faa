import { systemClock, type Clock } from '#main/clock.ts';

/** A clock that runs faster than ours and whose wall time can be set, as a person or a network may do. */
export interface ShiftedClock extends Clock {
  shift(byMs: number): void;
}

export function createShiftedClock(speed: number, offsetMs: number): ShiftedClock {
  const realStart = systemClock.steady();
  const wallStart = systemClock.wall();
  let offset = offsetMs;
  const elapsed = () => (systemClock.steady() - realStart) * speed;
  return {
    wall: () => Math.round(wallStart + offset + elapsed()),
    steady: () => realStart + elapsed(),
    after: (ms, action) => systemClock.after(ms / speed, action),
    shift(byMs) {
      offset += byMs;
    },
  };
}
