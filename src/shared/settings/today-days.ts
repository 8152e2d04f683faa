/**
 * What expires within so many days is urgent, where other things only expire soon: no longer than a week, and never longer than
 * what counts as soon (docs/decisions/settings.md).
 */
export function urgentDays(soonDays: number): number {
  return Math.min(7, soonDays);
}

/** A vendor counts as newly stopped for so many days. */
export const becameBlockedDays = 7;

/** Days a vendor has to reply to a request. */
export const replyDays = 3;
