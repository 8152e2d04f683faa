import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ResultKind } from '#shared/result-kinds.ts';
import { readKept } from '#shared/service/envelope.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { verificationResult } from '#shared/service/verification.ts';
import type { WorkspaceSettings } from '#shared/settings.ts';
import type { Clock } from '../clock.ts';
import type { ReadingStore } from '../store/readings.ts';
import type { SettingStore } from '../store/settings.ts';
import type { VerificationStore } from '../store/verifications.ts';
import type { WatchedSubject, WatchStore } from '../store/watches.ts';
import { firstRules, type ResultNoting } from './result-noting.ts';
import { isFinalWord, type AskedCheck, type ResultRules } from './result-summary.ts';

interface Parts {
  stored: SettingStore;
  clock: Clock;
  watches: WatchStore;
  readings: ReadingStore;
  verifications: VerificationStore;
  noting: ResultNoting;
  rules(): ResultRules;
  submitted: (entryId: string) => Pick<AskedCheck, 'submitted' | 'dateForm'>;
  settings(): WorkspaceSettings;
  onSorted(kind: ResultKind, subjects: string[]): void;
  /** The rest stays as it was sorted before; it is sorted at the next start. */
  onFault: (error: unknown) => void;
}

export type ResultSorting = ReturnType<typeof createResultSorting>;

/** So many results are sorted in one commit before other work has its turn. */
const slice = 25;
const toSort = 'results.to_sort';
const sortedBy = 'results.sorted_by';

/** Sorts the results that are kept anew, after the person changed what words mean, or how scores and dates are read has changed. */
export function createResultSorting(parts: Parts) {
  const { stored, clock, watches, readings } = parts;
  let round = 0;
  let running = false;
  let stopped = false;

  type Summarise = (subject: string, latest: { at: number; body: string }) => string | null;
  /** Notes what is kept of a result by the rules that hold now; returns its status, null where nothing can be read. */
  const summarise: Record<ResultKind, Summarise> = {
    verification(subject, { at, body }) {
      const reading = readKept(verificationResult, body, parts.settings().envelope);
      if (reading === null) return null;
      const requestId = parts.verifications.get(subject)?.requestId ?? null;
      return parts.noting.verification(subject, reading, { ...parts.submitted(subject), requestId }, at)
        .status;
    },
    document(subject, { at, body }) {
      const reading = readKept(documentResult, body, parts.settings().envelope);
      return reading === null ? null : parts.noting.document(subject, reading, at).status;
    },
  };

  function sortOne({ kind, subject, state }: WatchedSubject): void {
    const latest = readings.latestBody(kind, subject);
    const word = latest === null ? null : summarise[kind](subject, latest);
    if (state !== 'settled' || word === null || isFinalWord(word, parts.settings())) return;
    watches.begin(kind, subject, clock.wall(), clock.wall());
  }

  /** Gives verifications of older versions the key by which those of the same license are told; false where it was stopped. */
  async function fillLicenseKeys(mine: number): Promise<boolean> {
    let after: number | null = 0;
    while (after !== null) {
      await nextTurn();
      if (stopped || mine !== round) return false;
      const from: number = after;
      after = parts.noting.transaction(() => parts.verifications.fillLicenseKeys(from, slice));
    }
    return true;
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
      parts.noting.transaction(() => subjects.forEach(sortOne));
      for (const [kind, sorted] of Map.groupBy(subjects, (one) => one.kind)) {
        parts.onSorted(
          kind,
          sorted.map(({ subject }) => subject),
        );
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
      const rules = parts.rules();
      if (!(await fillLicenseKeys(mine)) || !(await sortAll(mine))) return;
      // What was observed on the way may have brought about other rules for those that were sorted first.
      if (isDeepStrictEqual(rules, parts.rules())) break;
    }
    running = false;
    stored.write(sortedBy, parts.rules());
    stored.remove(toSort);
  }

  function begin(): void {
    run().catch((error: unknown) => {
      running = false;
      parts.onFault(error);
    });
  }

  function note(): void {
    stored.write(toSort, true);
    begin();
  }

  return {
    /** Goes on with what an earlier run did not get through, or was sorted by other rules. */
    start(): void {
      // An administrator may have settled another scale or form of dates since.
      const sameRules = isDeepStrictEqual(stored.read(sortedBy, z.unknown()) ?? firstRules, parts.rules());
      if (!sameRules || stored.read(toSort, z.literal(true)) === true) begin();
    },
    /** Notes, with the changed settings, that everything is to be sorted by them. Runs inside the caller's transaction. */
    note,
    /** Notes that scores and dates are read by other rules than before. Runs inside the caller's transaction. */
    noteOtherRules(): void {
      if (!running) note();
    },
    stop(): void {
      stopped = true;
    },
  };
}
