import type { CalendarDay } from '../base/dates.ts';

/** Days since 1970-01-01, for counting. */
export type DayNumber = number;

const dayMs = 86_400_000;

/** @param day as 2027-03-31 */
export function toDayNumber(day: string): DayNumber {
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}

/** The day as 2027-03-31. */
export function fromDayNumber(day: DayNumber): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

export function toCalendarDay(day: DayNumber): CalendarDay {
  const moment = new Date(day * dayMs);
  return { year: moment.getUTCFullYear(), month: moment.getUTCMonth() + 1, day: moment.getUTCDate() };
}

/** Returns the function that gives the calendar day of a moment (milliseconds since 1970) in an IANA time zone. */
export function createCalendar(timeZone: string): (at: number) => DayNumber {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (at) => toDayNumber(format.format(at));
}
