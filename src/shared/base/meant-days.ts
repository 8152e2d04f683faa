import { daysInMonth, monthOfName, withClock, type CalendarDay, type DateReading } from './dates.ts';

export type DateOrder = 'month_first' | 'day_first' | 'year_first';

export interface MeantDate extends DateReading {
  fullYear: boolean;
  /** Which of its figures comes first; null if that makes no difference. */
  order: DateOrder | null;
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

/** The days that an ambiguous text may mean; empty where none. {@link readDate} reads the unambiguous ones. */
export function meantDates(text: string): MeantDate[] {
  const trimmed = text.trim();
  if (trimmed.length > 100) return [];
  for (const [pattern, read] of readers) {
    const match = pattern.exec(trimmed);
    if (match?.groups === undefined) continue;
    const rest = trimmed.slice(match[0].length);
    const dates = read(match.groups).flatMap(({ day, ...written }) => {
      const reading = exists(day) ? withClock(day, rest) : null;
      return reading === null ? [] : [{ ...reading, ...written }];
    });
    if (dates.length > 0) return dates;
  }
  return [];
}

type Groups = Record<string, string | undefined>;
type Written = Pick<MeantDate, 'day' | 'fullYear' | 'order'>;

const readers: readonly [pattern: RegExp, read: (groups: Groups) => Written[]][] = [
  [inFigures, inEveryOrder],
  [yearFirst, (groups) => [written(groups['year'], groups['month'], groups['day'], 'year_first')]],
  ...withMonthName.map((pattern): [RegExp, (groups: Groups) => Written[]] => [
    pattern,
    (groups) => {
      const month = monthOfName(groups['name'] ?? '');
      return month === null ? [] : [written(groups['year'], month, groups['day'], null)];
    },
  ]),
];

function inEveryOrder({ first, second, sign, year: last }: Groups): Written[] {
  const monthFirst = written(last, first, second, 'month_first');
  const dayFirst = written(last, second, first, 'day_first');
  const either = Number(first) === Number(second) ? [{ ...monthFirst, order: null }] : [monthFirst, dayFirst];
  const mayBeginWithYear = sign === '-' && first?.length === 2 && last?.length === 2;
  return mayBeginWithYear ? [...either, written(first, second, last, 'year_first')] : either;
}

function written(
  yearText: string | undefined,
  month: string | number | undefined,
  day: string | undefined,
  order: DateOrder | null,
): Written {
  const fullYear = yearText?.length === 4;
  const inYear = Number(yearText) + (fullYear ? 0 : 2000);
  return { day: { year: inYear, month: Number(month), day: Number(day) }, fullYear, order };
}

function exists({ year: inYear, month, day }: CalendarDay): boolean {
  if (inYear < 1900 || inYear > 2199 || month < 1 || month > 12) return false;
  return day >= 1 && day <= daysInMonth(inYear, month);
}

const yearAndMonth = /^(?<year>\d{4})[-/.](?<month>\d{1,2})$|^(?<month2>\d{1,2})[/.-](?<year2>\d{4})$/;
const namedMonth = /^(?<name>[a-z]{3,9})\.?,?\s+(?<year>\d{4})$/i;
const yearAlone = /^\d{4}$/;

/** The first and last day of a month or year written without a day: `2027-03`, `03/2027`, `March 2027`, `2027`. */
export function readPartialDate(text: string): { first: CalendarDay; last: CalendarDay } | null {
  const trimmed = text.trim();
  if (trimmed.length > 100) return null;
  if (yearAlone.test(trimmed)) return toSpan(Number(trimmed), 1, 12);
  const figures = yearAndMonth.exec(trimmed)?.groups;
  const named = namedMonth.exec(trimmed)?.groups;
  const inYear = Number(figures?.['year'] ?? figures?.['year2'] ?? named?.['year']);
  const month =
    named === undefined
      ? Number(figures?.['month'] ?? figures?.['month2'])
      : monthOfName(named['name'] ?? '');
  return month === null ? null : toSpan(inYear, month, month);
}

function toSpan(inYear: number, from: number, to: number) {
  const first = { year: inYear, month: from, day: 1 };
  if (!exists(first)) return null;
  return { first, last: { year: inYear, month: to, day: daysInMonth(inYear, to) } };
}

type DatedYear = Pick<MeantDate, 'day' | 'fullYear'>;

function mayBeSameDay({ day: one, ...left }: DatedYear, { day: other, ...right }: DatedYear): boolean {
  const sameYear =
    left.fullYear && right.fullYear ? one.year === other.year : one.year % 100 === other.year % 100;
  return sameYear && one.month === other.month && one.day === other.day;
}

export const mayMean = (text: string, day: CalendarDay): boolean =>
  meantDates(text).some((meant) => mayBeSameDay(meant, { day, fullYear: true }));

/** Whether two ambiguous texts are written alike, or each can mean only the same one day. */
export function meanTheSame(one: string, other: string): boolean {
  if (bare(one) === bare(other)) return true;
  const [left, leftToo] = meantDates(one);
  const [right, rightToo] = meantDates(other);
  if (left === undefined || right === undefined || leftToo !== undefined || rightToo !== undefined)
    return false;
  return mayBeSameDay(left, right);
}

/** Words, figures and date signs without leading zeros: `3/4/27` for `03/04/27`. */
export function bare(text: string): string {
  const parts = text.toLowerCase().match(/[\p{L}]+|\d+|[./-]/gu) ?? [];
  return parts.map((part) => part.replace(/^0+(?=\d)/, '')).join(' ');
}
