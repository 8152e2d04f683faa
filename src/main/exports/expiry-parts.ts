import { fromDayNumber, isoDay, toDayNumber, type CalendarDay } from '#shared/base/dates.ts';
import type { ExpiryPart } from '#shared/ipc/verifications.ts';
import type { ExpiryRange } from '../store/expiry.ts';

const monthsAhead = 12;

function monthStart(day: CalendarDay, after: number): CalendarDay {
  const months = day.year * 12 + (day.month - 1) + after;
  return { year: Math.floor(months / 12), month: (months % 12) + 1, day: 1 };
}

const dayBefore = (day: CalendarDay): string => fromDayNumber(toDayNumber(isoDay(day)) - 1);

export const everyDay: ExpiryRange = { from: '0000-01-01', to: '9999-12-31' };

/** The periods from `today`, in order and without gaps: expired, the rest of this month, eleven months, and later. */
export function expiryParts(today: CalendarDay): { part: ExpiryPart; days: ExpiryRange }[] {
  const months = Array.from({ length: monthsAhead }, (_unused, after) => {
    const first = after === 0 ? today : monthStart(today, after);
    return {
      part: isoDay(first).slice(0, 7),
      days: { from: isoDay(first), to: dayBefore(monthStart(today, after + 1)) },
    };
  });
  return [
    { part: 'overdue', days: { from: everyDay.from, to: dayBefore(today) } },
    ...months,
    { part: 'later', days: { from: isoDay(monthStart(today, monthsAhead)), to: everyDay.to } },
  ];
}

/** The days of a period; null for a month outside the next twelve, or for ambiguous dates. */
export function daysOfPart(part: ExpiryPart | null, today: CalendarDay): ExpiryRange | null {
  if (part === null) return everyDay;
  return expiryParts(today).find((known) => known.part === part)?.days ?? null;
}
