import { anotherId } from '#shared/service/request-id.ts';
import { compareLicenses, type ComparisonRow } from '#shared/comparison/licenses.ts';
import { localDay } from '#shared/base/dates.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { toVerdict, type LicenseVerdict } from '#shared/verdict/license-verdict.ts';
import { readKept } from '#shared/service/envelope.ts';
import { getEmployerId } from '#shared/service/employer-id.ts';
import { getScores, type DocumentScores } from '#shared/service/score.ts';
import { documentResult, type DocumentResult } from '#shared/service/document-result.ts';
import type { ValidationIssue } from '#shared/service/reading.ts';
import { verificationResult, type VerificationResult } from '#shared/service/verification.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface KeptVerification {
  result: VerificationResult | null;
  validationIssues: ValidationIssue[];
  /** When the result was last read; null while there is none. */
  readAt: number | null;
  comparison: ComparisonRow[];
  /** Whether the answer carries the ID of another verification, so that the comparison may be with another license. */
  another: boolean;
  /** The verdict; null while the service has not accepted it. */
  verdict: LicenseVerdict | null;
}

/** Reads a verification whole. It is compared with what this computer sent. */
export function keptVerification(workspace: Workspace, row: VerificationRow): KeptVerification {
  const { entryDetails, readings } = workspace;
  const { entryId } = row;
  const latest = readings.latestBody('verification', entryId);
  const reading =
    latest === null ? null : readKept(verificationResult, latest.body, workspace.settings().envelope);
  const result = reading?.value ?? null;
  const { data: entered } = entryDetails.verification(entryId);
  const found = result?.response ?? null;
  const comparison = compareLicenses(entered, found, workspace.rules().dates);
  const another = anotherId(row.requestId, result?.id) !== null;
  const today = localDay(new Date(workspace.clock.wall()));
  return {
    result,
    validationIssues: reading?.validationIssues ?? [],
    readAt: latest?.at ?? null,
    comparison,
    another,
    verdict: toVerdict(row, workspace.settings(), today),
  };
}

/** A processed document as it is written out. */
export interface KeptDocument {
  result: DocumentResult | null;
  validationIssues: ValidationIssue[];
  scores: DocumentScores | null;
}

export function keptDocument(workspace: Workspace, jobId: string): KeptDocument {
  const latest = workspace.readings.latestBody('document', jobId);
  const reading =
    latest === null ? null : readKept(documentResult, latest.body, workspace.settings().envelope);
  const result = reading?.value ?? null;
  const validationIssues = reading?.validationIssues ?? [];
  return {
    result,
    validationIssues,
    scores: result === null ? null : getScores(result, workspace.rules().scales),
  };
}

/** The Employer ID of a processed document, masked unless it is asked for in full. */
export function employerIdCell({ result, validationIssues }: KeptDocument, full: boolean): string | null {
  const id = result === null ? null : getEmployerId({ value: result, validationIssues });
  if (id === null) return null;
  return full ? id.revealed : id.masked;
}
