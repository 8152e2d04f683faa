import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createScheduler } from '#main/outbox/scheduler.ts';
import { createFakeClock } from '#test/fake-clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function createTested() {
  const clock = createFakeClock();
  const facts = { running: true, few: false, rounds: 0 };
  const scheduler = createScheduler({
    clock,
    isRunning: () => facts.running,
    isFew: () => facts.few,
    round: () => void (facts.rounds += 1),
  });
  /** How many rounds there were once some milliseconds of the machine's have gone by. */
  const roundsAfter = (ms: number) => {
    vi.advanceTimersByTime(ms);
    return facts.rounds;
  };
  return { clock, facts, roundsAfter, ...scheduler };
}

it('holds one round for all that was planned in a turn', () => {
  const { plan, facts, roundsAfter } = createTested();
  plan();
  plan();
  expect(facts.rounds).toBe(0);
  expect(roundsAfter(0)).toBe(1);
  plan();
  expect(roundsAfter(0)).toBe(2);
});

it('waits for further outcomes where few are back, for a moment or until there are more', () => {
  const { plan, facts, roundsAfter } = createTested();
  facts.few = true;
  plan();
  plan();
  expect(roundsAfter(0)).toBe(0);
  expect(roundsAfter(2)).toBe(1);
  plan();
  facts.few = false;
  plan();
  expect(roundsAfter(0)).toBe(2);
  expect(roundsAfter(10)).toBe(2);
});

it('sleeps until a time, until the latest that was said, and never for longer than half a minute', () => {
  const { clock, sleepUntil, cancel, roundsAfter } = createTested();
  sleepUntil(clock.wall() + 5000);
  sleepUntil(clock.wall() + 2000);
  clock.advance(1999);
  expect(roundsAfter(0)).toBe(0);
  clock.advance(1);
  expect(roundsAfter(0)).toBe(1);
  sleepUntil(Infinity);
  clock.advance(30_000);
  expect(roundsAfter(0)).toBe(2);
  sleepUntil(clock.wall() - 1);
  cancel();
  clock.advance(60_000);
  expect(roundsAfter(0)).toBe(2);
});

it('looks again after a round that planned nothing, while the outbox runs', () => {
  const { clock, facts, plan, roundsAfter } = createTested();
  plan();
  expect(roundsAfter(0)).toBe(1);
  clock.advance(30_000);
  expect(roundsAfter(0)).toBe(2);
  facts.running = false;
  plan();
  expect([roundsAfter(0), clock.planned()]).toEqual([3, 1]);
});
