import { describe, expect, it } from 'vitest';
import SqliteDatabase from 'better-sqlite3';
import {
  entryState,
  type EntryState,
  type QueueCondition,
  type StateCounts,
  type SyncStatus,
} from '#shared/outbox/outbox.ts';
import type { QueueNews } from '#shared/outbox/news.ts';
import { createQueueEmptied } from '#main/outbox/queue-emptied.ts';
import { answering, answeringJson, startWireServer, type Behaviour } from './wire-server.ts';
import {
  enqueueInvite,
  openTestWorkspace,
  pass,
  passUntil,
  getEntryState,
  temporaryFolder,
  untilState,
  type TestWorkspaceOptions,
} from './workspace-harness.ts';

const minute = 60_000;

/** A workspace with a service that accepts, save what is said to refuse. */
async function situation(refused: readonly string[] = []) {
  const accept = answeringJson({ id: 4711 });
  const behaviour: Behaviour = (request, socket) => {
    const refuse = refused.some((email) => request.body.includes(email));
    (refuse ? answering(422) : accept)(request, socket);
  };
  const server = await startWireServer(behaviour);
  const told: QueueNews[] = [];
  const open = (more: Partial<TestWorkspaceOptions> = {}) =>
    openTestWorkspace({ baseUrl: server.baseUrl, onQueueEmptied: (news) => told.push(news), ...more });
  return { told, open };
}

describe('that everything has been sent', () => {
  it('is told once when a queue that waited offline runs empty', async () => {
    const { told, open } = await situation();
    const workspace = await open();
    workspace.dispatcher.setWorkOffline(true);
    const ids = [await enqueueInvite(workspace), await enqueueInvite(workspace)];
    await pass(workspace.fake, minute);
    expect(told).toEqual([]);
    workspace.dispatcher.setWorkOffline(false);
    for (const id of ids) await untilState(workspace, id, 'accepted');
    await passUntil(workspace.fake, () => told.length > 0, minute);
    await pass(workspace.fake, minute);
    expect(told).toEqual([{ sent: 2, needYou: 0 }]);
  });

  it('is not told of what is sent at once, also not after such a queue', async () => {
    const { told, open } = await situation();
    const workspace = await open();
    await untilState(workspace, await enqueueInvite(workspace), 'accepted');
    await pass(workspace.fake, minute);
    expect(told).toEqual([]);
    workspace.dispatcher.setPaused(true);
    const held = await enqueueInvite(workspace);
    await pass(workspace.fake, minute);
    workspace.dispatcher.setPaused(false);
    await untilState(workspace, held, 'accepted');
    await passUntil(workspace.fake, () => told.length > 0, minute);
    await untilState(workspace, await enqueueInvite(workspace), 'accepted');
    await pass(workspace.fake, minute);
    expect(told).toEqual([{ sent: 1, needYou: 0 }]);
  });

  it('counts what needs a person, and what a person marks as sent is not counted as sent', async () => {
    const { told, open } = await situation(['no-one@example.invalid', 'nobody@example.invalid']);
    const workspace = await open();
    workspace.dispatcher.setPaused(true);
    const [first, second, refused] = [
      await enqueueInvite(workspace),
      await enqueueInvite(workspace, 'nobody@example.invalid'),
      await enqueueInvite(workspace, 'no-one@example.invalid'),
    ];
    await pass(workspace.fake, minute);
    workspace.dispatcher.setPaused(false);
    for (const id of [second, refused]) await untilState(workspace, id, 'rejected');
    workspace.dispatcher.decide(second, 'marked_as_sent');
    await untilState(workspace, first, 'accepted');
    await passUntil(workspace.fake, () => told.length > 0, minute);
    expect(told).toEqual([{ sent: 1, needYou: 1 }]);
  });

  it('is not told where all that waited was canceled', async () => {
    const { told, open } = await situation();
    const workspace = await open();
    workspace.dispatcher.setPaused(true);
    const id = await enqueueInvite(workspace);
    await pass(workspace.fake, minute);
    workspace.dispatcher.decide(id, 'cancelled');
    workspace.dispatcher.setPaused(false);
    await pass(workspace.fake, minute);
    expect(getEntryState(workspace, id)).toBe('cancelled');
    expect(told).toEqual([]);
  });

  it('is told of what waited while Gangway was closed', async () => {
    const { told, open } = await situation();
    const folder = temporaryFolder();
    const first = await open({ folder, token: null });
    const id = await enqueueInvite(first);
    await first.close();
    const workspace = await open({ folder, clock: first.fake });
    await untilState(workspace, id, 'accepted');
    await passUntil(workspace.fake, () => told.length > 0, minute);
    expect(told).toEqual([{ sent: 1, needYou: 0 }]);
  });
});

describe('a queue that runs empty', () => {
  const now = Date.UTC(2026, 2, 1, 12);

  /** An in-memory history, and the news sent. */
  function createTested() {
    const db = new SqliteDatabase(':memory:');
    db.exec('CREATE TABLE history (id INTEGER PRIMARY KEY, event TEXT NOT NULL, began_at INTEGER DEFAULT 1)');
    const told: QueueNews[] = [];
    const emptied = createQueueEmptied(db, { wall: () => now }, (news) => told.push(news));
    const note = (...events: string[]) => {
      for (const event of events) db.prepare('INSERT INTO history (event) VALUES (?)').run(event);
    };
    return { told, emptied, note };
  }
  const toStatus = (
    condition: QueueCondition,
    inStates: Partial<Record<EntryState, number>>,
  ): SyncStatus => ({
    condition,
    counts: {
      ...(Object.fromEntries(entryState.options.map((state) => [state, 0])) as StateCounts),
      ...inStates,
    },
    run: null,
    concurrency: 4,
    lastAnswerAt: null,
    wellAt: null,
    finding: null,
    unansweredSince: null,
    lastSentAt: null,
    lastSentTo: null,
    nextAt: null,
    delayed: [],
    delayedEntries: 0,
  });
  const online: QueueCondition = { kind: 'online' };

  it.each<[QueueCondition, waits: boolean]>([
    [online, false],
    [{ kind: 'connecting' }, false],
    [{ kind: 'busy', until: now + 59_999 }, false],
    [{ kind: 'busy', until: now + 60_000 }, true],
    [{ kind: 'offline', since: now, detail: 'ENOTFOUND' }, true],
    [{ kind: 'server_trouble', until: now + 1 }, true],
    [{ kind: 'redirected', location: null, until: null }, true],
    [{ kind: 'signed_out', reason: 'refused' }, true],
    [{ kind: 'paused' }, true],
    [{ kind: 'working_offline' }, true],
    [{ kind: 'cannot_save', detail: 'SQLITE_FULL' }, true],
    [{ kind: 'checking_data' }, true],
  ])('had to wait because of %o: %j', (condition, waits) => {
    for (const state of ['queued', 'sending', 'waiting'] as const) {
      const { told, emptied, note } = createTested();
      note('accepted');
      emptied.look(toStatus(condition, { [state]: 1 }));
      note('accepted', 'marked_as_sent');
      emptied.look(toStatus(online, { [state]: 1 }));
      note('accepted');
      expect(told).toEqual([]);
      emptied.look(toStatus(online, { accepted: 3, in_doubt: 1, rejected: 1, dead: 1, cancelled: 5 }));
      expect(told).toEqual(waits ? [{ sent: 2, needYou: 3 }] : []);
      note('accepted');
      emptied.look(toStatus(online, {}));
      expect(told).toHaveLength(waits ? 1 : 0);
    }
  });

  it('waited while Gangway was closed if it had unsent items', () => {
    for (const left of [0, 1]) {
      const { told, emptied, note } = createTested();
      emptied.begin(toStatus(online, { waiting: left }));
      note('accepted');
      emptied.look(toStatus(online, {}));
      expect(told).toEqual(left === 0 ? [] : [{ sent: 1, needYou: 0 }]);
    }
  });

  it('sends no news if nothing was sent', () => {
    const { told, emptied, note } = createTested();
    emptied.look(toStatus({ kind: 'paused' }, { queued: 1 }));
    note('cancelled');
    emptied.look(toStatus(online, {}));
    note('accepted');
    emptied.look(toStatus(online, {}));
    expect(told).toEqual([]);
  });
});
