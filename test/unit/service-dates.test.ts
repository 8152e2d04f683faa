import { afterEach, describe, expect, it } from 'vitest';
import { isoDay } from '#shared/base/dates.ts';
import { noDates, type DateObservation } from '#shared/settings/observations.ts';
import {
  dateRule,
  fromServiceDate,
  noDateRule,
  observeDate,
  readServiceDate,
  toServiceDate,
  type DateRule,
} from '#shared/service/service-dates.ts';
import { dateForm } from '#shared/settings/settings.ts';

const monthFirst: DateRule = { order: 'month_first', epoch: null };
const dayFirst: DateRule = { order: 'day_first', epoch: null };
const inSeconds: DateRule = { order: null, epoch: 'seconds' };
const inMilliseconds: DateRule = { order: null, epoch: 'milliseconds' };

/** The day, the days that it may be, or null where it is no date. */
function read(text: string, rule: DateRule) {
  const date = readServiceDate(text, rule);
  switch (date.kind) {
    case 'read':
      return isoDay(date.reading.day);
    case 'two_ways':
      return date.days.map(isoDay);
    case 'unreadable':
      return null;
  }
}

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe.each(['UTC', 'America/Los_Angeles', 'Pacific/Auckland'])('a date of the service, in %s', (place) => {
  it.each([
    ['2027-03-31', noDateRule, '2027-03-31'],
    ['2027-03-31T23:30:00-08:00', noDateRule, '2027-03-31'],
    ['Mar 31, 2027', dayFirst, '2027-03-31'],
    ['31-MAR-27', noDateRule, '2027-03-31'],
    ['03/31/2027', dayFirst, '2027-03-31'],
    ['31/03/2027', monthFirst, '2027-03-31'],
    ['31/03/2027 10:00', noDateRule, '2027-03-31'],
    ['31.03.27', monthFirst, '2027-03-31'],
    ['2027.03.31', noDateRule, '2027-03-31'],
    ['04/04/2027', noDateRule, '2027-04-04'],
    ['05/04/2027', noDateRule, ['2027-05-04', '2027-04-05']],
    ['05/04/2027', monthFirst, '2027-05-04'],
    ['05/04/2027', dayFirst, '2027-04-05'],
    ['5.4.27', noDateRule, ['2027-05-04', '2027-04-05']],
    ['5.4.27', dayFirst, '2027-04-05'],
    ['05-04-2027', inSeconds, ['2027-05-04', '2027-04-05']],
    // A year in two figures may stand first before a dash.
    ['27-03-31', noDateRule, ['2031-03-27', '2027-03-31']],
    ['27-03-31', dayFirst, '2031-03-27'],
    ['27-03-31', monthFirst, ['2031-03-27', '2027-03-31']],
    ['05-04-27', monthFirst, '2027-05-04'],
    ['05-05-05', noDateRule, '2005-05-05'],
    // Whether it is 1998 or 2098 is not said.
    ['03/31/98', monthFirst, null],
    ['20270331', inSeconds, '2027-03-31'],
    ['1805673600', noDateRule, null],
    ['1805673600', inSeconds, '2027-03-22'],
    ['1805759999', inSeconds, '2027-03-22'],
    ['1805673600000', inSeconds, null],
    ['1805673600000', inMilliseconds, '2027-03-22'],
    ['/Date(1805673600000)/', noDateRule, '2027-03-22'],
    ['/Date(1805626800000+1300)/', noDateRule, '2027-03-22'],
    ['/Date(1805698800000-0800)/', noDateRule, '2027-03-21'],
    ['/Date(-62135596800000)/', noDateRule, null],
    ['13/13/2027', noDateRule, null],
    ['31/02/2027', dayFirst, null],
    ['0', inSeconds, null],
    ['never', dayFirst, null],
    ['', dayFirst, null],
  ] as const)('%j by %j is %j', (text, rule, expected) => {
    process.env['TZ'] = place;
    expect(read(text, rule)).toEqual(expected);
  });
});

describe('the rule by which a workspace reads dates', () => {
  const seen = (part: Partial<DateObservation>): DateObservation => ({ ...noDates, ...part });

  it.each([
    [{}, null, null],
    [{ eitherOrder: 9, oneWay: 9 }, null, null],
    [{ monthFirst: 1, eitherOrder: 9 }, 'month_first', null],
    [{ dayFirst: 1, unreadable: 3 }, 'day_first', null],
    [{ monthFirst: 9, dayFirst: 1 }, null, null],
    [{ epochSeconds: 2, unreadable: 1 }, null, 'seconds'],
    [{ epochMilliseconds: 2 }, null, 'milliseconds'],
    [{ epochSeconds: 2, epochMilliseconds: 1 }, null, null],
    [{ epochSeconds: 2, oneWay: 1 }, null, null],
    [{ epochSeconds: 2, eitherOrder: 1 }, null, null],
  ] as const)('after %j: %s first, counted in %s', (part, order, epoch) => {
    expect(dateRule('recognise', seen(part))).toEqual({ order, epoch });
  });

  it.each([
    ['month_first', 'month_first', null],
    ['day_first', 'day_first', null],
    ['epoch_seconds', null, 'seconds'],
    ['epoch_milliseconds', null, 'milliseconds'],
    ['iso', null, null],
  ] as const)('is what the setting says, %s, where others contradict each other', (form, order, epoch) => {
    expect(dateRule(form, seen({ monthFirst: 2, dayFirst: 2, epochSeconds: 4 }))).toEqual({ order, epoch });
  });
});

describe('what a date shows of its writer', () => {
  it.each([
    ['', null],
    ['2027-03-31', 'oneWay'],
    ['04/04/2027', 'oneWay'],
    ['31-Mar-2027', 'oneWay'],
    ['/Date(1805673600000)/', 'oneWay'],
    ['03/31/2027', 'monthFirst'],
    ['03/31/27', 'monthFirst'],
    ['31.03.2027', 'dayFirst'],
    ['05/04/2027', 'eitherOrder'],
    ['27-03-31', 'eitherOrder'],
    ['1805673600', 'epochSeconds'],
    ['1805673600000', 'epochMilliseconds'],
    ['never', null],
  ] as const)('%j: %j', (text, form) => {
    expect(observeDate(text)).toBe(form);
  });
});

describe('a day for a request', () => {
  it.each(dateForm.options)('comes back from the form %s as it was entered', (form) => {
    for (const entered of [
      '2027-04-05',
      '1965-12-31',
      '2199-12-31',
      'upon renewal',
      '2027-04-05T10:00',
      '12345',
    ]) {
      expect(fromServiceDate(toServiceDate(entered, form), form)).toBe(entered);
    }
  });

  it('is left as it was entered where ISO 8601 is wanted, or nothing is known', () => {
    for (const form of ['iso', 'recognise'] as const)
      expect(toServiceDate('Apr 5, 2027', form)).toBe('Apr 5, 2027');
    expect(toServiceDate('Apr 5, 2027', 'day_first')).toBe('05/04/2027');
  });
});
