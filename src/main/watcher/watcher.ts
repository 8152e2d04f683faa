import type { CallError } from '#shared/ipc/call.ts';
import type { ResultKind } from '#shared/service/result-kinds.ts';
import type { Clock, Timer } from '../clock.ts';
import type { DueWatch, WatchStore } from '../store/watches.ts';
import { nextCheckAt } from './schedule.ts';

/** A result that was not in before, and whether it needs a person. */
interface Arrival {
  needsYou: boolean;
}

/**
 * The outcome of a check. `not_made`: the service was not asked, or its answer (`error`) says nothing about the result.
 * `notBefore`: the service allows no check of this one before then. A `problem` with an `error` is the service's own.
 */
export type CheckOutcome =
  | { kind: 'final'; arrived?: Arrival }
  | { kind: 'open'; arrived?: Arrival }
  | { kind: 'unknown_id'; problem: string }
  | { kind: 'problem'; problem: string; error?: CallError; notBefore?: number | null }
  | { kind: 'not_made'; error: CallError | null; notBefore?: number | null };

interface Parts {
  watches: WatchStore;
  clock: Clock;
  random: () => number;
  /** Whether the service may be read now: reachable, signed in, not held back. */
  canRead(): boolean;
  concurrency(): number;
  /** After how many days a final result is checked again; 0: never. */
  recheckDays(kind: ResultKind): number;
  /** Reads a result and stores it. `asked`: a person waits for it. */
  check(kind: ResultKind, subject: string, asked: boolean): Promise<CheckOutcome>;
  /** A person now waits for a running check. */
  expedite(kind: ResultKind, subject: string): void;
  /** Called after the result and the next check are stored. `asked`: by a person. */
  onChecked(kind: ResultKind, subject: string, outcome: CheckOutcome, asked: boolean): void;
  onFault: (error: unknown) => void;
}

const dayMs = 24 * 60 * 60 * 1000;
const recheckAfterTroubleMs = 60 * 60 * 1000;
const maxSleep = 30_000;
const putOffMs = 15_000;
/** The pause after a result could not be stored. */
const faultPauseMs = 15_000;

/** Reads results on the stored schedule until their status word is a final one. */
export function createWatcher(parts: Parts) {
  const { watches, clock } = parts;
  const underWay = new Map<string, Promise<CheckOutcome>>();
  /** Checks that a person wanted, even where the schedule began them. */
  const askedFor = new Set<string>();
  let running = false;
  let timer: Timer | null = null;
  let pausedUntil = -Infinity;

  function plan(): void {
    timer?.cancel();
    if (!running) return;
    timer = clock.after(untilNextLook(), look);
  }

  /** In milliseconds; after a pause where the schedule cannot be read. */
  function untilNextLook(): number {
    const now = clock.wall();
    try {
      const canLook = mayLook() && underWay.size < parts.concurrency();
      if (canLook && waiting(now).length > 0) return 0;
      return Math.min((watches.nextDue(now) ?? Infinity) - now, maxSleep);
    } catch (error) {
      pauseFor(error);
      return faultPauseMs;
    }
  }

  function pauseFor(error: unknown): void {
    parts.onFault(error);
    pausedUntil = clock.steady() + faultPauseMs;
  }

  function mayLook(): boolean {
    return parts.canRead() && clock.steady() >= pausedUntil;
  }

  /** Puts this check off; where not even that can be stored, all of them. */
  function fault(watch: DueWatch, error: unknown): void {
    parts.onFault(error);
    try {
      watches.putOff(watch.kind, watch.subject, clock.wall() + putOffMs);
    } catch (storeError) {
      pauseFor(storeError);
    }
    plan();
  }

  /** Checks that are due and not being made already. */
  function waiting(now: number): DueWatch[] {
    return watches
      .due(now, underWay.size + parts.concurrency())
      .filter((watch) => !underWay.has(toKey(watch.kind, watch.subject)));
  }

  function look(): void {
    if (!running) return;
    try {
      if (mayLook()) lookAtWaiting();
    } catch (error) {
      pauseFor(error);
    }
    plan();
  }

  function lookAtWaiting(): void {
    const room = parts.concurrency() - underWay.size;
    for (const watch of waiting(clock.wall()).slice(0, Math.max(room, 0))) {
      checkOne(watch).catch((error: unknown) => {
        fault(watch, error);
      });
    }
  }

  function checkOne(watch: DueWatch, asked = false): Promise<CheckOutcome> {
    const key = toKey(watch.kind, watch.subject);
    const known = underWay.get(key);
    if (known !== undefined) {
      if (asked) parts.expedite(watch.kind, watch.subject);
      return known;
    }
    const work = parts
      .check(watch.kind, watch.subject, asked)
      .then((outcome) => {
        settle(watch, outcome);
        parts.onChecked(watch.kind, watch.subject, outcome, askedFor.delete(key));
        return outcome;
      })
      .finally(() => {
        underWay.delete(key);
        askedFor.delete(key);
        plan();
      });
    underWay.set(key, work);
    return work;
  }

  function settle(watch: DueWatch, outcome: CheckOutcome): void {
    const now = clock.wall();
    if (outcome.kind === 'not_made') {
      watches.putOff(watch.kind, watch.subject, Math.max(outcome.notBefore ?? 0, now) + putOffMs);
      return;
    }
    const notBefore = outcome.kind === 'problem' ? (outcome.notBefore ?? 0) : 0;
    const problem = outcome.kind === 'unknown_id' || outcome.kind === 'problem' ? outcome.problem : null;
    const unknownId = outcome.kind === 'unknown_id';
    const planned = nextCheckAt(watch.startedAt, watch.checks + 1, now, parts.random(), unknownId);
    const open = planned === null ? 'by_hand' : Math.max(planned, notBefore);
    // A final result stays final; a failed recheck is repeated at the schedule's longest pace.
    const isFinal = outcome.kind === 'final' || (watch.state === 'settled' && outcome.kind !== 'open');
    const next = isFinal ? { recheckAt: recheckAt(watch.kind, now, outcome, notBefore) } : open;
    watches.checked(watch.kind, watch.subject, { at: now, next, problem });
  }

  function recheckAt(kind: ResultKind, now: number, outcome: CheckOutcome, notBefore: number): number | null {
    const days = parts.recheckDays(kind);
    if (days === 0) return null;
    const ms = outcome.kind === 'final' ? days * dayMs : recheckAfterTroubleMs;
    return Math.max(now + Math.round(ms * (0.9 + 0.2 * parts.random())), notBefore);
  }

  return {
    start(): void {
      running = true;
      plan();
    },
    wake: plan,
    /** Checks one now. `alone`: a person waits for this one alone. */
    checkNow(kind: ResultKind, subject: string, alone: boolean = true): Promise<CheckOutcome> {
      const watch = watches.get(kind, subject);
      if (watch === null) return Promise.resolve({ kind: 'not_made', error: null });
      askedFor.add(toKey(kind, subject));
      return checkOne(watch, alone);
    },
    async stop(): Promise<void> {
      running = false;
      timer?.cancel();
      await Promise.allSettled(underWay.values());
    },
  };
}

function toKey(kind: ResultKind, subject: string): string {
  return `${kind} ${subject}`;
}
