import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { licenseLookupKey, mayBeSameState } from '../store/known-licenses.ts';
import type { Workspace } from '../workspace/workspace.ts';

const recentMs = 7 * 86_400_000;

/** Earlier checks of a license that suggest a duplicate: pending, or checked or refused within seven days. Newest first. */
export function earlierChecks(
  workspace: Workspace,
  { licenseNumber, state }: { licenseNumber: string; state: string },
): VerificationRow[] {
  const key = licenseLookupKey(licenseNumber.trim(), '');
  if (key === null) return [];
  const since = workspace.clock.wall() - recentMs;
  return workspace.verifications
    .ofLicense(key)
    .filter((row) => row.licenseNumber !== null && counts(workspace, row, since))
    .filter(({ entryId }) => mayBeSameState(state, getEntryState(workspace, entryId)));
}

function getEntryState(workspace: Workspace, entryId: string): string {
  const { data } = workspace.entryDetails.verification(entryId);
  return data.locationWhereLicenseIsValid?.state ?? '';
}

function counts(workspace: Workspace, row: VerificationRow, since: number): boolean {
  switch (row.state) {
    case 'queued':
    case 'sending':
    case 'waiting':
    case 'in_doubt':
      return true;
    case 'accepted':
      return row.watch?.kind === 'watching' || (row.watch?.lastAt ?? row.sentAt ?? row.changedAt) >= since;
    case 'rejected':
    case 'dead':
      return row.changedAt >= since && workspace.entryDetails.links(row.entryId).replacedBy === null;
    case 'cancelled':
      return false;
  }
}
