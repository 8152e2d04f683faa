import { linksOf } from '../outbox/entry-detail.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { refuse } from './handlers.ts';

export const correctedAlready = refuse(
  'too_late',
  'This item was already corrected and queued again. Open the newer one.',
);

/** Whether a corrected entry has taken this one's place, and was not cancelled since. */
export function isCorrected(workspace: Workspace, entryId: string): boolean {
  const { replacedBy } = linksOf(workspace.db, entryId);
  return replacedBy !== null && workspace.entries.progress(replacedBy)?.state !== 'cancelled';
}

/**
 * Closes a refused or given up entry whose correction is handed over, so that nothing says any more that it needs a
 * person. Runs inside the hand-over's transaction. What may have been sent is left to be decided on.
 */
export function putAside(workspace: Workspace, entryId: string): void {
  const state = workspace.entries.progress(entryId)?.state;
  if (state === 'rejected' || state === 'dead') {
    workspace.entries.decide(entryId, 'corrected', workspace.clock.wall());
  }
}
