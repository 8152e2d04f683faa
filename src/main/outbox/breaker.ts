import { z } from 'zod';
import { maxRetryAfterMs } from '../service-client/retry-after.ts';

/**
 * The circuit breaker's state. Stored, so that a restart does not hammer a server that is down. It names the subjects of
 * requests (an entry, a result, a vendor), because the service may be well and choke on just one of them.
 */
export const breakerState = z.object({
  /** Subjects that failed since the last good answer, each once. */
  failed: z.array(z.string()),
  askedToWait: z.array(z.string()),
  /** Subjects in trouble by themselves: they failed or were asked to wait before others were answered well. */
  own: z.array(z.string()),
  /** Closed where null. After this wall time one trial may go out. */
  openUntil: z.number().nullable(),
  /** Where the service pointed instead of answering, since the last good answer. */
  pointsTo: z.object({ location: z.string().nullable() }).nullable(),
});
export type BreakerState = z.infer<typeof breakerState>;

export const closedBreaker: BreakerState = {
  failed: [],
  askedToWait: [],
  own: [],
  openUntil: null,
  pointsTo: null,
};

/** Troubles known from the entries' history, each the longest ago first. */
export interface KnownTroubles {
  /** Subjects that were asked to wait since the last good answer. */
  askedToWait: string[];
  own: string[];
}

const failuresToOpen = 5;
const firstWaitMs = 15_000;
const maxWaitMs = 15 * 60 * 1000;
/** With so many the wait is the longest anyway. */
const maxNamed = 16;
/** More are no longer exceptions and count again. */
const maxExceptions = 20;

/** After a good answer. Other subjects that failed before failed by themselves. */
export function afterSuccess(state: BreakerState, subject: string): BreakerState {
  const { failed, askedToWait, own, openUntil, pointsTo } = state;
  const quiet = failed.length === 0 && askedToWait.length === 0 && openUntil === null && pointsTo === null;
  if (quiet && !own.includes(subject)) return state;
  const exceptions = new Set([...own, ...failed, ...askedToWait]);
  exceptions.delete(subject);
  return { ...closedBreaker, own: [...exceptions].slice(-maxExceptions) };
}

/** After an answer, or silence, that shows trouble. Opens after several different requests failed in a row. */
export function afterFailure(state: BreakerState, subject: string, now: number): BreakerState {
  if (state.own.includes(subject)) return state;
  const failed = withName(state.failed, subject);
  const stillOpen = state.openUntil !== null && now < state.openUntil;
  if (stillOpen || (state.openUntil === null && failed.length < failuresToOpen)) return { ...state, failed };
  const doubled = Math.max(failed.length - failuresToOpen, 0);
  return { ...state, failed, openUntil: now + Math.min(maxWaitMs, firstWaitMs * 2 ** doubled) };
}

/** After an answer that points to another address: trouble too, and the address is kept for the person. */
export function afterRedirect(
  state: BreakerState,
  subject: string,
  location: string | null,
  now: number,
): BreakerState {
  if (state.own.includes(subject)) return state;
  return { ...afterFailure(state, subject, now), pointsTo: { location } };
}

/** After the service said to wait. `shared`: it applies to all, not just to this subject. */
export function afterBusy(state: BreakerState, subject: string): { state: BreakerState; shared: boolean } {
  if (state.own.includes(subject)) return { state, shared: false };
  return { state: { ...state, askedToWait: withName(state.askedToWait, subject) }, shared: true };
}

/** The wait is over at once, because a person wants to know: the next request is the trial. */
export const withTrialNow = (state: BreakerState, now: number): BreakerState =>
  state.openUntil === null ? state : { ...state, openUntil: Math.min(state.openUntil, now) };

/** How many requests may be under way: all, one trial, or none. */
export function allowedAtOnce(state: BreakerState, now: number, usual: number): number {
  if (state.openUntil === null) return usual;
  return now >= state.openUntil ? Math.min(usual, 1) : 0;
}

/** The state of an earlier run, with the troubles from the entries' history. */
export function withKnown(state: BreakerState, known: KnownTroubles): BreakerState {
  const own = [...new Set([...known.own, ...state.own])].slice(-maxExceptions);
  const askedToWait = [...new Set([...known.askedToWait, ...state.askedToWait])].filter(
    (name) => !own.includes(name),
  );
  return { ...state, own, askedToWait: askedToWait.slice(-maxNamed) };
}

/** Cuts a wait longer than possible, which comes from a wrong clock. */
export function clampBreaker(state: BreakerState, now: number): BreakerState {
  if (state.openUntil === null) return state;
  return { ...state, openUntil: Math.min(state.openUntil, now + maxRetryAfterMs) };
}

const withName = (names: readonly string[], name: string): string[] =>
  names.includes(name) ? [...names] : [...names, name].slice(-maxNamed);
