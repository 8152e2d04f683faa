import { compareLicenses, differingCount } from '#shared/comparison/licenses.ts';
import { scoresOf } from '#shared/score.ts';
import type { DocumentResult } from '#shared/service/document-result.ts';
import type { LicenseDetails } from '#shared/service/license-details.ts';
import type { VerificationResult } from '#shared/service/verification.ts';
import type { WorkspaceSettings } from '#shared/settings.ts';
import { meaningOf } from '#shared/status.ts';
import type { DocumentSummary } from '../store/documents.ts';
import type { VerificationSummary } from '../store/verifications.ts';

/** Whether a status word is the last that will come; no word is not. */
export function isFinalWord(word: string | null | undefined, settings: WorkspaceSettings): boolean {
  return word != null && meaningOf(word, settings.statusWords).final;
}

/**
 * What lists show of a verification's result. It asks for a person where a field differs, where the service says that
 * it does not match or is not verified and means it for good, or where its word is sorted as a problem. Where the answer
 * leaves out what was submitted, what this computer sent stands for it.
 */
export function summariseVerification(
  result: VerificationResult,
  submitted: LicenseDetails,
  settings: WorkspaceSettings,
): VerificationSummary {
  const found = result.response ?? null;
  const differing =
    found === null ? null : differingCount(compareLicenses(result.parameters ?? submitted, found));
  const status = result.status ?? null;
  const final = isFinalWord(status, settings);
  const isMatch = found?.isMatch ?? null;
  const isVerified = result.isVerified ?? null;
  const problemWord = status !== null && meaningOf(status, settings.statusWords).category === 'problem';
  return {
    status,
    isVerified,
    isMatch,
    differing,
    expiryDate: found?.expiryDate ?? null,
    attention: (differing ?? 0) > 0 || isMatch === false || problemWord || (final && isVerified === false),
  };
}

/** What lists show of a processed document. It can be judged once a score is in, or once processing has ended without one. */
export function summariseDocument(result: DocumentResult, settings: WorkspaceSettings): DocumentSummary {
  const scores = scoresOf(result, settings.scoreScale);
  return {
    title: result.data?.nameOfEntityIndividual ?? null,
    documentType: result.documentType ?? null,
    status: result.status ?? null,
    processingStep: result.processingStep ?? null,
    overallScore: scores.overall.raw,
    score: scores.overall.score,
    ready: scores.overall.raw !== null || isFinalWord(result.status, settings),
  };
}
