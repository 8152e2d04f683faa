import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { resultKinds, type ResultKind } from '#shared/service/result-kinds.ts';
import { readKept } from '#shared/service/envelope.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { verificationResult } from '#shared/service/verification.ts';
import type { WatchedSubject } from '../store/watches.ts';
import type { WorkspaceBase } from './base.ts';
import { firstRules, type ResultNoting } from './result-noting.ts';
import { isFinalWord, type ResultRules } from './result-summary.ts';

/** How many results are sorted in one commit. */
const slice = 25;
/** Set until every result is sorted by the current rules. A migration sets it where this version judges differently. */
const toSort = 'results.to_sort';
const sortedBy = 'results.sorted_by';

/** Sorts stored results again after the meaning of words or the reading of scores and dates changed. */
export function createResultSorting(
  { clock, stores, settings, events, emit, fault }: WorkspaceBase,
  noting: ResultNoting,
  rules: () => ResultRules,
) {
  const { stored, watches, readings, verifications, entryDetails } = stores;
  let round = 0;
  let running = false;
  let stopped = false;

  type Summarise = (subject: string, latest: { at: number; body: string }) => string | null;
  /** Stores a result by the current rules; returns its status, null where it cannot be read. */
  const summarise: Record<ResultKind, Summarise> = {
    verification(subject, { at, body }) {
      const reading = readKept(verificationResult, body, settings().envelope);
      if (reading === null) return null;
      const row = verifications.get(subject);
      const { data, dateForm } = entryDetails.verification(subject);
      const asked = { submitted: data, dateForm, requestId: row?.requestId ?? null };
      return noting.verification(subject, reading, asked, at, row?.evidence.lost ?? null).status;
    },
    document(subject, { at, body }) {
      const reading = readKept(documentResult, body, settings().envelope);
      return reading === null ? null : noting.document(subject, reading, at).status;
    },
  };

  function sortOne({ kind, subject, state }: WatchedSubject): void {
    const latest = readings.latestBody(kind, subject);
    const word = latest === null ? null : summarise[kind](subject, latest);
    if (state !== 'settled' || word === null || isFinalWord(word, settings())) return;
    watches.begin(kind, subject, clock.wall(), clock.wall());
  }

  /** Sorts all results once; false where it was stopped, or a later change began again from the first. */
  async function sortAll(mine: number): Promise<boolean> {
    let after: WatchedSubject | null = null;
    for (;;) {
      await nextTurn();
      if (stopped || mine !== round) return false;
      const subjects: WatchedSubject[] = watches.subjects(after, slice);
      after = subjects.at(-1) ?? null;
      if (after === null) return true;
      noting.transaction(() => subjects.forEach(sortOne));
      for (const [kind, sorted] of Map.groupBy(subjects, (one) => one.kind)) {
        emit(resultKinds[kind].changed, { ids: sorted.map(({ subject }) => subject) });
        events.emit('watches');
      }
    }
  }

  async function run(): Promise<void> {
    round += 1;
    running = true;
    const mine = round;
    for (;;) {
      // Settings changed in the caller's transaction apply from the next turn on.
      await nextTurn();
      const before = rules();
      if (!(await sortAll(mine))) return;
      // Observations on the way may have changed the rules for results sorted first.
      if (isDeepStrictEqual(before, rules())) break;
    }
    running = false;
    stored.write(sortedBy, rules());
    stored.remove(toSort);
  }

  function begin(): void {
    run().catch((error: unknown) => {
      running = false;
      fault('results_not_sorted', error);
    });
  }

  function note(): void {
    stored.write(toSort, true);
    begin();
  }

  // Noted inside the transaction of the change.
  events.on('resultRules', note);
  events.on('observedRules', () => {
    if (!running) note();
  });
  return {
    /** Continues an unfinished earlier run, or sorts again by other rules. */
    start(): void {
      // The administrator may have set another scale or date form.
      const sameRules = isDeepStrictEqual(stored.read(sortedBy, z.unknown()) ?? firstRules, rules());
      if (!sameRules || stored.read(toSort, z.literal(true)) === true) begin();
    },
    stop(): void {
      stopped = true;
    },
  };
}
