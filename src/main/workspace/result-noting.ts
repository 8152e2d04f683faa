import { isDeepStrictEqual } from 'node:util';
import { localDay } from '#shared/base/dates.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import {
  asksFor,
  judgeLicense,
  type VerdictFacts,
  type VerdictRules,
} from '#shared/verdict/license-verdict.ts';
import type { ResultKind } from '#shared/service/result-kinds.ts';
import { dateRule, observeDate, toServiceDate } from '#shared/service/service-dates.ts';
import { scoreScales, partLabels } from '#shared/service/score.ts';
import type { DocumentResult } from '#shared/service/document-result.ts';
import type { Reading } from '#shared/service/reading.ts';
import type { VerificationResult } from '#shared/service/verification.ts';
import {
  nothingObserved,
  type ServiceObservations,
  noDates,
  type DateObservation,
  type ScoreObservation,
} from '#shared/settings/observations.ts';
import { defaultWorkspaceSettings } from '#shared/settings/settings.ts';
import { verdictCode } from '#shared/verdict/verification-state.ts';
import type { DocumentSummary } from '../store/documents.ts';
import type { StoredVerdict, VerificationSummary } from '../store/verifications.ts';
import type { WorkspaceBase } from './base.ts';
import {
  summariseDocument,
  summariseVerification,
  type AskedCheck,
  type ResultRules,
} from './result-summary.ts';

/** The rules of a new workspace. */
export const firstRules: ResultRules = {
  scales: scoreScales(defaultWorkspaceSettings, nothingObserved),
  dates: dateRule(defaultWorkspaceSettings.dateForm, nothingObserved.dates),
};

/** A verdict's stored columns. Other columns hold whether the verification was replaced, and whether its checks are over. */
export function storedVerdict(
  facts: Omit<VerdictFacts, 'replaced' | 'byHand'>,
  rules: VerdictRules,
  now: number,
): StoredVerdict {
  const judged = (byHand: boolean) =>
    judgeLicense({ ...facts, replaced: false, byHand }, rules, localDay(new Date(now)));
  const verdict = judged(false);
  return {
    code: verdictCode(verdict, facts),
    codeByHand: verdictCode(judged(true), facts),
    asksFor: asksFor(verdict, facts),
    holdsUntil: verdict.holdsUntil,
  };
}

export type ResultNoting = ReturnType<typeof createResultNoting>;

/** Stores what results show in lists and of the service. For use in its `transaction`. */
export function createResultNoting(
  { db, clock, stores, settings, events, emit }: WorkspaceBase,
  rules: () => ResultRules,
) {
  const { observations, verifications, documents } = stores;
  function observe(kind: ResultKind, subject: string, seen: ServiceObservations): void {
    const before = rules();
    if (!observations.note(kind, subject, seen)) return;
    if (!isDeepStrictEqual(before, rules())) events.emit('observedRules');
  }

  return {
    /** @param at when the result was read @param lost a later finding, see `lost`; null where it was read just now */
    verification(
      entryId: string,
      reading: Reading<VerificationResult>,
      asked: AskedCheck,
      at: number,
      lost: string | null,
    ): VerificationSummary {
      observe('verification', entryId, observeVerification(reading.value, asked));
      const read = summariseVerification(reading, asked, rules().dates, at, settings());
      const summary = { ...read, evidence: { ...read.evidence, lost } };
      const now = clock.wall();
      verifications.noteResult(entryId, summary, storedVerdict(summary, settings(), now), now);
      return summary;
    },
    /** Stores what the service answered after a final result, as a finding for a person. */
    lost(row: VerificationRow, sentence: string): void {
      const now = clock.wall();
      const evidence = { ...row.evidence, lost: sentence };
      const verdict = storedVerdict({ ...row, evidence }, settings(), now);
      verifications.noteEvidence(row.entryId, evidence, verdict, now);
    },
    /** Stores the verdict as of now, after a day has changed it. */
    judgeAnew: (row: VerificationRow): void => {
      const now = clock.wall();
      verifications.noteVerdict(row.entryId, storedVerdict(row, settings(), now), now);
    },
    document(jobId: string, reading: Reading<DocumentResult>, at: number): DocumentSummary {
      observe('document', jobId, observeDocument(reading.value));
      const summary = summariseDocument(reading, jobId, settings(), rules());
      documents.noteResult(jobId, summary, at);
      return summary;
    },
    /** Runs work that notes results in one transaction, and then reports what was observed. */
    transaction<T>(work: () => T): T {
      const before = observations.current();
      try {
        const result = db.transaction(work).immediate();
        if (observations.current() !== before) {
          events.emit('observed', observations.current());
          emit('observations.changed', observations.current());
        }
        return result;
      } catch (error) {
        observations.forget();
        throw error;
      }
    },
  };
}

function observeScores(received: readonly (number | null | undefined)[]): ScoreObservation {
  const numbers = received.filter((number) => typeof number === 'number').filter(Number.isFinite);
  const any = (fits: (number: number) => boolean) => (numbers.some(fits) ? 1 : 0);
  return {
    betweenZeroAndOne: any((number) => number > 0 && number < 1),
    aboveOne: any((number) => number > 1 && number <= 10),
    aboveTen: any((number) => number > 10 && number <= 100),
    aboveHundred: any((number) => number > 100),
  };
}

function observeDocument({ qualityDetails, confidence }: DocumentResult): ServiceObservations {
  const breakdown = qualityDetails?.scoreBreakdown;
  return {
    ...nothingObserved,
    scores: {
      overall: observeScores([qualityDetails?.overallScore]),
      parts: observeScores(partLabels.map(({ part }) => breakdown?.[part])),
      confidence: observeScores([confidence]),
    },
  };
}

/** What a verification shows of date forms; a date repeated as sent shows nothing. */
function observeVerification(
  { parameters, response }: VerificationResult,
  { submitted, dateForm }: Pick<AskedCheck, 'submitted' | 'dateForm'>,
): ServiceObservations {
  const own = (repeated: string | null | undefined, entered: string | null | undefined) =>
    entered != null && repeated === toServiceDate(entered, dateForm) ? null : repeated;
  const dates: DateObservation = { ...noDates };
  for (const text of [
    own(parameters?.effectiveDate, submitted.effectiveDate),
    own(parameters?.expiryDate, submitted.expiryDate),
    response?.effectiveDate,
    response?.expiryDate,
  ]) {
    const form = observeDate(text);
    if (form !== null) dates[form] += 1;
  }
  return { ...nothingObserved, dates };
}
