import type { QueueCondition } from '#shared/outbox/outbox.ts';
import {
  afterBusy,
  afterFailure,
  afterRedirect,
  afterSuccess,
  allowedAtOnce,
  closedBreaker,
  withKnown,
  withTrialNow,
  type BreakerState,
  type KnownTroubles,
} from './breaker.ts';
import type { ClaimOrder } from './entry-claims.ts';
import type { ServiceSign } from '../service-client/service-sign.ts';
import type { QueueFlags } from './queue-flags.ts';

/** Conditions of the queue that come from the service's answers. */
export type TroubleCondition = Extract<QueueCondition, { kind: 'busy' | 'server_trouble' | 'redirected' }>;

/**
 * Whether the service's answers hold everything back for a while, since it is down or said to wait, or one request is
 * in trouble by itself (docs/decisions/one-bad-entry.md). @param saving runs a write that may fail
 */
export function createServiceTrouble(
  flags: QueueFlags,
  now: () => number,
  saving: (write: () => void) => void,
) {
  let breaker: BreakerState = flags.breaker();
  /** The service has asked for silence. After it one request goes at a time, until one is answered well. */
  let silenceKept = false;
  /** Entries that a person wants to send now although the service is left alone; one at a time. */
  const wanted = new Set<string>();

  function setBreaker(next: BreakerState): void {
    const opened = next.openUntil !== breaker.openUntil;
    breaker = next;
    if (opened) saving(() => flags.setBreaker(next));
  }

  function condition(): TroubleCondition | null {
    const at = now();
    const busyUntil = flags.busyUntil();
    if (busyUntil !== null && busyUntil > at) return { kind: 'busy', until: busyUntil };
    const until = breaker.openUntil !== null && breaker.openUntil > at ? breaker.openUntil : null;
    if (breaker.pointsTo !== null) return { kind: 'redirected', ...breaker.pointsTo, until };
    return until === null ? null : { kind: 'server_trouble', until };
  }

  function noteBusy(subject: string, until: number): void {
    const { state, shared } = afterBusy(breaker, subject);
    setBreaker(state);
    if (!shared) return;
    silenceKept = true;
    saving(() => flags.setBusyUntil(until));
  }

  function endSilence(): void {
    saving(() => flags.setBusyUntil(null));
  }

  return {
    /** Takes over what an earlier run stored, once it counts for this one, and what else is known of it. */
    load(known: KnownTroubles): void {
      breaker = withKnown(flags.breaker(), known);
      silenceKept = breaker.askedToWait.length > 0;
    },
    /** Takes what a request met. Returns whether the trouble, where there is any, is this one's own. */
    note(sign: ServiceSign, subject: string): boolean {
      // Reading the clock may show that it was set, which shifts the times here.
      const at = now();
      const own = breaker.own.includes(subject);
      switch (sign.kind) {
        case 'healthy':
          if ((flags.busyUntil() ?? 0) <= at) silenceKept = false;
          setBreaker(afterSuccess(breaker, subject));
          break;
        case 'no_answer':
        case 'trouble':
          setBreaker(afterFailure(breaker, subject, at));
          break;
        case 'redirected':
          setBreaker(afterRedirect(breaker, subject, sign.location, at));
          break;
        case 'busy':
          noteBusy(subject, at + sign.waitMs);
          break;
        case 'unreachable':
        case 'unexpected_responder':
        case 'token_refused':
          break;
      }
      return own;
    },
    condition,
    allowed(slots: number): number {
      const current = condition();
      if (current === null) return allowedAtOnce(breaker, now(), silenceKept ? Math.min(slots, 1) : slots);
      if (current.until === null) return allowedAtOnce(breaker, now(), slots);
      return wanted.size > 0 ? Math.min(slots, 1) : 0;
    },
    /** Where the service is left alone or just tried again, one request has to show as much as it can; `trial`: so it has now. */
    claimOrder(trial: boolean): ClaimOrder {
      const restrained = trial || breaker.openUntil !== null || condition()?.kind === 'busy';
      if (restrained && wanted.size > 0) return { kind: 'only', ids: [...wanted] };
      return restrained || silenceKept ? { kind: 'least_tried' } : { kind: 'in_turn' };
    },
    noteClaims(order: ClaimOrder, claimed: readonly { id: string }[]): void {
      if (order.kind === 'only' && claimed.length > 0) for (const { id } of claimed) wanted.delete(id);
      else wanted.clear();
    },
    /** A person wants these to go now: each is tried though the service is left alone. */
    want(ids: readonly string[]): void {
      for (const id of ids) wanted.add(id);
    },
    /** The wait is over, because a person wants to know. */
    endWait(): void {
      endSilence();
      setBreaker(withTrialNow(breaker, now()));
    },
    forget(): void {
      endSilence();
      setBreaker(closedBreaker);
    },
    /** The wall clock was set. Throws where that cannot be written. */
    shift(byMs: number): void {
      const busyUntil = flags.busyUntil();
      if (busyUntil !== null) flags.setBusyUntil(busyUntil + byMs);
      if (breaker.openUntil !== null) setBreaker({ ...breaker, openUntil: breaker.openUntil + byMs });
    },
    /** Saves the breaker again. Throws if it cannot be saved. */
    write(): void {
      flags.setBreaker(breaker);
    },
  };
}
