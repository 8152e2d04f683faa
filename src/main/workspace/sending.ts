import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { entryKinds } from '#shared/entry-kinds.ts';
import type { EntryKind } from '#shared/outbox.ts';
import type { QueueNews } from '#shared/queue-news.ts';
import type { WorkspaceSettings } from '#shared/settings.ts';
import type { Clock } from '../clock.ts';
import { createImportQueue, type ImportQueue } from '../outbox/import-queue.ts';
import type { Emit } from '../ipc/emit.ts';
import type { AcceptedHook } from '../outbox/attempt-outcomes.ts';
import { createDispatcher, type Dispatcher } from '../outbox/dispatcher.ts';
import type { ClaimedEntry, ClaimedHook } from '../outbox/entry-claims.ts';
import { createEntryStore, type EntryStore } from '../outbox/entry-store.ts';
import { createQueueEmptied, type QueueEmptied } from '../outbox/queue-emptied.ts';
import type { QueueFlags } from '../outbox/queue-flags.ts';
import { toProblem } from '../store/database.ts';
import { createImportRowStore } from '../store/import-rows.ts';
import { firstCheckAt } from '../watcher/schedule.ts';
import { createRequestSlots, type RequestSlots } from './request-slots.ts';
import type { ServiceConnection } from './service-connection.ts';
import type { WorkspaceStores } from './stores.ts';
import type { TokenHolder } from './token-holder.ts';

export interface SendingDeps {
  db: Database;
  stores: WorkspaceStores;
  flags: QueueFlags;
  clock: Clock;
  random: () => number;
  connection: ServiceConnection;
  token: TokenHolder;
  settings: () => WorkspaceSettings;
  emit: Emit;
  onCommitted: () => void;
  onEntries(): void;
  onStatus(): void;
  onToken(): void;
  onQueueEmptied(news: QueueNews): void;
  faultMet: (error: unknown) => boolean;
  fault(event: string, error: unknown): void;
}

export interface Sending {
  readonly entries: EntryStore;
  readonly dispatcher: Dispatcher;
  /** Whatever is read from the service takes a place here first. */
  readonly slots: RequestSlots;
  readonly queueEmptied: QueueEmptied;
  readonly imports: ImportQueue;
}

export function createSending(deps: SendingDeps): Sending {
  const { db, stores, flags, clock, random, connection, token, settings, emit } = deps;
  const { client, answers } = connection;
  /** Verifications that the accepted ones took the place of; told with them. */
  const alsoChanged = new Set<string>();
  const entries = createEntryStore(
    db,
    stores.counts,
    entryKinds,
    randomUUID(),
    acceptedHook(deps, alsoChanged),
    random,
    claimedHook(deps),
  );
  const queueEmptied = createQueueEmptied({
    db,
    now: () => clock.wall(),
    tell: (news) => deps.onQueueEmptied(news),
  });
  const dispatcher = createDispatcher({
    store: entries,
    flags,
    clock,
    random,
    kinds: entryKinds,
    send: ({ kind, pathParameters, body, idempotencyKey }, value) =>
      client.send(entryKinds[kind].endpoint(pathParameters), body, idempotencyKey, value),
    judge: (...of) => answers.outcome(...of),
    probe: connection.probe,
    quickProbe: connection.quickProbe,
    heartbeat: (value) => client.heartbeat(value),
    token: () => token.current(),
    tokenAway: () => token.status().away,
    settings,
    onEntries: (ids) => {
      emit('entries.changed', { ids: [...ids, ...alsoChanged] });
      alsoChanged.clear();
      deps.onEntries();
    },
    onStatus: (status) => {
      emit('sync.changed', status);
      try {
        queueEmptied.look(status);
      } catch (error) {
        deps.fault('queue_not_looked_at', error);
      }
      deps.onStatus();
    },
    onTokenAccepted: (at) => {
      if (token.accepted(at)) deps.onToken();
    },
    slotsForSending: () => slots.forSending(),
    onDamaged: deps.faultMet,
    onCommitted: deps.onCommitted,
    onRound: () => {
      slots.wake();
    },
  });
  const slots = createRequestSlots({
    limit: () => settings().concurrency,
    sending: () => dispatcher.share(),
    mayRead: () => dispatcher.mayRead(),
    onFree: () => {
      dispatcher.wake();
    },
  });
  return {
    entries,
    dispatcher,
    slots,
    queueEmptied,
    imports: importQueue(deps, entries, dispatcher),
  };
}

/** Writes what the service answered to an entry into the rows of its kind. */
function acceptedHook(deps: SendingDeps, alsoChanged: Set<string>): AcceptedHook {
  const { invites, verifications, watches } = deps.stores;
  const noteAccepted: AcceptedHook = (entry, words, at) => {
    switch (words.kind) {
      case 'invite':
        invites.noteAnswer(entry.seq, words);
        break;
      case 'verification':
        for (const replaced of verifications.noteRequestId(entry.id, words.requestId))
          alsoChanged.add(replaced);
        watches.begin('verification', entry.id, at, firstCheckAt(at, deps.random()));
        break;
    }
  };
  return guarded(deps, 'answer_not_read', noteAccepted);
}

/** Does work for one entry. A fault in it must not hold up the outbox: the request and the answer are kept whole. */
function guarded<Of extends unknown[]>(deps: SendingDeps, event: string, work: (...of: Of) => void) {
  return (...of: Of): void => {
    try {
      work(...of);
    } catch (error) {
      if (toProblem(error) !== null) throw error;
      deps.fault(event, error);
    }
  };
}

/** Lets lists show what is sent, where what they show was altered on the disk. */
function claimedHook(deps: SendingDeps): ClaimedHook {
  const { invites, verifications } = deps.stores;
  const stores = { invite: invites, verification: verifications } satisfies Record<EntryKind, unknown>;
  return guarded(deps, 'shown_not_restored', (entry: ClaimedEntry) => {
    stores[entry.kind].restoreShown(entry);
  });
}

function importQueue(
  { db, stores, clock, emit, ...deps }: SendingDeps,
  entries: EntryStore,
  dispatcher: Dispatcher,
): ImportQueue {
  return createImportQueue({
    rows: createImportRowStore(db, () => deps.settings().dateForm),
    clock,
    notBefore: () =>
      deps.settings().sendDelayS === 0 ? 0 : clock.wall() + deps.settings().sendDelayS * 1000,
    onUndoing: (undoing) => {
      dispatcher.standStill('undoing', undoing);
    },
    onCommitted: deps.onCommitted,
    cancelAll: (ids, at) =>
      db
        .transaction(() => ids.filter((id) => typeof entries.decide(id, 'cancelled', at) !== 'string').length)
        .immediate(),
    onEntries: (ids) => {
      emit('entries.changed', { ids });
    },
    onQueue: (all) => {
      dispatcher.enqueued();
      if (all) stores.indexer.wake();
    },
    onFault: (error) => {
      deps.fault('import_not_taken_in', error);
    },
  });
}
