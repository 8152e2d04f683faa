const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

const firstMs = 5000;
const maxMs = 5 * minute;
/** A result is checked in growing steps for this time, an unknown ID no longer. */
export const closeWatchMs = day;
/** Then hourly for 30 days, then only when a person asks. */
const hourlyWatchMs = closeWatchMs + 30 * day;
/** The longest time to a planned check. */
export const maxWatchWaitMs = hour + 10 * minute;

/** The first check of a result, shortly after the request. */
export const firstCheckAt = (now: number, random: number): number => now + jittered(firstMs, random);

/**
 * After 5 s, doubling to 5 min for a day, then hourly for 30 days, then null, with jitter. What a colleague added is checked
 * once a day: news comes from the colleague's computer, unless that is off. @param checks from 1 on
 */
export function nextCheckAt(
  startedAt: number,
  checks: number,
  now: number,
  random: number,
  { unknownId, isColleagues = false }: { unknownId: boolean; isColleagues?: boolean },
): number | null {
  const age = Math.max(now - startedAt, 0);
  if (age < (unknownId ? closeWatchMs : hourlyWatchMs) && isColleagues) return now + jittered(day, random);
  if (age < closeWatchMs) return now + jittered(Math.min(maxMs, firstMs * 2 ** Math.min(checks, 20)), random);
  if (!unknownId && age < hourlyWatchMs) return now + jittered(hour, random);
  return null;
}

const jittered = (ms: number, random: number): number => Math.round(ms * (0.85 + 0.3 * random));
