import { describe, expect, it } from 'vitest';
import { firstCheckAt, maxWatchWaitMs, nextCheckAt } from '#main/watcher/schedule.ts';

const start = Date.UTC(2026, 2, 1, 12);
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const usual = { unknownId: false };

/** All looks at a result that never comes, without jitter, each at the moment that was planned. */
function looks(unknownId: boolean, isColleagues = false): number[] {
  const times: number[] = [];
  let at: number | null = firstCheckAt(start, 0.5);
  while (at !== null) {
    times.push(at - start);
    at = nextCheckAt(start, times.length, at, 0.5, { unknownId, isColleagues });
  }
  return times;
}

describe('the schedule on which results are read', () => {
  it('begins at 5 seconds and doubles to 5 minutes', () => {
    const times = looks(false);
    const gaps = times.slice(0, 9).map((at, index) => (at - (times[index - 1] ?? 0)) / second);
    expect(gaps).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  it('keeps to 5 minutes for a day, then to an hour for thirty days, then leaves it to a person', () => {
    const times = looks(false);
    const gaps = times.map((at, index) => ({ at, gap: at - (times[index - 1] ?? 0) }));
    const close = gaps.filter(({ at }) => at > hour && at <= day);
    const hourly = gaps.filter(({ at }) => at > day + hour);
    expect(new Set(close.map(({ gap }) => gap))).toEqual(new Set([5 * minute]));
    expect(new Set(hourly.map(({ gap }) => gap))).toEqual(new Set([hour]));
    const last = times.at(-1) ?? 0;
    expect(last).toBeGreaterThanOrEqual(31 * day);
    expect(last).toBeLessThan(31 * day + 2 * hour);
  });

  it('asks for an unknown id for one day only', () => {
    const last = looks(true).at(-1) ?? 0;
    expect(last).toBeGreaterThanOrEqual(day);
    expect(last).toBeLessThan(day + 6 * minute);
  });

  it('looks once a day for thirty days at what a colleague added, at an unknown id twice', () => {
    const times = looks(false, true).slice(1);
    const gaps = times.map((at, index) => at - (times[index - 1] ?? 5 * second));
    expect(new Set(gaps)).toEqual(new Set([day]));
    expect(gaps).toHaveLength(31);
    expect(looks(true, true)).toHaveLength(2);
  });

  it('spreads looks by 15 percent either way', () => {
    expect(firstCheckAt(start, 0)).toBe(start + 4250);
    expect(nextCheckAt(start, 50, start + hour, 0, usual)).toBe(start + hour + 255 * second);
    expect(nextCheckAt(start, 50, start + hour, 1, usual)).toBe(start + hour + 345 * second);
    expect(nextCheckAt(start, 500, start + 2 * day, 1, usual)).toBeLessThanOrEqual(
      start + 2 * day + maxWatchWaitMs,
    );
  });

  it('begins anew rather than ending where the clock was set back behind the start', () => {
    expect(nextCheckAt(start, 3, start - 40 * day, 0.5, { unknownId: true })).toBe(
      start - 40 * day + 40 * second,
    );
  });
});
