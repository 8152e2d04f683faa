import { describe, expect, it } from 'vitest';
import { daysOfPart, expiryParts } from '#main/exports/expiry-parts.ts';

const today = { year: 2026, month: 11, day: 20 };

describe('the parts of the time in which licenses run out', () => {
  it('are what has run out, this month from today on, the eleven after it, and what is later', () => {
    const parts = expiryParts(today);
    expect(parts.map(({ part }) => part)).toEqual([
      'overdue',
      '2026-11',
      '2026-12',
      ...['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'].map((month) => `2027-${month}`),
      'later',
    ]);
    expect(parts[0]?.days.to).toBe('2026-11-19');
    expect(parts[1]?.days).toEqual({ from: '2026-11-20', to: '2026-11-30' });
    expect(parts[2]?.days).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(parts[4]?.days).toEqual({ from: '2027-02-01', to: '2027-02-28' });
    expect(parts.at(-1)?.days.from).toBe('2027-11-01');
  });

  it.each([
    { year: 2026, month: 1, day: 1 },
    { year: 2027, month: 12, day: 31 },
    { year: 2028, month: 2, day: 29 },
    { year: 2026, month: 3, day: 29 },
  ])('follow each other without a gap or an overlap, seen from %j', (from) => {
    const parts = expiryParts(from);
    parts.slice(1).forEach(({ days }, index) => {
      const before = Date.parse(`${parts[index]?.days.to ?? ''}T00:00:00Z`);
      expect(Date.parse(`${days.from}T00:00:00Z`) - before).toBe(86_400_000);
      expect(days.to >= days.from).toBe(true);
    });
  });

  it('can be found by name; a month that is not among them cannot', () => {
    expect(daysOfPart('2026-12', today)).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(daysOfPart('2026-10', today)).toBeNull();
    expect(daysOfPart('2030-01', today)).toBeNull();
    expect(daysOfPart(null, today)).toEqual({ from: '0000-01-01', to: '9999-12-31' });
  });
});
