import { z } from 'zod';
import { longestRetryAfterMs } from './retry-after.ts';

/** How the circuit breaker stands. Kept in the database, so that a restart does not hammer a server that is down. */
export const breakerState = z.object({
  /** Failures in a row. */
  failures: z.number(),
  /** How often it opened in a row; each time it waits longer. */
  openings: z.number(),
  /** Closed where null. After this wall time one trial may go out. */
  openUntil: z.number().nullable(),
});
export type BreakerState = z.infer<typeof breakerState>;

export const closedBreaker: BreakerState = { failures: 0, openings: 0, openUntil: null };

const failuresToOpen = 5;
const firstWaitMs = 15_000;
const longestWaitMs = 15 * 60 * 1000;

/** After an answer that shows the server at work. */
export function afterSuccess(): BreakerState {
  return closedBreaker;
}

/** After an answer, or a silence, that shows the server in trouble. A failed trial opens it again at once. */
export function afterFailure(state: BreakerState, now: number): BreakerState {
  const failures = state.failures + 1;
  const trialFailed = state.openUntil !== null && now >= state.openUntil;
  if (!trialFailed && failures < failuresToOpen) return { ...state, failures };
  if (state.openUntil !== null && !trialFailed) return { ...state, failures };
  const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(state.openings, 20));
  return { failures, openings: state.openings + 1, openUntil: now + wait };
}

/** How many requests may be under way: all, one trial, or none. */
export function allowedAtOnce(state: BreakerState, now: number, usual: number): number {
  if (state.openUntil === null) return usual;
  return now >= state.openUntil ? Math.min(usual, 1) : 0;
}

/** A stored state as it counts now: a wait beyond the longest possible comes from a clock that was wrong. */
export function clampBreaker(state: BreakerState, now: number): BreakerState {
  if (state.openUntil === null) return state;
  return { ...state, openUntil: Math.min(state.openUntil, now + longestRetryAfterMs) };
}
