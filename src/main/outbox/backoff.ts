/** How long to wait between tries, in milliseconds. */
export interface BackoffPolicy {
  firstMs: number;
  maxMs: number;
}

/** For entries: from one second to a quarter of an hour. */
export const entryBackoff: BackoffPolicy = { firstMs: 1000, maxMs: 15 * 60 * 1000 };

/** Full jitter (AWS, exponential backoff and jitter). `tries`: from 1 on; `random`: from 0 to below 1. */
export function fullJitter(policy: BackoffPolicy, tries: number, random: number): number {
  const step = Math.min(policy.maxMs, policy.firstMs * 2 ** Math.min(tries - 1, 40));
  return Math.round(random * step);
}
