import type { CallError } from '#shared/ipc/call.ts';
import type { ResultKind } from '#shared/service/result-kinds.ts';
import type { Clock } from '../clock.ts';
import type { DueWatch, WatchStore } from '../store/watches.ts';
import { createDueReads } from './due-reads.ts';
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
const putOffMs = 15_000;

/** Reads results on the stored schedule until their status word is a final one. */
export function createWatcher(parts: Parts) {
  const { watches, clock } = parts;
  /** Checks that a person wanted, even where the schedule began them. */
  const askedFor = new Set<string>();
  const { readNow, ...reads } = createDueReads<DueWatch, CheckOutcome>(parts, {
    toKey: ({ kind, subject }) => toKey(kind, subject),
    due: (now, limit) => watches.due(now, limit),
    nextDue: (now) => watches.nextDue(now),
    read: checkOne,
    expedite: ({ kind, subject }) => parts.expedite(kind, subject),
    putOff: ({ kind, subject }, until) => watches.putOff(kind, subject, until),
  });

  async function checkOne(watch: DueWatch, asked: boolean): Promise<CheckOutcome> {
    const { kind, subject } = watch;
    try {
      const outcome = await parts.check(kind, subject, asked);
      settle(watch, outcome);
      parts.onChecked(kind, subject, outcome, askedFor.has(toKey(kind, subject)));
      return outcome;
    } finally {
      askedFor.delete(toKey(kind, subject));
    }
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
    const { isColleagues } = watch;
    const how = { unknownId, isColleagues };
    const planned = nextCheckAt(watch.startedAt, watch.checks + 1, now, parts.random(), how);
    const open = planned === null ? 'by_hand' : Math.max(planned, notBefore);
    // A final result stays final; a failed recheck is repeated at the schedule's longest pace.
    const isFinal = outcome.kind === 'final' || (watch.state === 'settled' && outcome.kind !== 'open');
    const next = isFinal ? { recheckAt: recheckAt(watch, now, outcome, notBefore) } : open;
    watches.checked(watch.kind, watch.subject, { at: now, next, problem });
  }

  function recheckAt(watch: DueWatch, now: number, outcome: CheckOutcome, notBefore: number): number | null {
    const days = parts.recheckDays(watch.kind);
    if (days === 0) return null;
    // Later where a colleague's computer checks it again, which tells of news.
    const late = watch.isColleagues ? days + 1 : days;
    const ms = outcome.kind === 'final' ? late * dayMs : recheckAfterTroubleMs;
    return Math.max(now + Math.round(ms * (0.9 + 0.2 * parts.random())), notBefore);
  }

  return {
    ...reads,
    /** Checks one now. `alone`: a person waits for this one alone. */
    checkNow(kind: ResultKind, subject: string, alone: boolean = true): Promise<CheckOutcome> {
      const watch = watches.get(kind, subject);
      if (watch === null) return Promise.resolve({ kind: 'not_made', error: null });
      askedFor.add(toKey(kind, subject));
      return readNow(watch, alone);
    },
  };
}

const toKey = (kind: ResultKind, subject: string): string => `${kind} ${subject}`;
