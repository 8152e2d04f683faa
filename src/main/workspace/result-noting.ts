import { isDeepStrictEqual } from 'node:util';
import type { Database } from 'better-sqlite3';
import { localDay } from '#shared/dates.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { asksFor, judgeLicense, type VerdictFacts } from '#shared/license-verdict.ts';
import type { ResultKind } from '#shared/result-kinds.ts';
import { dateRule } from '#shared/service-dates.ts';
import { scoreScales } from '#shared/score.ts';
import type { DocumentResult } from '#shared/service/document-result.ts';
import type { Reading } from '#shared/service/reading.ts';
import type { VerificationResult } from '#shared/service/verification.ts';
import { nothingObserved, type ServiceObservations } from '#shared/observations.ts';
import { defaultWorkspaceSettings, type WorkspaceSettings } from '#shared/settings.ts';
import type { Clock } from '../clock.ts';
import type { StatusWords } from '#shared/status.ts';
import { verdictCode } from '#shared/verification-state.ts';
import type { DocumentStore, DocumentSummary } from '../store/documents.ts';
import type { ObservationStore } from '../store/observations.ts';
import type { StoredVerdict, VerificationStore, VerificationSummary } from '../store/verifications.ts';
import { observeDocument, observeVerification } from './observed-results.ts';
import {
  summariseDocument,
  summariseVerification,
  type AskedCheck,
  type ResultRules,
} from './result-summary.ts';

/** The rules of a workspace that has seen nothing and has nothing set. */
export const firstRules: ResultRules = {
  scales: scoreScales(defaultWorkspaceSettings, nothingObserved),
  dates: dateRule(defaultWorkspaceSettings.dateForm, nothingObserved.dates),
};

interface Parts {
  db: Database;
  clock: Clock;
  observations: ObservationStore;
  verifications: VerificationStore;
  documents: DocumentStore;
  settings(): WorkspaceSettings;
  rules(): ResultRules;
  /** The rules are other ones now, inside the transaction that notes the result which brought that about. */
  onOtherRules(): void;
  onObserved(observed: ServiceObservations): void;
}

/** Notes what results show of the service's ways, and what lists show. For use in {@link ResultNoting.transaction}. */
export interface ResultNoting {
  /** @param at when the result was read, in milliseconds since 1970 */
  verification(
    entryId: string,
    reading: Reading<VerificationResult>,
    asked: AskedCheck,
    at: number,
  ): VerificationSummary;
  /** Keeps what the service said after a final result instead of one, as a finding for a person. */
  lost(row: VerificationRow, sentence: string): void;
  /** Keeps the verdict on a verification as of now, after a day has changed it. */
  judgeAnew(row: VerificationRow): void;
  document(jobId: string, reading: Reading<DocumentResult>, at: number): DocumentSummary;
  /** Runs work that notes results in one transaction, and tells then what was observed. */
  transaction<T>(work: () => T): T;
}

/** What of a verdict is kept. Whether the verification was replaced, and whether its looks are over, is told by other columns. */
export function storedVerdict(
  facts: Omit<VerdictFacts, 'replaced' | 'byHand'>,
  words: StatusWords,
  now: number,
): StoredVerdict {
  const judged = (byHand: boolean) =>
    judgeLicense({ ...facts, replaced: false, byHand }, words, localDay(new Date(now)));
  const verdict = judged(false);
  return {
    code: verdictCode(verdict, facts),
    codeByHand: verdictCode(judged(true), facts),
    asksFor: asksFor(verdict, facts),
    holdsUntil: verdict.holdsUntil,
  };
}

export function createResultNoting(parts: Parts): ResultNoting {
  const { observations, verifications, documents } = parts;
  function observe(kind: ResultKind, subject: string, seen: ServiceObservations): void {
    const before = parts.rules();
    if (!observations.note(kind, subject, seen)) return;
    if (!isDeepStrictEqual(before, parts.rules())) parts.onOtherRules();
  }

  return {
    verification(entryId, reading, asked, at) {
      observe('verification', entryId, observeVerification(reading.value, asked));
      const summary = summariseVerification(reading, asked, parts.rules().dates, at, parts.settings());
      const now = parts.clock.wall();
      verifications.noteResult(
        entryId,
        summary,
        storedVerdict(summary, parts.settings().statusWords, now),
        now,
      );
      return summary;
    },
    lost(row, sentence) {
      const now = parts.clock.wall();
      const evidence = { ...row.evidence, lost: sentence };
      const verdict = storedVerdict({ ...row, evidence }, parts.settings().statusWords, now);
      verifications.noteEvidence(row.entryId, evidence, verdict, now);
    },
    judgeAnew(row) {
      const now = parts.clock.wall();
      verifications.noteVerdict(row.entryId, storedVerdict(row, parts.settings().statusWords, now), now);
    },
    document(jobId, reading, at) {
      observe('document', jobId, observeDocument(reading.value));
      const summary = summariseDocument(reading, jobId, parts.settings(), parts.rules());
      documents.noteResult(jobId, summary, at);
      return summary;
    },
    transaction(work) {
      const before = observations.current();
      try {
        const result = parts.db.transaction(work).immediate();
        if (observations.current() !== before) parts.onObserved(observations.current());
        return result;
      } catch (error) {
        observations.forget();
        throw error;
      }
    },
  };
}
