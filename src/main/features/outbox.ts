import type { EntryDecision } from '#shared/outbox/outbox.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { exportOutbox } from '../exports/export-outbox.ts';
import { done, gone, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import { correctionRefusals, getDelay } from './queueing.ts';
import { undoDelayed, undoEntries } from './undo-entries.ts';

/** Why a decision comes too late. */
const tooLate: Record<EntryDecision, string> = {
  cancelled: 'It is being sent now. Wait for the answer, then decide.',
  corrected: 'It is being sent now. Wait for the answer, then decide.',
  sent_again: 'Gangway already knows whether this item was sent. Review it again.',
  marked_as_sent: 'This item does not need to be marked as sent. Review it again.',
  retried_now: 'This item is not waiting for another attempt. Review it again.',
};

const decisionEvents = {
  cancel: 'cancelled',
  retry_now: 'retried_now',
  send_again: 'sent_again',
  mark_as_sent: 'marked_as_sent',
} as const satisfies Record<string, EntryDecision>;

export function outboxHandlers(workspace: Workspace): Handlers<CallsOf<'outbox'>> {
  const { dispatcher, entries, clock, outboxList } = workspace;

  function decide(entryId: string, event: EntryDecision, notBefore = 0) {
    const result = dispatcher.decide(entryId, event, notBefore);
    if (result === 'not_found') return gone;
    if (result === 'too_late') return refuse('too_late', tooLate[event]);
    return typeof result === 'string' ? correctionRefusals[result] : done(result);
  }

  return {
    'outbox.status': () => done(dispatcher.status()),
    'outbox.page': (request) => done(outboxList.page({ ...request, now: clock.wall() })),
    'outbox.sendAgain': ({ entryId }) => decide(entryId, 'sent_again', getDelay(workspace, 1)),
    'outbox.markAsSent': ({ entryId }) => decide(entryId, 'marked_as_sent'),
    'outbox.retryNow': ({ entryId }) => decide(entryId, 'retried_now'),
    'outbox.retryAllNow': () => done({ retried: dispatcher.retryAllNow() }),
    'outbox.cancel': ({ entryId }) => decide(entryId, 'cancelled'),
    'outbox.decideMany': ({ entryIds, decision }) => {
      const event = decisionEvents[decision];
      const sends = event === 'retried_now' || event === 'sent_again';
      const notBefore = sends ? getDelay(workspace, entryIds.length) : 0;
      const changed = workspace.transaction(() =>
        entryIds.filter((id) => typeof entries.decide(id, event, clock.wall(), notBefore) !== 'string'),
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
