import { randomUUID } from 'node:crypto';
import { maxLetterLength } from '#shared/ipc/notes.ts';
import { entryKinds } from '#shared/outbox/entry-kinds.ts';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import type { AcceptedHook } from '../outbox/attempt-outcomes.ts';
import { createDispatcher } from '../outbox/dispatcher.ts';
import type { ClaimedEntry, ClaimedHook, TeamHold } from '../outbox/entry-claims.ts';
import { createEntryStore } from '../outbox/entry-store.ts';
import { createImportQueue } from '../outbox/import-queue.ts';
import { createQueueEmptied } from '../outbox/queue-emptied.ts';
import type { QueueFlags } from '../outbox/queue-flags.ts';
import { toProblem } from '../store/database.ts';
import { createImportRowStore } from '../store/import-rows.ts';
import { firstCheckAt } from '../watcher/schedule.ts';
import type { WorkspaceBase } from './base.ts';
import type { ServiceConnection } from './service-connection.ts';
import type { TokenHolder } from './token-holder.ts';
import { inTransaction } from '../store/query.ts';

/** The outbox of a workspace: entries, dispatcher, imported lists on their way in, and the news that all is sent. */
export function createSending(
  base: WorkspaceBase,
  flags: QueueFlags,
  token: TokenHolder,
  { client, answers, probe, quickProbe }: ServiceConnection,
  { lastShared }: Pick<TeamHold, 'lastShared'>,
) {
  const { db, stores, clock, random, settings, pace, events, emit, faults, fault, reportAs } = base;
  /** Verifications that accepted ones replaced; reported with them. */
  const alsoChanged = new Set<string>();
  const entries = createEntryStore(
    db,
    stores.counts,
    entryKinds,
    randomUUID(),
    acceptedHook(base, alsoChanged),
    random,
    claimedHook(base),
    { lastShared, findEarlier: (number) => stores.colleaguesEntries.findEarlier(number) },
  );
  const onCommitted = () => events.emit('committed');
  const dispatcher = createDispatcher({
    store: entries,
    flags,
    clock,
    random,
    kinds: entryKinds,
    send: ({ kind, pathParameters, body, idempotencyKey }, value) =>
      client.send(entryKinds[kind].endpoint(pathParameters), body, idempotencyKey, value),
    judge: (...of) => answers.outcome(...of),
    probe,
    quickProbe,
    heartbeat: (value) => client.heartbeat(value),
    token: () => token.current(),
    tokenUnavailableReason: () => token.status().away,
    settings,
    onEntries: (ids) => {
      pace.noteRound();
      emit('entries.changed', { ids: [...ids, ...alsoChanged] });
      alsoChanged.clear();
    },
    onStatus: (status) => {
      emit('sync.changed', status);
      events.emit('status', status);
    },
    onTokenAccepted: (at) => {
      if (token.accepted(at)) events.emit('described');
    },
    onBack: () => events.emit('serviceBack'),
    onDamaged: faults.reportError,
    onCommitted,
  });
  events.on('tokenAvailable', () => {
    // Not a new token: one from the keychain may have been refused before.
    dispatcher.tokenAvailable();
    events.emit('described');
  });
  events.on('settings', () => dispatcher.wake());
  events.on('teamHeard', () => dispatcher.wake());
  events.on('clockSet', (byMs) => dispatcher.clockSet(byMs));
  events.on('corrupted', () => dispatcher.setSuspended('damaged', true));
  const queueEmptied = createQueueEmptied(db, clock, (news) => events.emit('queueEmptied', news));
  events.on('status', (status) => {
    try {
      queueEmptied.look(status);
    } catch (error) {
      fault('queue_not_looked_at', error);
    }
  });
  const imports = createImportQueue({
    rows: createImportRowStore(db, () => settings().dateForm),
    clock,
    notBefore: () => (settings().sendDelayS === 0 ? 0 : clock.wall() + settings().sendDelayS * 1000),
    onUndoing: (undoing) => dispatcher.setSuspended('undoing', undoing),
    onCommitted,
    cancelAll: (ids, at) =>
      inTransaction(
        db,
        () => ids.filter((id) => typeof entries.decide(id, 'cancelled', at) !== 'string').length,
      ),
    onEntries: (ids) => emit('entries.changed', { ids }),
    onQueue: (all) => {
      dispatcher.enqueued();
      if (all) stores.indexer.wake();
    },
    onFault: reportAs('import_not_taken_in'),
  });
  return { entries, dispatcher, queueEmptied, imports };
}

/** Writes the service's answer to an entry into the rows of its kind. */
function acceptedHook(base: WorkspaceBase, alsoChanged: Set<string>): AcceptedHook {
  const { invites, verifications, watches } = base.stores;
  const noteAccepted: AcceptedHook = (entry, words, at) => {
    switch (words.kind) {
      case 'invite':
        invites.saveAnswer(entry.seq, words);
        noteReminder(base, entry, at);
        break;
      case 'verification':
        for (const replaced of verifications.noteRequestId(entry.id, words.requestId))
          alsoChanged.add(replaced);
        watches.begin('verification', entry.id, at, firstCheckAt(at, base.random()));
        break;
    }
  };
  return guarded(base, 'answer_not_read', noteAccepted);
}

/** Records an invite to a vendor that was invited before as a letter to it. */
function noteReminder(
  { stores }: WorkspaceBase,
  { id, seq }: Pick<ClaimedEntry, 'id' | 'seq'>,
  at: number,
): void {
  const subject = stores.invites.findReminded(seq);
  if (subject === null) return;
  const message = stores.entryDetails.invitation(id).entered.inviteMessage ?? '';
  const text = `Invite reminder, sent by the service.\n\n${message}`.trim().slice(0, maxLetterLength);
  const note = { kind: 'letter', text: text.toWellFormed(), asked: [], followUp: null } as const;
  stores.notes.add({ ...note, subject: stores.onboardingFacts.resolve(subject) }, at);
}

/** Work for one entry whose faults do not stop the outbox: the request and the answer are stored whole. */
const guarded =
  <Of extends unknown[]>({ fault }: WorkspaceBase, event: string, work: (...of: Of) => void) =>
  (...of: Of): void => {
    try {
      work(...of);
    } catch (error) {
      if (toProblem(error) !== null) throw error;
      fault(event, error);
    }
  };

/** Restores what lists show of a sent entry where that was altered on the disk. */
function claimedHook(base: WorkspaceBase): ClaimedHook {
  const { invites, verifications } = base.stores;
  const stores = { invite: invites, verification: verifications } satisfies Record<EntryKind, unknown>;
  return guarded(base, 'shown_not_restored', (entry: ClaimedEntry) => stores[entry.kind].restoreShown(entry));
}
