import type { DocumentRow } from '#shared/ipc/documents.ts';
import type { TodaySummary } from '#shared/ipc/today.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { keptDocument, keptVerification } from '../exports/kept-results.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Reasons are read from whole answers, so only visible rows have them. */
const rowsWithReasons = 6;

/** The labels of the details that differ, for the first verifications. */
export function differingDetails(
  workspace: Workspace,
  rows: readonly VerificationRow[],
): TodaySummary['differingDetails'] {
  const differing = rows.slice(0, rowsWithReasons).filter((row) => row.answeredId === null && row.differing);
  return Object.fromEntries(
    differing.map((row) => {
      const { comparison } = keptVerification(workspace, row);
      const details = comparison.filter(({ verdict }) => verdict === 'differs');
      return [row.entryId, details.map(({ label }) => label)];
    }),
  );
}

/** The lowest part of the quality under the threshold, for the first documents. */
export function weakestParts(
  workspace: Workspace,
  rows: readonly DocumentRow[],
): TodaySummary['weakestParts'] {
  const { scoreThreshold } = workspace.settings();
  return Object.fromEntries(
    rows.slice(0, rowsWithReasons).flatMap(({ jobId }) => {
      const parts = keptDocument(workspace, jobId).scores?.parts ?? [];
      const low = parts.flatMap(({ label, score }) =>
        score === null || score >= scoreThreshold ? [] : [{ label, score }],
      );
      const [weakest] = low.toSorted((one, other) => one.score - other.score);
      return weakest === undefined ? [] : [[jobId, weakest]];
    }),
  );
}
