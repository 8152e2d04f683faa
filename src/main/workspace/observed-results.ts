import {
  noDates,
  noScores,
  nothingObserved,
  type DateObservation,
  type ScoreObservation,
  type ServiceObservations,
} from '#shared/settings/observations.ts';
import { partLabels } from '#shared/service/score.ts';
import type { DocumentResult } from '#shared/service/document-result.ts';
import type { VerificationResult } from '#shared/service/verification.ts';
import { observeDate, toServiceDate } from '#shared/service/service-dates.ts';
import type { AskedCheck } from './result-summary.ts';

function observeScores(received: readonly (number | null | undefined)[]): ScoreObservation {
  const numbers = received.filter((number) => typeof number === 'number').filter(Number.isFinite);
  if (numbers.length === 0) return noScores;
  const any = (fits: (number: number) => boolean) => (numbers.some(fits) ? 1 : 0);
  return {
    results: 1,
    negative: any((number) => number < 0),
    zero: any((number) => number === 0),
    betweenZeroAndOne: any((number) => number > 0 && number < 1),
    one: any((number) => number === 1),
    aboveOne: any((number) => number > 1 && number <= 10),
    aboveTen: any((number) => number > 10 && number <= 100),
    aboveHundred: any((number) => number > 100),
    min: Math.min(...numbers),
    max: Math.max(...numbers),
  };
}

/** What one document's result shows of how the service scores. */
export function observeDocument({ qualityDetails, confidence }: DocumentResult): ServiceObservations {
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
export function observeVerification(
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
