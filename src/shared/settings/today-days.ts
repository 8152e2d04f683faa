/** What expires within so many days is urgent: a week, or less where soon is less (docs/decisions/settings.md). */
export const urgentDays = (soonDays: number): number => Math.min(7, soonDays);

export const becameBlockedDays = 7;

export const replyDays = 3;
