import type { EntryDecision, EntryState } from '#shared/outbox/outbox.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { exportOutbox } from '../exports/export-outbox.ts';
import { done, gone, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import { refuseCorrection, sendNotBefore } from './queueing.ts';

const tooLate: Record<EntryDecision, string> = {
  cancelled: 'It is being sent now. Wait for the answer, then decide.',
  corrected: 'It is being sent now. Wait for the answer, then decide.',
  sent_again: 'Gangway already knows whether this item was sent. Review it again.',
  marked_as_sent: 'This item does not need to be marked as sent. Review it again.',
  retried_now: 'This item is not waiting for another attempt. Review it again.',
};

export function outboxHandlers(workspace: Workspace): Handlers<CallsOf<'outbox'>> {
  const { dispatcher, entries, clock, outboxList } = workspace;

  function decide(entryId: string, event: EntryDecision, notBefore = 0) {
    const result = dispatcher.decide(entryId, event, notBefore);
    if (result === 'not_found') return gone;
    if (result === 'too_late') return refuse('too_late', tooLate[event]);
    return typeof result === 'string' ? refuseCorrection(result) : done(result);
  }

  return {
    'outbox.status': () => done(dispatcher.status()),
    'outbox.page': (request) => done(outboxList.page({ ...request, now: clock.wall() })),
    'outbox.sendAgain': ({ entryId }) => decide(entryId, 'sent_again', sendNotBefore(workspace, 1)),
    'outbox.markAsSent': ({ entryId }) => decide(entryId, 'marked_as_sent'),
    'outbox.retryNow': ({ entryId }) => decide(entryId, 'retried_now'),
    'outbox.retryAllNow': () => done({ retried: dispatcher.retryAllNow() }),
    'outbox.cancel': ({ entryId }) => decide(entryId, 'cancelled'),
    'outbox.decideMany': ({ entryIds, decision }) => {
      const sends = decision === 'retried_now' || decision === 'sent_again';
      const notBefore = sends ? sendNotBefore(workspace, entryIds.length) : 0;
      const changed = workspace.transaction(() =>
        entryIds.filter((id) => typeof entries.decide(id, decision, clock.wall(), notBefore) !== 'string'),
      );
      if (changed.length > 0) workspace.emit('entries.changed', { ids: changed });
      if (sends && notBefore === 0) dispatcher.expedite(changed);
      else dispatcher.enqueued();
      return done({ changed, notBefore: notBefore === 0 ? null : notBefore });
    },
    'outbox.undo': ({ entryIds, what }) => {
      const { touched, ...result } = undoEntries(workspace, entryIds, what);
      if (touched.length > 0) workspace.emit('entries.changed', { ids: touched });
      dispatcher.enqueued();
      return done(result);
    },
    'outbox.undoDelayed': async ({ until }) => done(await undoDelayed(workspace, until)),
    'outbox.sendDelayed': ({ until }) => {
      const { ids, rows } = entries.release(until);
      if (ids.length > 0) workspace.emit('entries.changed', { ids });
      workspace.imports.wake();
      dispatcher.expedite(ids);
      return done({ released: ids.length + rows });
    },
    'outbox.inDoubt': () => done(outboxList.inDoubt()),
    'outbox.pause': ({ paused }) => {
      dispatcher.setPaused(paused);
      return done(dispatcher.status());
    },
    'outbox.workOffline': ({ on }) => {
      dispatcher.setWorkOffline(on);
      return done(dispatcher.status());
    },
    'outbox.syncNow': () => {
      dispatcher.syncNow();
      return done(dispatcher.status());
    },
    'outbox.export': async ({ format }) =>
      done(await exportOutbox(workspace.entryHistories, format, clock.wall())),
  };
}

const unsent: readonly EntryState[] = ['queued', 'waiting'];

/** Undoes an action on entries in one commit. A canceled correction restores what it corrected; `touched` names both. */
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
