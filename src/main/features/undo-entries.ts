import type { EntryDecision, EntryState } from '#shared/outbox/outbox.ts';
import type { Workspace } from '../workspace/workspace.ts';

const unsent: readonly EntryState[] = ['queued', 'waiting'];

/**
 * Undoes a person's action on entries, in one commit. A queued entry is canceled, and the one that it corrected restored; any
 * other decision is undone where nothing has happened since. `touched` also names restored entries.
 */
export function undoEntries(
  workspace: Workspace,
  entryIds: readonly string[],
  what: EntryDecision | 'enqueued',
) {
  const { entries, clock } = workspace;
  const undone: string[] = [];
  const broughtBack: string[] = [];
  let sending = 0;

  function undoOne(id: string): boolean {
    const entry = entries.progress(id);
    if (entry === null) return false;
    const { state } = entry;
    if (what !== 'enqueued') return typeof entries.undo(id, what, clock.wall()) !== 'string';
    if (!unsent.includes(state)) return false;
    if (typeof entries.decide(id, 'cancelled', clock.wall()) === 'string') return false;
    const { replaces } = workspace.entryDetails.links(id);
    const earlier = replaces === null ? null : entries.progress(replaces);
    if (earlier === null) return true;
    const made = entries.wasEdited(earlier.entryId) ? 'cancelled' : 'corrected';
    if (typeof entries.undo(earlier.entryId, made, clock.wall()) !== 'string')
      broughtBack.push(earlier.entryId);
    return true;
  }

  workspace.transaction(() => {
    for (const id of entryIds) {
      if (undoOne(id)) undone.push(id);
      else if (entries.progress(id)?.state === 'sending') sending += 1;
    }
  });
  const changed = entryIds.length - undone.length - sending;
  return { undone, sending, changed, touched: [...undone, ...broughtBack] };
}

/** Undoes all that waits until this time: a retry or second sending is undone, all else canceled. */
export async function undoDelayed(workspace: Workspace, until: number) {
  const { entries, imports } = workspace;
  const { batches } = entries.delayedUntil(until);
  let undone = 0;
  let left = 0;
  for (const batch of batches) {
    const before = imports.lists(batch).find((list) => list.batch === batch)?.takenBack ?? 0;
    const taken = await imports.undo(batch);
    if (taken === null) continue;
    undone += taken.takenBack - before;
    left += taken.gone;
  }
  const touched = workspace.transaction(() => {
    const { ids } = entries.delayedUntil(until);
    return ids.flatMap((id) => {
      const decision = entries.standingDecision(id);
      const again = decision === 'sent_again' || decision === 'retried_now';
      const one = undoEntries(workspace, [id], again ? decision : 'enqueued');
      undone += one.undone.length;
      left += one.sending + one.changed;
      return one.touched;
    });
  });
  if (touched.length > 0) workspace.emit('entries.changed', { ids: touched });
  workspace.dispatcher.enqueued();
  return { undone, left };
}
