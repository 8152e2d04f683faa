import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctClocks, createClock, isAhead, maxAheadMs } from '#shared/team/clock.ts';
import { compareClocks, compareTimes, recordLimits, type RecordClock } from '#shared/team/record.ts';

const noon = Date.UTC(2027, 0, 15, 12);
const day = 24 * 60 * 60_000;

const time = fc.integer({ min: noon - 3 * day, max: noon + 3 * day });
const clock: fc.Arbitrary<RecordClock> = fc.record({
  wall: time,
  counter: fc.oneof(fc.nat(5), fc.constant(recordLimits.counter)),
});
const growing = (clocks: readonly RecordClock[]) =>
  clocks.every((each, at) => at === 0 || compareTimes(clocks[at - 1] ?? each, each) < 0);

describe('the clock of records', () => {
  it('gives each record a later clock, whatever the computer’s clock and the team’s records do', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('tick' as const), now: time }),
      fc.record({ kind: fc.constant('receive' as const), clock, receivedAt: time }),
      fc.record({ kind: fc.constant('server' as const), now: time }),
    );
    fc.assert(
      fc.property(fc.option(clock), fc.array(step, { maxLength: 40 }), (last, steps) => {
        let now = noon;
        let [isTimeKnown, offset] = [false, 0];
        const own = createClock({ wall: () => now, last });
        const after: RecordClock[] = last === null ? [] : [last];
        for (const each of steps) {
          if (each.kind === 'server') {
            own.setServerTime(each.now);
            [isTimeKnown, offset] = [true, Math.abs(each.now - now) > 60_000 ? each.now - now : 0];
          } else if (each.kind === 'tick') {
            now = each.now;
            const given = own.tick();
            expect(after.every((seen) => compareTimes(seen, given) < 0)).toBe(true);
            expect(given.counter).toBeLessThanOrEqual(recordLimits.counter);
            after.push(given);
          } else if (own.receive(each.clock, each.receivedAt)) {
            // The server took it while its own clock was ahead.
            const isFromFuture = isTimeKnown && isAhead(each.clock, now + offset);
            if (!isFromFuture) after.push(each.clock);
          }
        }
      }),
    );
  });

  it('is not moved by a record that was too far ahead when it arrived', () => {
    const own = createClock({ wall: () => noon, last: null });
    expect(own.receive({ wall: noon + maxAheadMs + 1, counter: 0 }, noon)).toBe(false);
    expect(own.tick()).toEqual({ wall: noon, counter: 0 });
    expect(own.receive({ wall: noon + maxAheadMs, counter: 3 }, noon)).toBe(true);
    expect(own.tick()).toEqual({ wall: noon + maxAheadMs, counter: 4 });
  });

  it.each([
    ['days behind', -3 * day, 0],
    ['days ahead', 3 * day, 0],
    ['half a minute off', 30_000, 30_000],
  ])('of a computer that is %s is the server’s time, or near it', (_what, wrong, left) => {
    const own = createClock({ wall: () => noon + wrong, last: null });
    own.setServerTime(noon);
    expect(own.tick().wall).toBe(noon + left);
  });
});

describe('clocks that were never pushed', () => {
  it('keep their order, and no server refuses them once they are corrected', () => {
    fc.assert(
      fc.property(
        fc.array(clock, { maxLength: 20 }),
        time,
        fc.option(fc.record({ wall: fc.integer({ min: noon - 3 * day, max: noon }), counter: fc.nat(5) })),
        (unordered, computerTime, after) => {
          const pending = unordered
            .filter(({ wall }) => wall <= computerTime)
            .sort(compareTimes)
            .filter((each, at, all) => at === 0 || compareTimes(all[at - 1] ?? each, each) < 0)
            .filter((each) => after === null || compareTimes(after, each) < 0);
          const corrected = correctClocks(pending, { computerTime, serverTime: noon, after });
          expect(corrected).toHaveLength(pending.length);
          expect(growing(after === null ? corrected : [after, ...corrected])).toBe(true);
          expect(corrected.filter((each) => isAhead(each, noon))).toEqual([]);
          if (Math.abs(computerTime - noon) <= 60_000) expect(corrected).toEqual(pending);
        },
      ),
    );
  });

  it.each([
    ['ahead', 3 * day],
    ['behind', -3 * day],
  ])('are moved by as much as the computer is %s', (_what, wrong) => {
    const made = noon - 60 * 60_000;
    const corrected = correctClocks(
      [
        { wall: made + wrong, counter: 0 },
        { wall: made + wrong, counter: 1 },
      ],
      { computerTime: noon + wrong, serverTime: noon, after: null },
    );
    expect(corrected).toEqual([
      { wall: made, counter: 0 },
      { wall: made, counter: 1 },
    ]);
  });
});

it('orders the records of all seats in one way', () => {
  const record = fc.record({
    clock: fc.record({ wall: fc.nat(2), counter: fc.nat(2) }),
    seat: fc.constantFrom('a', 'b', 'c'),
    seq: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(record, record, record, (a, b, c) => {
      expect(Math.sign(compareClocks(a, b))).toBe(-Math.sign(compareClocks(b, a)) + 0);
      if (compareClocks(a, b) <= 0 && compareClocks(b, c) <= 0)
        expect(compareClocks(a, c)).toBeLessThanOrEqual(0);
      if (compareClocks(a, b) === 0) expect(a).toEqual(b);
    }),
  );
});
