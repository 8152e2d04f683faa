import type { VerificationRow } from '#shared/ipc/verifications.ts';
import { getLinks, getVerification } from '../outbox/entry-detail.ts';
import { licenseLookupKey, mayBeSameState } from '../store/known-licenses.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A check that is over counts as recent for so long, in milliseconds. */
const recentMs = 7 * 86_400_000;

/**
 * Earlier checks of a license that make another one look like a mistake: on their way, being checked, or looked at or refused
 * within the last seven days. The newest first.
 */
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
  const { data } = getVerification(workspace.db, entryId);
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
      return row.changedAt >= since && getLinks(workspace.db, row.entryId).replacedBy === null;
    case 'cancelled':
      return false;
  }
}
