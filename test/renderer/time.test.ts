import { describe, expect, it } from 'vitest';
import { ago, detailTime, listTime, soon, stretch } from '#renderer/time.ts';

const now = new Date(2026, 5, 9, 14, 28, 0).getTime();
const then = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime();

describe('how times are written', () => {
  it('gives today’s as a clock, yesterday’s by name, others as a day', () => {
    expect(listTime(then(2026, 5, 9, 8, 41), now)).toMatch(/^0?8:41/);
    expect(listTime(then(2026, 5, 8, 23, 59), now)).toBe('Yesterday');
    expect(listTime(then(2026, 5, 5, 9, 0), now)).toBe('Jun 5');
    expect(listTime(then(2025, 5, 5, 9, 0), now)).toBe('Jun 5, 2025');
  });

  it('adds seconds today and the clock on other days in detail', () => {
    expect(detailTime(then(2026, 5, 9, 14, 26) + 41_000, now)).toMatch(/:26:41/);
    expect(detailTime(then(2026, 5, 8, 16, 20), now)).toMatch(/^Yesterday, .*:20/);
    expect(detailTime(then(2026, 5, 5, 16, 20), now)).toMatch(/^Jun 5, .*:20/);
  });

  it('counts ahead and back in the largest fitting unit', () => {
    expect(soon(now + 54_000, now)).toBe('in 54 s');
    expect(soon(now + 5 * 60_000, now)).toBe('in 5 min');
    expect(soon(now + 48 * 3_600_000, now)).toBe('in 2 days');
    expect(soon(now - 1, now)).toBe('now');
    expect(stretch((5 * 60 + 47) * 60_000)).toBe('5 h 47 min');
    expect(stretch(59.7 * 60_000)).toBe('1 h');
    expect(ago(now - 3 * 86_400_000, now)).toBe('3 days ago');
    expect(ago(now - 20_000, now)).toBe('just now');
  });
});
