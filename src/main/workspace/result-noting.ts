import { isDeepStrictEqual } from 'node:util';
import type { Database } from 'better-sqlite3';
import { dateRule, type DateRule } from '#shared/service-dates.ts';
import { scoreScales, type ScoreScales } from '#shared/score.ts';
import type { DocumentResult } from '#shared/service/document-result.ts';
import type { Reading } from '#shared/service/reading.ts';
import type { VerificationResult } from '#shared/service/verification.ts';
import { nothingObserved, type ServiceObservations } from '#shared/observations.ts';
import { defaultWorkspaceSettings, type WorkspaceSettings } from '#shared/settings.ts';
import type { DocumentStore, DocumentSummary } from '../store/documents.ts';
import type { ObservationStore } from '../store/observations.ts';
import type { VerificationStore, VerificationSummary } from '../store/verifications.ts';
import type { WatchKind } from '../store/watches.ts';
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
  verification(entryId: string, result: VerificationResult, asked: AskedCheck): VerificationSummary;
  document(
    jobId: string,
    reading: Pick<Reading<DocumentResult>, 'value' | 'misfits'>,
    at: number,
  ): DocumentSummary;
  /** Runs work that notes results in one transaction, and tells then what was observed. */
  transaction<T>(work: () => T): T;
}

export function createResultNoting(parts: Parts): ResultNoting {
  const { observations, verifications, documents } = parts;
  function observe(kind: WatchKind, subject: string, seen: ServiceObservations): void {
    const before = parts.rules();
    if (!observations.note(kind, subject, seen)) return;
    if (!isDeepStrictEqual(before, parts.rules())) parts.onOtherRules();
  }

  return {
    verification(entryId, result, asked) {
      observe('verification', entryId, observeVerification(result, asked));
      const summary = summariseVerification(result, asked, parts.settings(), parts.rules().dates);
      verifications.noteResult(entryId, summary);
      return summary;
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
