import type { Workspace } from '../workspace/workspace.ts';
import { refuse } from '../ipc/handlers.ts';

const correctedAlready = refuse(
  'too_late',
  'This item was already corrected and queued again. Open the newer one.',
);
const onItsWay = refuse(
  'too_late',
  'This item is on its way again. Cancel it first, then correct it. Nothing was queued.',
);

/** Whether a corrected entry has taken this one's place, and was not cancelled since. */
function isCorrected(workspace: Pick<Workspace, 'entries' | 'entryDetails'>, entryId: string): boolean {
  const { replacedBy } = workspace.entryDetails.links(entryId);
  return replacedBy !== null && workspace.entries.progress(replacedBy)?.state !== 'cancelled';
}

/** Whether an entry will be sent, or is being sent, without anybody's doing. */
function isOnItsWay(workspace: Pick<Workspace, 'entries'>, entryId: string): boolean {
  const state = workspace.entries.progress(entryId)?.state;
  return state === 'queued' || state === 'sending' || state === 'waiting';
}

/** Why a correction of this entry would send the same twice; null where it would not. */
export function correctionProblem(workspace: Pick<Workspace, 'entries' | 'entryDetails'>, entryId: string) {
  if (isCorrected(workspace, entryId)) return correctedAlready;
  return isOnItsWay(workspace, entryId) ? onItsWay : null;
}

/**
 * Whether an entry is one of two of which only one may leave, and the other one counts: its correction, or the one that it
 * corrects, which is on its way.
 */
export function isSupersededByOther(
  workspace: Pick<Workspace, 'entries' | 'entryDetails'>,
  entryId: string,
): boolean {
  const { replaces } = workspace.entryDetails.links(entryId);
  return isCorrected(workspace, entryId) || (replaces !== null && isOnItsWay(workspace, replaces));
}

/**
 * Closes a refused or given up entry whose correction is enqueued, so that nothing says any more that it needs a
 * person. Runs inside the enqueueing transaction. What may have been sent is left to be decided on.
 */
export function putAside(workspace: Pick<Workspace, 'clock' | 'entries'>, entryId: string): void {
  const state = workspace.entries.progress(entryId)?.state;
  if (state === 'rejected' || state === 'dead') {
    workspace.entries.decide(entryId, 'corrected', workspace.clock.wall());
  }
}
