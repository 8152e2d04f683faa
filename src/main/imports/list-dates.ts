import { dayText, isoDay, readDate, utcDay, type CalendarDay } from '#shared/base/dates.ts';
import type { ImportField } from '#shared/imports/import-fields.ts';
import { readServiceDate, twoWaysMessage, type DateRule } from '#shared/service/service-dates.ts';
import type { CellFinding } from './contact-cells.ts';
import { isDateField } from './field-text.ts';
import type { ColumnDateOrder, DateOrders } from './list-rules.ts';
import { createPace } from './pace.ts';
import type { FileRow } from './reading.ts';

const inFigures = /^(\d{1,2})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{2,4})/;
/** Month and day, or day and month, and a year, without separators. */
const eightFigures = /^(\d{2})()(\d{2})((?:19|20)\d{2})$/;
const isoDate = /^\d{4}-\d{2}-\d{2}/;
const maxHeading = 500;
/** One order needs so many times as many dates as the other, for the others to be mistakes. */
const clearMajority = 5;

/** The order in a heading, as in `Expires (DD/MM/YYYY)`. */
const orderInHeading = /\b(d{1,2}|m{1,4})[/. -]{0,3}(?:d{1,2}|m{1,4})[/. -]{0,3}c{0,2}y{2,4}\b/i;

/** The order that each column of dates shows over all rows; else that of its heading, the workspace, or the other columns. */
export async function readDateOrders(
  rows: readonly FileRow[],
  fields: readonly ImportField[],
  headings: readonly string[],
  ofWorkspace: DateRule['order'],
  stopped: () => boolean,
): Promise<DateOrders> {
  const orders = new Map<number, ColumnDateOrder>();
  const pace = createPace();
  for (const [column, field] of fields.entries()) {
    if (!isDateField(field)) continue;
    const seen = { month_first: 0, day_first: 0, swappable: 0, whole: 0 };
    for (const { cells } of rows) {
      const text = cells[column] ?? '';
      const shown = shownOrder(text);
      if (shown !== null) seen[shown] += 1;
      if (isoDate.test(text)) seen[Number(text.slice(8, 10)) > 12 ? 'whole' : 'swappable'] += 1;
      if (!pace.due()) continue;
      await pace.rest();
      if (stopped()) return orders;
    }
    const order = getOrder(seen, headingOrder(headings[column] ?? '') ?? ofWorkspace);
    if (order !== null) orders.set(column, order);
  }
  const [first, ...others] = new Set(orders.values());
  for (const [column, field] of fields.entries())
    if (first !== undefined && isDateField(field) && !orders.has(column))
      orders.set(column, others.length === 0 ? first : 'unclear');
  return orders;
}

function headingOrder(heading: string): DateRule['order'] {
  const first = orderInHeading.exec(heading.slice(0, maxHeading))?.[1];
  if (first === undefined) return null;
  return /^d/i.test(first) ? 'day_first' : 'month_first';
}

/** The only order in which a text in figures is a date. */
function shownOrder(text: string): DateRule['order'] {
  const match = inFigures.exec(text) ?? eightFigures.exec(text);
  if (match === null) return null;
  const [, first, sign, second, year] = match;
  // 27-03-31 may begin with its year.
  if (sign === '-' && first?.length === 2 && year?.length === 2) return null;
  const one = Number(first);
  const other = Number(second);
  if (one > 12 && one <= 31 && other <= 12) return 'day_first';
  return other > 12 && other <= 31 && one <= 12 ? 'month_first' : null;
}

function getOrder(
  seen: Record<'month_first' | 'day_first' | 'swappable' | 'whole', number>,
  said: DateRule['order'],
): ColumnDateOrder | null {
  const { month_first: monthFirst, day_first: dayFirst } = seen;
  if (monthFirst + dayFirst === 0) return said;
  if (dayFirst > 0 && monthFirst === 0 && seen.swappable > 0 && seen.whole === 0) return 'swapped';
  const shown = monthFirst > dayFirst ? 'month_first' : 'day_first';
  const isClear = Math.max(monthFirst, dayFirst) >= Math.min(monthFirst, dayFirst) * clearMajority;
  return isClear && (said === null || said === shown) ? shown : 'unclear';
}

/** The days that bare figures may mean: five count days as in a spreadsheet, eight are month, day and year or day, month and year. */
function figuresAlone(text: string, order: ColumnDateOrder | null, from1904: boolean): CalendarDay[] {
  if (/^[2-6]\d{4}$/.test(text)) {
    const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
    return [utcDay(epoch + Number(text) * 86_400_000)];
  }
  const [, one = '', , other = '', year = ''] = eightFigures.exec(text) ?? [];
  const written = [
    ...(order === 'day_first' ? [] : [`${year}-${one}-${other}`]),
    ...(order === 'month_first' ? [] : [`${year}-${other}-${one}`]),
  ];
  const days = written.map((iso) => readDate(iso)?.day);
  return [...new Map(days.flatMap((day) => (day === undefined ? [] : [[isoDay(day), day]]))).values()];
}

/** The problem of a date that is clear and written in another form, and its correction. */
export const rewriteDate = (day: CalendarDay) => ({
  problem: `This reads as ${dayText(day)}. Enter it as ${isoDay(day)}.`,
  fix: isoDay(day),
});

/** What is wrong with a cell of a date. Month, day and a full year are read as in the US unless something shows another order. */
export function dateFinding(
  text: string,
  order: ColumnDateOrder | null,
  example: string,
  from1904 = false,
): CellFinding | null {
  const plain = readDate(text);
  if (plain !== null && plain.day.year <= 1900)
    return {
      problem: 'A spreadsheet shows this where it has no date. Enter one, or clear the cell.',
      fix: '',
    };
  if (order === 'swapped' && plain !== null && isoDate.test(text) && plain.day.day <= 12) {
    if (plain.day.day === plain.day.month) return null;
    const other = { ...plain.day, month: plain.day.day, day: plain.day.month };
    return {
      problem: `A spreadsheet may have swapped this: it ${twoWaysMessage([plain.day, other])}. Enter it as ${example}.`,
    };
  }
  const counted = figuresAlone(text, order, from1904);
  if (counted.length === 1 && counted[0] !== undefined) return rewriteDate(counted[0]);
  if (counted.length > 1) return { problem: `This ${twoWaysMessage(counted)}. Enter it as ${example}.` };
  if (order === null && plain !== null) return null;
  const readingOrder = order === 'swapped' ? 'day_first' : order === 'unclear' ? null : order;
  const date = readServiceDate(text, { order: readingOrder, epoch: null });
  if (date.kind === 'two_ways')
    return { problem: `This ${twoWaysMessage(date.days)}. Enter it as ${example}.` };
  if (date.kind === 'unreadable') return { problem: `Enter a date as ${example}.` };
  const { day, clock } = date.reading;
  if (plain !== null && isoDay(plain.day) === isoDay(day)) return null;
  return clock === null ? rewriteDate(day) : { problem: `Enter a date as ${example}.` };
}
