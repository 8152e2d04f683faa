/** How long to wait between tries, in milliseconds. */
export interface BackoffPolicy {
  firstMs: number;
  maxMs: number;
}

/** For entries: from one second to a quarter of an hour. */
export const entryBackoff: BackoffPolicy = { firstMs: 1000, maxMs: 15 * 60 * 1000 };

/**
 * Full jitter: a random wait between nothing and the doubled step, so that many waiting entries do not come back together.
 * Source: the AWS builders' article on exponential backoff and jitter.
 * @param tries how many tries have been made, 1 or more
 * @param random from 0 to below 1
 */
export function fullJitter(policy: BackoffPolicy, tries: number, random: number): number {
  const step = Math.min(policy.maxMs, policy.firstMs * 2 ** Math.min(tries - 1, 40));
  return Math.round(random * step);
}
