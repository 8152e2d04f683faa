import type { DocumentRow } from '#shared/ipc/documents.ts';
import type { TodaySummary } from '#shared/ipc/today.ts';
import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { keptDocument, keptVerification } from '../exports/kept-results.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Reasons are read from whole answers, so only as many rows have them as can be seen at once. */
const rowsWithReasons = 6;

/** Which details differ, by the labels of the comparison, of the first of these verifications. */
export function differingDetails(
  workspace: Workspace,
  rows: readonly VerificationRow[],
): TodaySummary['differingDetails'] {
  const differing = rows.slice(0, rowsWithReasons).filter((row) => row.answeredId === null && row.differing);
  return Object.fromEntries(
    differing.map((row) => {
      const { comparison } = keptVerification(workspace, row);
      return [
        row.entryId,
        comparison.filter(({ verdict }) => verdict === 'differs').map(({ label }) => label),
      ];
    }),
  );
}

/** The lowest part of the quality of the first of these documents, where it is under the threshold. */
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
