import { compareTimes, recordLimits, type RecordClock } from './record.ts';

/** A record's clock may be this far ahead of the time at which the server received it; docs/team.sql holds members to it. */
export const maxAheadMs = 5 * 60_000;

/** A computer's clock that is wrong by more is corrected. Well below {@link maxAheadMs}, so that no corrected record is refused. */
const toleratedMs = 60_000;

export const isAhead = (clock: RecordClock, receivedAt: number): boolean =>
  clock.wall > receivedAt + maxAheadMs;

/**
 * A hybrid logical clock (Kulkarni and others, 2014): follows this computer's time, never goes back, and is always after every
 * record it has seen, but for those that the server took while its own clock was ahead.
 * @param last the latest clock in the log
 */
export function createClock({ wall, last }: { wall: () => number; last: RecordClock | null }) {
  let latest = last ?? { wall: 0, counter: 0 };
  let offset = 0;
  let isTimeKnown = false;
  return {
    /** The time, corrected where this computer's is wrong and the server's is known. */
    time: (): number => wall() + offset,
    /** The clock for one new record. */
    tick(): RecordClock {
      latest = follow(latest, wall() + offset);
      return latest;
    },
    /** Takes in the clock of a pulled record. False for one that was too far ahead when the server received it. */
    receive(clock: RecordClock, receivedAt: number): boolean {
      if (isAhead(clock, receivedAt)) return false;
      // The server's own clock was ahead when it took this one: it would take nothing that follows it now.
      const isUsable = !isTimeKnown || !isAhead(clock, wall() + offset);
      if (isUsable && compareTimes(clock, latest) > 0) latest = clock;
      return true;
    },
    /** Compares this computer's time with the server's. */
    setServerTime(serverTime: number): void {
      offset = findOffset(wall(), serverTime);
      isTimeKnown = true;
    },
  };
}

/** The next clock after `previous`, not before the time. */
function follow(previous: RecordClock, time: number): RecordClock {
  const now = Math.max(0, Math.round(time));
  if (now > previous.wall) return { wall: now, counter: 0 };
  return previous.counter < recordLimits.counter
    ? { wall: previous.wall, counter: previous.counter + 1 }
    : { wall: previous.wall + 1, counter: 0 };
}

/** Whether clocks up to `latest` need {@link correctClocks}. */
export const isOff = (latest: number, computerTime: number, serverTime: number): boolean =>
  findOffset(computerTime, serverTime) !== 0 || latest > serverTime + toleratedMs;

function findOffset(computerTime: number, serverTime: number): number {
  const offset = serverTime - computerTime;
  return Math.abs(offset) > toleratedMs ? offset : 0;
}

/**
 * Corrected clocks for records that were written while the computer's clock was wrong and were never pushed. A seat whose clock
 * is days ahead would otherwise have all its records refused, one that is days behind would lose every conflict. Their order
 * stays, and none is later than the server's time. Afterwards {@link createClock} is made again with the latest clock in the log.
 * @param pending in the order of `seq`
 * @param known.after the clock of the seat's last record that was pushed
 */
export function correctClocks(
  pending: readonly RecordClock[],
  known: { computerTime: number; serverTime: number; after: RecordClock | null },
): RecordClock[] {
  const offset = findOffset(known.computerTime, known.serverTime);
  if (offset === 0 && pending.every(({ wall }) => wall <= known.serverTime + toleratedMs))
    return [...pending];
  let previous = known.after ?? { wall: 0, counter: 0 };
  return pending.map(({ wall }) => {
    // With a clock that is ahead, times before now may be right: from a session in which the server's time was known.
    const wrong = offset > 0 || wall > known.serverTime;
    const time = Math.min(wrong ? wall + offset : wall, known.serverTime);
    previous = follow(previous, time);
    return previous;
  });
}
