import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryBackoff, fullJitter } from '#main/outbox/backoff.ts';
import {
  afterBusy,
  afterFailure,
  afterRedirect,
  afterSuccess,
  allowedAtOnce,
  clampBreaker,
  closedBreaker,
  withTrialNow,
  type BreakerState,
} from '#main/outbox/breaker.ts';
import { isTriedOut, maxTrying, maxAttempts } from '#main/outbox/attempt-outcomes.ts';
import { maxRetryAfterMs, readRetryAfter } from '#main/service-client/retry-after.ts';

const now = Date.UTC(2026, 2, 1, 12);
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('backoff', () => {
  it('doubles from one second to a quarter of an hour', () => {
    const longest = [1, 2, 3, 4, 10, 11, 50, 1000].map((tries) => fullJitter(entryBackoff, tries, 1));
    expect(longest).toEqual([1, 2, 4, 8, 512, 900, 900, 900].map((seconds) => seconds * second));
  });

  it('is anywhere between nothing and its step', () => {
    expect(fullJitter(entryBackoff, 5, 0)).toBe(0);
    expect(fullJitter(entryBackoff, 5, 0.25)).toBe(4 * second);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (tries, random) => {
          const wait = fullJitter(entryBackoff, tries, random);
          expect(wait).toBeGreaterThanOrEqual(0);
          expect(wait).toBeLessThanOrEqual(entryBackoff.maxMs);
        },
      ),
    );
  });
});

describe('Retry-After', () => {
  it.each([
    ['seconds', '120', 120 * second],
    ['seconds with spaces', ' 7 ', 7 * second],
    ['no seconds', '0', 0],
    ['ten years of seconds', '315360000', hour],
    ['more digits than a number has', '9'.repeat(400), hour],
    ['a date', 'Sun, 01 Mar 2026 12:00:45 GMT', 45 * second],
    ['a date in the past', 'Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['a date in ten years', 'Sat, 01 Mar 2036 12:00:00 GMT', hour],
    ['a negative number', '-5', null],
    ['a fraction', '1.5', null],
    ['a word', 'soon', null],
    ['nothing', '', null],
    ['two values', '10, 20', null],
    ['a date without a zone', 'Sun, 01 Mar 2026 12:00:45', null],
    ['a date with a month that is none', 'Sun, 01 Foo 2026 12:00:45 GMT', null],
    ['ISO 8601', '2026-03-01T12:00:45Z', null],
  ])('with %s', (_name, header, expected) => {
    expect(readRetryAfter(header, null, now)).toBe(expected);
  });

  it('that is absent asks for nothing', () => {
    expect(readRetryAfter(null, null, now)).toBeNull();
  });

  it('as a date is measured against the Date of the same answer', () => {
    const until = 'Mon, 01 Jun 2026 10:00:30 GMT';
    expect(readRetryAfter(until, 'Mon, 01 Jun 2026 10:00:00 GMT', now)).toBe(30 * second);
    expect(readRetryAfter(until, 'Mon, 01 Jun 2026 11:00:00 GMT', now)).toBe(0);
    expect(readRetryAfter('Sun, 01 Mar 2026 12:00:45 GMT', 'nonsense', now)).toBe(45 * second);
  });

  it('in seconds does not care for any clock', () => {
    expect(readRetryAfter('30', 'Mon, 01 Jun 1970 10:00:00 GMT', now)).toBe(30 * second);
  });

  it('is never below nothing or above an hour, whatever the headers say', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string()), (header, date) => {
        const wait = readRetryAfter(header, date, now);
        if (wait === null) return;
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(maxRetryAfterMs);
      }),
    );
  });
});

describe('the breaker', () => {
  /** After so many different requests have failed, counted from `first`. */
  function failed(times: number, from: BreakerState = closedBreaker, at = now, first = 1): BreakerState {
    return Array.from({ length: times }).reduce<BreakerState>(
      (state, _, index) => afterFailure(state, `entry ${first + index}`, at),
      from,
    );
  }

  it('opens after five different failures in a row and lets nothing through', () => {
    expect(allowedAtOnce(failed(4), now, 8)).toBe(8);
    const open = failed(5);
    expect(open.openUntil).toBe(now + 15 * second);
    expect(allowedAtOnce(open, now, 8)).toBe(0);
    expect(allowedAtOnce(open, now + 15 * second - 1, 8)).toBe(0);
  });

  it('does not open for one that fails again and again', () => {
    let state = failed(4);
    for (let times = 0; times < 100; times += 1) state = afterFailure(state, 'entry 4', now);
    expect(allowedAtOnce(state, now, 8)).toBe(8);
  });

  it('counts only failures in a row', () => {
    const answered = afterSuccess(failed(4), 'entry 9');
    expect(failed(4, answered, now, 11).openUntil).toBeNull();
    expect(failed(5, answered, now, 11).openUntil).not.toBeNull();
  });

  it('lets one trial through after its time; each that fails for the first time makes it wait twice as long', () => {
    let state = failed(5);
    let at = now;
    const waits: number[] = [];
    for (let openings = 1; openings <= 8; openings += 1) {
      waits.push((state.openUntil ?? 0) - at);
      at = state.openUntil ?? 0;
      expect(allowedAtOnce(state, at, 8)).toBe(1);
      state = afterFailure(state, `trial ${openings}`, at);
    }
    expect(waits.map((wait) => wait / second)).toEqual([15, 30, 60, 120, 240, 480, 900, 900]);
    expect(state.failed.length).toBeLessThanOrEqual(16);
  });

  it('waits no longer where a trial fails that had failed before, since that shows nothing new', () => {
    const open = failed(5);
    const at = open.openUntil ?? 0;
    expect(afterFailure(open, 'entry 2', at).openUntil).toBe(at + 15 * second);
  });

  it('closes after a trial that worked, and begins anew', () => {
    const state = afterSuccess(failed(5), 'trial');
    expect(allowedAtOnce(state, now, 8)).toBe(8);
    expect(failed(5, state, now, 11).openUntil).toBe(now + 15 * second);
  });

  it('takes no notice any more of what fails while others are answered, until that is answered itself', () => {
    const state = afterSuccess(failed(5), 'another');
    expect(failed(5, state)).toEqual(state);
    const fixed = afterSuccess(state, 'entry 1');
    expect(fixed.own).not.toContain('entry 1');
    expect(afterFailure(fixed, 'entry 1', now).failed).toEqual(['entry 1']);
  });

  it('takes twenty for exceptions and no more', () => {
    let state = closedBreaker;
    for (let first = 1; first <= 100; first += 10) {
      state = afterSuccess(failed(10, state, now, first), 'another');
    }
    expect(state.own).toHaveLength(20);
    expect(failed(5, state).openUntil).not.toBeNull();
  });

  it('says that a wait is meant for all, unless the one that was told is in trouble by itself', () => {
    const told = afterBusy(closedBreaker, 'entry 1');
    expect(told.shared).toBe(true);
    expect(afterBusy(told.state, 'entry 1').shared).toBe(true);
    const answered = afterSuccess(told.state, 'entry 2');
    expect(afterBusy(answered, 'entry 1').shared).toBe(false);
    expect(afterBusy(answered, 'entry 3').shared).toBe(true);
    expect(afterBusy(afterSuccess(answered, 'entry 1'), 'entry 1').shared).toBe(true);
  });

  it('knows where the service points until it answers', () => {
    const pointed = afterRedirect(closedBreaker, 'entry 1', 'https://elsewhere.invalid/', now);
    expect(pointed.pointsTo).toEqual({ location: 'https://elsewhere.invalid/' });
    expect(afterFailure(pointed, 'entry 2', now).pointsTo).toEqual(pointed.pointsTo);
    const answered = afterSuccess(pointed, 'entry 2');
    expect(answered.pointsTo).toBeNull();
    expect(afterRedirect(answered, 'entry 1', null, now).pointsTo).toBeNull();
  });

  it('lets the trial through at once when a person wants to know', () => {
    expect(allowedAtOnce(withTrialNow(failed(5), now), now, 8)).toBe(1);
    expect(withTrialNow(closedBreaker, now)).toEqual(closedBreaker);
  });

  it('does not wait longer for failures of requests that were under way when it opened', () => {
    const open = failed(5);
    expect(failed(3, open, now + second, 6).openUntil).toBe(open.openUntil);
  });

  it('read back from a time when the clock was wrong waits an hour at most', () => {
    const wrong = { ...failed(5), openUntil: now + 400 * day };
    expect(clampBreaker(wrong, now).openUntil).toBe(now + hour);
    expect(clampBreaker(failed(5), now)).toEqual(failed(5));
    expect(clampBreaker(closedBreaker, now)).toEqual(closedBreaker);
  });
});

describe('the limit of tries', () => {
  it('is 50 that reached the service', () => {
    expect(maxAttempts).toBe(50);
    expect(isTriedOut(49, now, now)).toBe(false);
    expect(isTriedOut(50, now, now)).toBe(true);
  });

  it('or seven days from the first that did', () => {
    expect(maxTrying).toBe(7 * day);
    expect(isTriedOut(1, now, now + 7 * day - 1)).toBe(false);
    expect(isTriedOut(1, now, now + 7 * day)).toBe(true);
  });

  it('is never reached by an entry that never reached the service', () => {
    expect(isTriedOut(0, null, now + 400 * day)).toBe(false);
  });
});
