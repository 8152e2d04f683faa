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

export type ResultSorting = ReturnType<typeof createResultSorting>;

/** So many results are sorted in one commit before other work has its turn. */
const slice = 25;
/** Set until every result is sorted by the rules of now. A migration sets it where this version judges results differently. */
const toSort = 'results.to_sort';
const sortedBy = 'results.sorted_by';

/** Sorts the results that are kept anew, after the person changed what words mean, or how scores and dates are read has changed. */
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
  /** Notes what is kept of a result by the rules that hold now; returns its status, null where nothing can be read. */
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

  /** Sorts all results once; false where it was stopped, or superseded by a later change that begins again from the first one. */
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
      // Settings that were changed with the caller's transaction count from the next turn on.
      await nextTurn();
      const before = rules();
      if (!(await sortAll(mine))) return;
      // What was observed on the way may have brought about other rules for those that were sorted first.
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
    /** Goes on with what an earlier run did not get through, or was sorted by other rules. */
    start(): void {
      // An administrator may have settled another scale or form of dates since.
      const sameRules = isDeepStrictEqual(stored.read(sortedBy, z.unknown()) ?? firstRules, rules());
      if (!sameRules || stored.read(toSort, z.literal(true)) === true) begin();
    },
    stop(): void {
      stopped = true;
    },
  };
}
