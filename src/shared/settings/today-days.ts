/** What expires within so many days is urgent: a week, or less where soon is less (docs/decisions/settings.md). */
export function urgentDays(soonDays: number): number {
  return Math.min(7, soonDays);
}

/** How long a vendor counts as newly blocked. */
export const becameBlockedDays = 7;

/** Days a vendor has to reply to a request. */
export const replyDays = 3;
