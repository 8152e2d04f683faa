/** How far ahead Today looks for licenses that expire, in days. */
export const expiryHorizonDays = 30;

/** A vendor counts as newly stopped for so many days. */
export const becameBlockedDays = 7;

/** What expires within so many days needs a person now. */
export const endsSoonDays = 7;

/** A vendor that was asked for something has so many days to reply. */
export const replyDays = 3;
