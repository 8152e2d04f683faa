const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

const firstMs = 5000;
const maxMs = 5 * minute;
/** For so long after the start a result is looked for in growing steps, and so long an unknown id is asked for. */
export const closeWatchMs = day;
/** From then on hourly for 30 days. After that only when a person asks. */
const hourlyWatchMs = closeWatchMs + 30 * day;
/** How far ahead a check can be planned at most. */
export const maxWatchWaitMs = hour + 10 * minute;

/** The first look at a result: a short while after the request, or at once where the result may have been in for long. */
export function firstCheckAt(now: number, random: number): number {
  return now + jittered(firstMs, random);
}

/**
 * The next check: after 5 s, doubling to 5 min for a day, hourly for 30 days, then null. With jitter. `checks`: from 1 on;
 * `unknownId`: a day only.
 */
export function nextCheckAt(
  startedAt: number,
  checks: number,
  now: number,
  random: number,
  unknownId: boolean,
): number | null {
  const age = Math.max(now - startedAt, 0);
  if (age < closeWatchMs) return now + jittered(Math.min(maxMs, firstMs * 2 ** Math.min(checks, 20)), random);
  if (!unknownId && age < hourlyWatchMs) return now + jittered(hour, random);
  return null;
}

function jittered(ms: number, random: number): number {
  return Math.round(ms * (0.85 + 0.3 * random));
}
