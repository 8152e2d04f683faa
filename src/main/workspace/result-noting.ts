import { isDeepStrictEqual } from 'node:util';
import type { Database } from 'better-sqlite3';
import { localDay } from '#shared/dates.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { asksFor, judgeLicense, type VerdictFacts } from '#shared/license-verdict.ts';
import type { ResultKind } from '#shared/result-kinds.ts';
import { dateRule, type DateRule } from '#shared/service-dates.ts';
import { scoreScales, type ScoreScales } from '#shared/score.ts';
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
import { summariseDocument, summariseVerification, type AskedCheck } from './result-summary.ts';

/** How a workspace reads the scores and dates of its service, by its settings and by all results that it has seen. */
export interface ResultRules {
  scales: ScoreScales;
  dates: DateRule;
}

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
  /** More was observed. */
  onObserved(observed: ServiceObservations): void;
}

/**
 * Notes what results say: what they show of the service's ways, and by all that is known of these what lists show of the result.
 * For use within {@link ResultNoting.transaction}.
 */
export interface ResultNoting {
  /** @param at when the result was read, in milliseconds since 1970 */
  verification(
    entryId: string,
    result: VerificationResult,
    asked: AskedCheck,
    at: number,
  ): VerificationSummary;
  /** Keeps the verdict on a verification as of now, after a day has changed it. */
  judgeAnew(row: VerificationRow): void;
  document(
    jobId: string,
    reading: Pick<Reading<DocumentResult>, 'value' | 'validationIssues'>,
    at: number,
  ): DocumentSummary;
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
    verification(entryId, result, asked, at) {
      observe('verification', entryId, observeVerification(result, asked));
      const summary = summariseVerification(result, asked, parts.rules().dates, at);
      const now = parts.clock.wall();
      verifications.noteResult(
        entryId,
        summary,
        storedVerdict(summary, parts.settings().statusWords, now),
        now,
      );
      return summary;
    },
    judgeAnew(row) {
      const now = parts.clock.wall();
      verifications.noteVerdict(row.entryId, storedVerdict(row, parts.settings().statusWords, now), now);
    },
    document(jobId, reading, at) {
      observe('document', jobId, observeDocument(reading.value));
      const summary = summariseDocument(reading, parts.settings(), parts.rules().scales);
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
