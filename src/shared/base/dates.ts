import { pluralize } from './pluralize.ts';
import { listWords } from './fold-text.ts';

/** A day of the calendar, without a time zone: the same day everywhere. `month` is 1 to 12. */
export interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

export interface DateReading {
  day: CalendarDay;
  clock: { hour: number; minute: number; second: number } | null;
  /** Milliseconds since 1970 in UTC; null unless the text gives a time and its offset from UTC. */
  instant: number | null;
}

const monthNames = listWords(
  'january, february, march, april, may, june, july, august, september, october, november, december',
);

const weekday = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,?\\s+)?';
const monthWord = '(?<name>[a-z]{3,9})\\.?';
const dayNumber = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';

const yearFirst = /^(?<year>\d{4})(?<separator>[-/]?)(?<month>\d{1,2})\k<separator>(?<day>\d{1,2})(?![\d/-])/;
const monthFirst = /^(?<month>\d{1,2})(?<separator>[/-])(?<day>\d{1,2})\k<separator>(?<year>\d{4})(?!\d)/;
const namedMonthFirst = new RegExp(
  `^${weekday}${monthWord}\\s+${dayNumber},?\\s+(?<year>\\d{4})(?!\\d)`,
  'i',
);
const namedMonthSecond = new RegExp(
  `^${weekday}${dayNumber}(?:\\s+(?:of\\s+)?|-)${monthWord}(?:,?\\s+|-)(?<year>\\d{4})(?!\\d)`,
  'i',
);

const clockPattern =
  /^(?:t|,?\s+(?:at\s+)?)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?\s*(?<half>[ap]\.?m\.?)?\s*(?<zone>z|(?:utc|gmt)?[+-]\d{2}(?::?\d{2})?|utc|gmt)?(?:\s*\([^()]{1,60}\))?$/i;

/** Reads an unambiguous date in a year from 1900 to 2199 (others: "never"): ISO 8601, 3/31/2027, `Mar 31, 2027`. Null for others. */
export function readDate(text: string | null | undefined): DateReading | null {
  const trimmed = (text ?? '').trim();
  if (trimmed.length > 100) return null;
  for (const pattern of [yearFirst, monthFirst, namedMonthFirst, namedMonthSecond]) {
    const match = pattern.exec(trimmed);
    if (match?.groups === undefined) continue;
    const day = existingDay(match.groups);
    if (day === null) return null;
    return withClock(day, trimmed.slice(match[0].length));
  }
  return null;
}

function existingDay(groups: Record<string, string | undefined>): CalendarDay | null {
  // Without separators only eight figures are a date.
  if (groups['separator'] === '' && (groups['month']?.length !== 2 || groups['day']?.length !== 2))
    return null;
  const month = groups['name'] === undefined ? Number(groups['month']) : monthOfName(groups['name']);
  const year = Number(groups['year']);
  const day = Number(groups['day']);
  if (month === null || year < 1900 || year > 2199) return null;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
    ? { year, month, day }
    : null;
}

export function monthOfName(name: string): number | null {
  const lower = name.toLowerCase();
  const index = monthNames.findIndex(
    (full) => full === lower || full.slice(0, 3) === lower || (full === 'september' && lower === 'sept'),
  );
  return index === -1 ? null : index + 1;
}

export const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

/** A day with the rest of its text, which has to be empty or a time of day; otherwise null. */
export function withClock(day: CalendarDay, rest: string): DateReading | null {
  if (rest.trim() === '') return { day, clock: null, instant: null };
  const match = clockPattern.exec(rest);
  if (match?.groups === undefined) return null;
  const { hour: hourText, minute: minuteText, second: secondText, fraction, half, zone } = match.groups;
  const written = Number(hourText);
  const hour = half === undefined ? written : hourOfHalfDay(written, half);
  const minute = Number(minuteText);
  const second = Number(secondText ?? '0');
  if (hour === null || hour > 23 || minute > 59 || second > 59) return null;
  const clock = { hour, minute, second };
  if (zone === undefined) return { day, clock, instant: null };
  const offset = offsetMinutes(zone);
  if (offset === null) return null;
  const milliseconds = Math.floor(Number(`0.${fraction ?? '0'}`) * 1000);
  const utc = Date.UTC(day.year, day.month - 1, day.day, hour, minute, second, milliseconds);
  return { day, clock, instant: utc - offset * 60_000 };
}

function hourOfHalfDay(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
}

function offsetMinutes(zone: string): number | null {
  const match = /([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (match === null) return 0;
  const hours = Number(match[2]);
  const minutes = Number(match[3] ?? '0');
  if (hours > 14 || minutes > 59) return null;
  return (match[1] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

export const localDay = (moment: Date): CalendarDay => ({
  year: moment.getFullYear(),
  month: moment.getMonth() + 1,
  day: moment.getDate(),
});

/** Days since 1970-01-01, for counting. */
export type DayNumber = number;

export const dayMs = 86_400_000;

/** @param day as 2027-03-31 */
export const toDayNumber = (day: string): DayNumber => Date.parse(`${day}T00:00:00Z`) / dayMs;

/** The day as 2027-03-31. */
export const fromDayNumber = (day: DayNumber): string => new Date(day * dayMs).toISOString().slice(0, 10);

export function utcDay(at: number): CalendarDay {
  const moment = new Date(at);
  return { year: moment.getUTCFullYear(), month: moment.getUTCMonth() + 1, day: moment.getUTCDate() };
}

export const toCalendarDay = (day: DayNumber): CalendarDay => utcDay(day * dayMs);

/** Whole days from `today` to `day`: 0 on the day itself, negative once it has passed. */
export const daysUntil = (day: CalendarDay, today: CalendarDay): number =>
  toDayNumber(isoDay(day)) - toDayNumber(isoDay(today));

export const twoDigits = (figure: number): string => String(figure).padStart(2, '0');

/** The day as `2027-03-31`, in which days sort as text. */
export const isoDay = (day: CalendarDay): string =>
  `${day.year}-${twoDigits(day.month)}-${twoDigits(day.day)}`;

/** The day as `Mar 31, 2027`. */
export function dayText(day: CalendarDay): string {
  const name = monthNames[day.month - 1] ?? '';
  return `${name.charAt(0).toUpperCase()}${name.slice(1, 3)} ${day.day}, ${day.year}`;
}

const weekdays = listWords('Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday');

/** A moment as it was where this computer is, with its weekday: `Friday, Nov 13, 2026, 14:45`. Milliseconds since 1970. */
export function momentText(at: number): string {
  const moment = new Date(at);
  const time = `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`;
  return `${weekdays[moment.getDay()] ?? ''}, ${dayText(localDay(moment))}, ${time}`;
}

/** How far an expiration is away, as the end of a sentence: `expires in 23 days`, `expires today`, `expired 3 days ago`. */
export function expiryText(expiry: CalendarDay, today: CalendarDay): string {
  const days = daysUntil(expiry, today);
  if (days === 0) return 'expires today';
  return days > 0 ? `expires in ${pluralize(days, 'day')}` : `expired ${pluralize(-days, 'day')} ago`;
}

/** How much earlier or later `other` is than `day`: `9 months earlier`, `12 days later`. */
export function gapText(day: CalendarDay, other: CalendarDay): string {
  const days = daysUntil(other, day);
  if (days === 0) return 'the same day';
  const [first, last] = days > 0 ? [day, other] : [other, day];
  const months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day ? 1 : 0);
  return `${spanText(months, Math.abs(days))} ${days > 0 ? 'later' : 'earlier'}`;
}

function spanText(months: number, days: number): string {
  if (months < 1) return pluralize(days, 'day');
  if (months < 24 && months !== 12) return pluralize(months, 'month');
  const years = pluralize(Math.floor(months / 12), 'year');
  return months % 12 === 0 ? years : `${years} ${pluralize(months % 12, 'month')}`;
}

export function createCalendar(timeZone: string): (at: number) => DayNumber {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  // Since 1972 all zones differ by whole minutes, and many records are of the same one.
  const firstMinute = Date.UTC(1973, 0) / minuteMs;
  let known = new Map<number, DayNumber>();
  return (at) => {
    const minute = Math.floor(at / minuteMs);
    const day = known.get(minute) ?? toDayNumber(format.format(at));
    if (known.size > 1000) known = new Map();
    if (minute >= firstMinute) known.set(minute, day);
    return day;
  };
}
const minuteMs = 60_000;

/** The first instant of a day in a calendar, in milliseconds since 1970. */
export function startOfDay(toDay: (at: number) => DayNumber, day: DayNumber): number {
  let [before, begun] = [(day - 2) * dayMs, (day + 2) * dayMs];
  while (begun - before > 1) {
    const middle = Math.floor((before + begun) / 2);
    if (toDay(middle) < day) before = middle;
    else begun = middle;
  }
  return begun;
}
