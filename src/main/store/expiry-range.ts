import { isoDay, localDay } from '#shared/base/dates.ts';

/** Days from the first to the last, both among them, as 2027-03-31. */
export interface ExpiryRange {
  from: string;
  to: string;
}

/** From today, in this computer's time, to the day so many days ahead. */
export function expiryRange(withinDays: number, now: number): ExpiryRange {
  const today = localDay(new Date(now));
  const last = localDay(new Date(today.year, today.month - 1, today.day + withinDays));
  return { from: isoDay(today), to: isoDay(last) };
}
