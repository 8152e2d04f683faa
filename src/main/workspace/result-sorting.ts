import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { readKept } from '#shared/service/envelope.ts';
import { documentResult } from '#shared/service/document-result.ts';
import type { LicenseDetails } from '#shared/service/license-details.ts';
import { verificationResult } from '#shared/service/verification.ts';
import type { WorkspaceSettings } from '#shared/settings.ts';
import type { Clock } from '../clock.ts';
import type { DocumentStore } from '../store/documents.ts';
import type { ReadingStore } from '../store/readings.ts';
import type { SettingStore } from '../store/settings.ts';
import type { VerificationStore } from '../store/verifications.ts';
import type { WatchedSubject, WatchKind, WatchStore } from '../store/watches.ts';
import { isFinalWord, summariseDocument, summariseVerification } from './result-summary.ts';

interface Parts {
  db: Database;
  stored: SettingStore;
  clock: Clock;
  watches: WatchStore;
  readings: ReadingStore;
  verifications: VerificationStore;
  documents: DocumentStore;
  /** The licence details that were handed over under an entry. */
  submitted: (entryId: string) => LicenseDetails;
  settings(): WorkspaceSettings;
  onSorted(kind: WatchKind, subjects: string[]): void;
  /** The rest stays as it was sorted before; it is sorted at the next start. */
  onFault: (error: unknown) => void;
}

/** Sorts the results that are kept anew, after the person changed what words mean or how scores are read. */
export interface ResultSorting {
  /** Goes on with what an earlier run did not get through. */
  start(): void;
  /** Notes, with the changed settings, that everything is to be sorted by them. Runs inside the caller's transaction. */
  note(): void;
  stop(): void;
}

/** So many results are sorted in one commit before other work has its turn. */
const slice = 25;
const toSort = 'results.to_sort';

export function createResultSorting(parts: Parts): ResultSorting {
  const { db, stored, clock, watches, readings } = parts;
  let round = 0;
  let stopped = false;

  function summarise(kind: WatchKind, subject: string): string | null {
    const latest = readings.latestBody(kind, subject);
    if (latest === null) return null;
    const { envelope } = parts.settings();
    if (kind === 'verification') {
      const result = readKept(verificationResult, latest.body, envelope)?.value;
      if (result === undefined) return null;
      const requestId = parts.verifications.get(subject)?.requestId ?? null;
      const sent = { submitted: parts.submitted(subject), requestId };
      const summary = summariseVerification(result, sent, parts.settings());
      parts.verifications.noteResult(subject, summary);
      return summary.status;
    }
    const reading = readKept(documentResult, latest.body, envelope);
    if (reading === null) return null;
    const summary = summariseDocument(reading, parts.settings());
    parts.documents.noteResult(subject, summary, latest.at);
    return summary.status;
  }

  function sortOne({ kind, subject, state }: WatchedSubject): void {
    const word = summarise(kind, subject);
    if (state !== 'settled' || word === null || isFinalWord(word, parts.settings())) return;
    watches.begin(kind, subject, clock.wall(), clock.wall());
  }

  async function run(): Promise<void> {
    round += 1;
    const mine = round;
    let after: WatchedSubject | null = null;
    for (;;) {
      await nextTurn();
      // A later change begins again from the first one.
      if (stopped || mine !== round) return;
      const subjects: WatchedSubject[] = watches.subjects(after, slice);
      after = subjects.at(-1) ?? null;
      if (after === null) break;
      db.transaction(() => subjects.forEach(sortOne)).immediate();
      for (const [kind, sorted] of Map.groupBy(subjects, (one) => one.kind)) {
        parts.onSorted(
          kind,
          sorted.map(({ subject }) => subject),
        );
      }
    }
    stored.remove(toSort);
  }

  function begin(): void {
    run().catch(parts.onFault);
  }

  return {
    start() {
      if (stored.read(toSort, z.literal(true)) === true) begin();
    },
    note() {
      stored.write(toSort, true);
      begin();
    },
    stop() {
      stopped = true;
    },
  };
}
