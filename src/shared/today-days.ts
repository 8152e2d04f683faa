/** How far ahead Today looks for licenses that expire, in days. */
export const expiryHorizonDays = 30;

/** A vendor counts as newly stopped for so many days. */
export const becameBlockedDays = 7;

/** What expires within so many days needs a person now. */
export const endsSoonDays = 7;

/** Days a vendor has to reply to a request. */
export const replyDays = 3;
