import { daysInMonth, monthOfName, readDate, withClock, type CalendarDay } from './dates.ts';

/** A day that a text may mean. Of a year in two figures the century is not said. */
export interface MeantDay extends CalendarDay {
  fullYear: boolean;
}

const year = "['’]?(?<year>\\d{4}|\\d{2})(?!\\d)";
const yearAtFront = '(?<year>\\d{4})';
const dayNumber = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const weekday = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]*\\s+)?';
const monthWord = '(?<name>[a-z]{3,9})';
const between = '[\\s.,/-]';

const inFigures = new RegExp(
  `^(?<first>\\d{1,2})\\s*(?<sign>[./-])\\s*(?<second>\\d{1,2})\\s*\\k<sign>\\s*${year}`,
);
const yearFirst = /^(?<year>\d{4})\s*\.\s*(?<month>\d{1,2})\s*\.\s*(?<day>\d{1,2})(?!\d)/;
const withMonthName = [
  `^${weekday}${dayNumber}${between}*${monthWord}${between}*${year}`,
  `^${weekday}${monthWord}${between}*${dayNumber}${between}+${year}`,
  `^${yearAtFront}${between}*${monthWord}${between}*(?<day>\\d{1,2})(?!\\d)`,
].map((pattern) => new RegExp(pattern, 'i'));

/**
 * The days that a text may mean which {@link readDate} does not read because it can be read in two ways or is written as no
 * register in the United States does: a year in two figures, dots, names of months run together with figures. With dots the day may
 * stand before the month or after it; with slashes and dashes it stands after it wherever there is such a month. Empty where
 * nothing can be made of the text.
 */
export function meantDays(text: string): MeantDay[] {
  const trimmed = text.trim();
  if (trimmed.length > 100) return [];
  for (const [pattern, read] of readers) {
    const match = pattern.exec(trimmed);
    if (match?.groups === undefined) continue;
    const { groups } = match;
    const rest = trimmed.slice(match[0].length);
    const days = read(groups).filter((day) => exists(day) && withClock(day, rest) !== null);
    if (days.length > 0) return days;
  }
  return [];
}

type Groups = Record<string, string | undefined>;

const readers: readonly [pattern: RegExp, read: (groups: Groups) => MeantDay[]][] = [
  [inFigures, daysInFigures],
  [yearFirst, (groups) => [dayOf(groups, Number(groups['month']), Number(groups['day']))]],
  ...withMonthName.map((pattern): [RegExp, (groups: Groups) => MeantDay[]] => [
    pattern,
    (groups) => {
      const month = monthOfName(groups['name'] ?? '');
      return month === null ? [] : [dayOf(groups, month, Number(groups['day']))];
    },
  ]),
];

function daysInFigures(groups: Groups): MeantDay[] {
  const [first, second] = [Number(groups['first']), Number(groups['second'])];
  const monthFirst = dayOf(groups, first, second);
  const dayFirst = dayOf(groups, second, first);
  if (groups['sign'] !== '.' && exists(monthFirst)) return [monthFirst];
  return first === second ? [monthFirst] : [monthFirst, dayFirst];
}

function dayOf(groups: Groups, month: number, day: number): MeantDay {
  const written = groups['year'] ?? '';
  const fullYear = written.length === 4;
  return { year: fullYear ? Number(written) : 2000 + Number(written), fullYear, month, day };
}

function exists({ year: inYear, month, day }: MeantDay): boolean {
  if (inYear < 1900 || inYear > 2199 || month < 1 || month > 12) return false;
  return day >= 1 && day <= daysInMonth(inYear, month);
}

/** Whether two days are the same as far as their years are said. */
export function mayBeSameDay(one: MeantDay, other: MeantDay): boolean {
  const sameYear =
    one.fullYear && other.fullYear ? one.year === other.year : one.year % 100 === other.year % 100;
  return sameYear && one.month === other.month && one.day === other.day;
}

/** Whether a text that cannot be read as a date for sure may mean a day. */
export function mayMean(text: string, day: CalendarDay): boolean {
  return meantDays(text).some((meant) => mayBeSameDay(meant, { ...day, fullYear: true }));
}

/** Whether a text is no date that can be read, and may not mean the day that counts instead of it either. */
export function isUnclear(text: string, counts: CalendarDay): boolean {
  return readDate(text) === null && !mayMean(text, counts);
}

/** Whether two texts that cannot be read as dates for sure are written alike, or can each mean one day alone and it is the same. */
export function meanTheSame(one: string, other: string): boolean {
  if (bare(one) === bare(other)) return true;
  const [left, leftToo] = meantDays(one);
  const [right, rightToo] = meantDays(other);
  if (left === undefined || right === undefined || leftToo !== undefined || rightToo !== undefined)
    return false;
  return mayBeSameDay(left, right);
}

/** Words, figures and the signs of dates, which may tell the order: `3/4/27` for `03/04/27`. */
function bare(text: string): string {
  const parts = text.toLowerCase().match(/[\p{L}]+|\d+|[./-]/gu) ?? [];
  return parts.map((part) => part.replace(/^0+(?=\d)/, '')).join(' ');
}
