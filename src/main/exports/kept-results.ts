import type { z } from 'zod';
import { anotherId } from '#shared/service/request-id.ts';
import { compareLicenses } from '#shared/comparison/licenses.ts';
import { localDay } from '#shared/base/dates.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { toVerdict } from '#shared/verdict/license-verdict.ts';
import { readKept } from '#shared/service/envelope.ts';
import { getEmployerId } from '#shared/service/employer-id.ts';
import { getScores } from '#shared/service/score.ts';
import { documentResult } from '#shared/service/document-result.ts';
import type { ResultKind } from '#shared/service/result-kinds.ts';
import { verificationResult } from '#shared/service/verification.ts';
import type { Workspace } from '../workspace/workspace.ts';

export type KeptVerification = ReturnType<typeof keptVerification>;
export type KeptDocument = ReturnType<typeof keptDocument>;

function readLatest<T extends z.ZodObject>(
  { readings, settings }: Workspace,
  kind: ResultKind,
  subject: string,
  resource: T,
) {
  const latest = readings.latestBody(kind, subject);
  const reading = latest === null ? null : readKept(resource, latest.body, settings().envelope);
  return {
    result: reading?.value ?? null,
    validationIssues: reading?.validationIssues ?? [],
    readAt: latest?.at ?? null,
  };
}

export function keptVerification(workspace: Workspace, row: VerificationRow) {
  const kept = readLatest(workspace, 'verification', row.entryId, verificationResult);
  const { data: entered } = workspace.entryDetails.verification(row.entryId);
  const today = localDay(new Date(workspace.clock.wall()));
  return {
    ...kept,
    comparison: compareLicenses(entered, kept.result?.response ?? null, workspace.rules().dates),
    /** Whether the answer has another verification's ID, so that the comparison may be with another license. */
    another: anotherId(row.requestId, kept.result?.id) !== null,
    /** Null while the service has not accepted it. */
    verdict: toVerdict(row, workspace.settings(), today),
  };
}

export function keptDocument(workspace: Workspace, jobId: string) {
  const { result, validationIssues } = readLatest(workspace, 'document', jobId, documentResult);
  const scores = result === null ? null : getScores(result, workspace.rules().scales);
  return { result, validationIssues, scores };
}

export function employerIdCell({ result, validationIssues }: KeptDocument, full: boolean): string | null {
  const id = result === null ? null : getEmployerId({ value: result, validationIssues });
  if (id === null) return null;
  return full ? id.revealed : id.masked;
}
