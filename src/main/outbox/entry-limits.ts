/** Attempts that reached the service after which an entry is left to a person. */
export const maxAttempts = 50;
/** How often an entry whose fate is unknown is sent again unasked, where the workspace says that it does no harm. */
export const maxUnaskedRepeats = 3;
/** How long after its first attempt that reached the service an entry is still tried, in milliseconds. */
export const maxTrying = 7 * 24 * 60 * 60 * 1000;

/** Whether an entry has been tried enough; it is then kept as `dead`, never dropped. */
export function isTriedOut(countedAttempts: number, firstCountedAt: number | null, now: number): boolean {
  if (countedAttempts >= maxAttempts) return true;
  return firstCountedAt !== null && now - firstCountedAt >= maxTrying;
}
