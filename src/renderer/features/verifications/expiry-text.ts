import { daysUntil, localDay, readDate } from '#shared/base/dates.ts';
import type { ExpiryPart } from '#shared/ipc/expiry.ts';

const longMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

const getFirst = (month: string) => new Date(`${month}-01T00:00:00Z`);

/** A part of the time as the end of a sentence: `Expired licenses`, `Licenses that expire in June 2026`. */
export function listTitle(part: ExpiryPart | null): string {
  switch (part) {
    case null:
      return 'All with an expiration date, soonest first';
    case 'overdue':
      return 'Expired licenses';
    case 'later':
      return 'Licenses that expire later';
    case 'two_ways':
      return 'Licenses with an unclear expiration date';
    default:
      return `Licenses that expire in ${longMonth.format(getFirst(part))}`;
  }
}

/** A part as it stands below its bar; the year is shown where it begins, and spoken at each month. */
export function barLabel(
  part: ExpiryPart,
  first: boolean,
): { month: string; year: string | null; yearShown: boolean } {
  switch (part) {
    case 'overdue':
      return { month: 'Expired', year: null, yearShown: false };
    case 'later':
      return { month: 'Later', year: null, yearShown: false };
    case 'two_ways':
      return { month: 'Unclear', year: null, yearShown: false };
    default:
      return {
        month: shortMonth.format(getFirst(part)),
        year: part.slice(0, 4),
        yearShown: first || part.endsWith('-01'),
      };
  }
}

/** A part in full, for those who listen. */
export function partName(part: ExpiryPart): string {
  switch (part) {
    case 'overdue':
      return 'Expired';
    case 'later':
      return 'Later';
    case 'two_ways':
      return 'Unclear date';
    default:
      return longMonth.format(getFirst(part));
  }
}

/** How many licenses, in words: `1 license`, `1,240 licenses`. */
export function licenses(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'license' : 'licenses'}`;
}

/** How far an expiration date is away from `now`: `in 23 days`, `today`, `3 days ago`; null where it cannot be read. */
export function daysLeft(date: string | null, now: number): { days: number; words: string } | null {
  const day = readDate(date)?.day;
  if (day === undefined) return null;
  const days = daysUntil(day, localDay(new Date(now)));
  const counted = `${Math.abs(days).toLocaleString('en-US')} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  if (days === 0) return { days, words: 'today' };
  return { days, words: days > 0 ? `in ${counted}` : `${counted} ago` };
}
