import { describe, expect, it } from 'vitest';
import { dayText, daysUntil, expiryText, gapText, isoDay, localDay, readDate } from '#shared/base/dates.ts';

const day = (text: string) => {
  const reading = readDate(text);
  if (reading === null) throw new Error(`${text} should be readable.`);
  return reading.day;
};

describe('a date from the service', () => {
  it.each([
    ['2027-03-31', '2027-03-31'],
    [' 2027-03-31 ', '2027-03-31'],
    ['2027-3-1', '2027-03-01'],
    ['2027/03/31', '2027-03-31'],
    ['20270331', '2027-03-31'],
    ['2028-02-29', '2028-02-29'],
    ['3/31/2027', '2027-03-31'],
    ['03/04/2027', '2027-03-04'],
    ['03-31-2027', '2027-03-31'],
    ['Mar 31, 2027', '2027-03-31'],
    ['MARCH 31 2027', '2027-03-31'],
    ['Sept. 1st, 2026', '2026-09-01'],
    ['31 March 2027', '2027-03-31'],
    ['31-Mar-2027', '2027-03-31'],
    ['31st of March 2027', '2027-03-31'],
    ['Wednesday, March 31, 2027', '2027-03-31'],
    ['2027-03-31T23:30:00-08:00', '2027-03-31'],
    ['2027-03-31T00:30:00Z', '2027-03-31'],
    ['3/31/2027 12:00:00 AM', '2027-03-31'],
    ['Wed, 31 Mar 2027 10:00:00 GMT', '2027-03-31'],
    ['Wed Mar 31 2027 10:00:00 GMT+0000 (Coordinated Universal Time)', '2027-03-31'],
  ])('%s is read as the day that is written', (text, expected) => {
    expect(isoDay(day(text))).toBe(expected);
  });

  it.each([
    '',
    '   ',
    'never',
    'upon renewal',
    '13/05/2027',
    '31.03.2027',
    '5/28/26',
    '27-03-31',
    '2027-02-29',
    '2027-04-31',
    '2027-13-01',
    '2027-00-10',
    '2027-03',
    '2027',
    'March 2027',
    '1805673600',
    '1805673600000',
    '203103',
    '0001-01-01T00:00:00',
    '9999-12-31',
    '2027-03-31 or later',
    '2027-03-31T25:00:00Z',
    '2027-03-31T10:61:00Z',
    '2027-03-31T10:00:00+19:00',
    '3/31/2027 13:00 PM',
    '03/31/2027-04/30/2028',
    'Mai 31, 2027',
    `2027-03-31${' '.repeat(200)}x`,
  ])('%j is not guessed at', (text) => {
    expect(readDate(text)).toBeNull();
  });

  it('may be missing', () => {
    expect(readDate(null)).toBeNull();
    expect(readDate(undefined)).toBeNull();
  });

  it('is a moment only where it gives a time and an offset', () => {
    expect(readDate('2026-06-09')).toMatchObject({ clock: null, instant: null });
    expect(readDate('2026-06-09T08:12:30')).toMatchObject({
      clock: { hour: 8, minute: 12, second: 30 },
      instant: null,
    });
    expect(readDate('2026-06-09T08:12:30.250Z')?.instant).toBe(Date.UTC(2026, 5, 9, 8, 12, 30, 250));
    expect(readDate('2026-06-09T08:12:30-07:00')?.instant).toBe(Date.UTC(2026, 5, 9, 15, 12, 30));
    expect(readDate('2026-06-09 08:12 +0530')?.instant).toBe(Date.UTC(2026, 5, 9, 2, 42));
    expect(readDate('Tue, 09 Jun 2026 08:12:30 GMT')?.instant).toBe(Date.UTC(2026, 5, 9, 8, 12, 30));
    expect(readDate('6/9/2026 12:05 pm')?.clock).toEqual({ hour: 12, minute: 5, second: 0 });
    expect(readDate('6/9/2026 12:05 AM')?.clock).toEqual({ hour: 0, minute: 5, second: 0 });
  });
});

describe('days', () => {
  it('are counted by the calendar, over leap days and changes of the clock', () => {
    expect(daysUntil(day('2026-06-30'), day('2026-06-09'))).toBe(21);
    expect(daysUntil(day('2026-03-09'), day('2026-03-07'))).toBe(2);
    expect(daysUntil(day('2028-03-01'), day('2028-02-28'))).toBe(2);
    expect(daysUntil(day('2025-12-31'), day('2026-01-01'))).toBe(-1);
    expect(daysUntil(day('2026-06-09'), day('2026-06-09'))).toBe(0);
  });

  it('of a moment are those of this computer’s clock', () => {
    expect(localDay(new Date(2026, 5, 9, 23, 59, 59))).toEqual({ year: 2026, month: 6, day: 9 });
    expect(localDay(new Date(2026, 0, 1, 0, 0, 0))).toEqual({ year: 2026, month: 1, day: 1 });
  });

  it('are written alike in every language of the computer', () => {
    expect(dayText(day('2027-03-01'))).toBe('Mar 1, 2027');
  });

  it.each([
    ['2026-07-02', 'expires in 23 days'],
    ['2026-06-10', 'expires in 1 day'],
    ['2026-06-09', 'expires today'],
    ['2026-06-08', 'expired 1 day ago'],
    ['2026-06-06', 'expired 3 days ago'],
    ['2030-06-09', 'expires in 1,461 days'],
  ])('until %s: %s', (expiry, words) => {
    expect(expiryText(day(expiry), day('2026-06-09'))).toBe(words);
  });

  it.each([
    ['2027-03-31', '2026-06-30', '9 months earlier'],
    ['2027-03-31', '2027-03-31', 'the same day'],
    ['2027-03-31', '2027-04-01', '1 day later'],
    ['2027-03-31', '2027-03-10', '21 days earlier'],
    ['2027-01-31', '2027-02-28', '28 days later'],
    ['2027-01-15', '2027-02-15', '1 month later'],
    ['2027-01-15', '2028-01-15', '1 year later'],
    ['2027-01-15', '2028-06-15', '17 months later'],
    ['2027-01-15', '2024-01-15', '3 years earlier'],
    ['2024-01-15', '2026-03-20', '2 years 2 months later'],
  ])('from %s to %s: %s', (from, to, words) => {
    expect(gapText(day(from), day(to))).toBe(words);
  });
});
