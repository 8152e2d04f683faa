/** How far ahead Today looks for licenses that run out, in days. */
export const expiryHorizonDays = 30;

/** So many days back Today looks for vendors that became blocked. */
export const becameBlockedDays = 7;
