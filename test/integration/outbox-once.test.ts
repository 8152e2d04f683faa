import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { outboxHandlers } from '#main/features/outbox.ts';
import { copyAsKilled } from './killed-copy.ts';
import { answering, answeringJson, hangingUp, silence, startWireServer } from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  pass,
  passUntil,
  toProgress,
  getEntryState,
  until,
  untilState,
} from './workspace-harness.ts';

const accepting = answeringJson({ id: 4711, vendorStatus: 'INVITED' });
const minute = 60_000;
const hour = 60 * minute;

/** What is on the disk, read by a connection of its own. */
function onDisk(file: string) {
  const db = new SqliteDatabase(file, { readonly: true });
  try {
    const entries = z
      .array(z.object({ id: z.string(), state: z.string(), claim: z.string().nullable() }))
      .parse(db.prepare('SELECT id, state, claim FROM entry').all());
    const attempts = z
      .array(
        z.object({
          entry_id: z.string(),
          number: z.number(),
          started_at: z.number(),
          finished_at: z.number().nullable(),
        }),
      )
      .parse(
        db
          .prepare(
            `SELECT e.id AS entry_id, c.attempt AS number, c.at AS started_at, (SELECT h.at FROM history h
                 WHERE h.entry = c.entry AND h.attempt = c.attempt) AS finished_at
               FROM entry_event c JOIN entry e ON e.seq = c.entry WHERE c.event = 'claimed'`,
          )
          .all(),
      );
    return { entries, attempts };
  } finally {
    db.close();
  }
}

describe('an invite leaves at most once unless a person asks', () => {
  it('has its attempt on the disk before the request reaches the service, and its outcome after', async () => {
    const seen: ReturnType<typeof onDisk>[] = [];
    let file = '';
    const server = await startWireServer((request, socket) => {
      seen.push(onDisk(file));
      accepting(request, socket);
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    file = workspace.databaseFile;
    const id = await enqueueInvite(workspace);
    await untilState(workspace, id, 'accepted');

    const [atArrival] = seen;
    expect(seen).toHaveLength(1);
    expect(atArrival?.entries).toMatchObject([{ id, state: 'sending' }]);
    expect(atArrival?.entries[0]?.claim).toMatch(/^[0-9a-f-]{36}\/1$/);
    expect(atArrival?.attempts).toMatchObject([
      { entry_id: id, number: 1, started_at: workspace.fake.wall(), finished_at: null },
    ]);
    const after = onDisk(file);
    expect(after.entries).toEqual([{ id, state: 'accepted', claim: null }]);
    expect(after.attempts[0]?.finished_at).toBe(workspace.fake.wall());
  });

  it('is on the disk when the enqueue returns, before anything is sent', async () => {
    const server = await startWireServer(accepting);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    const id = await enqueueInvite(workspace);
    expect(onDisk(workspace.databaseFile).entries).toEqual([{ id, state: 'queued', claim: null }]);
    expect(server.requests).toEqual([]);
  });

  it('is in doubt after a dropped answer; neither an hour nor a reopening sends it again', async () => {
    const server = await startWireServer(hangingUp);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    await untilState(workspace, id, 'in_doubt');
    expect(toProgress(workspace, id).reason).toMatchObject({ code: 'no_answer' });

    server.behave(accepting);
    await pass(workspace.fake, hour);
    workspace.dispatcher.syncNow();
    workspace.dispatcher.retryAllNow();
    await pass(workspace.fake, minute);
    expect(getEntryState(workspace, id)).toBe('in_doubt');
    await workspace.close();

    const reopened = await openTestWorkspace({
      baseUrl: server.baseUrl,
      folder: workspace.folder,
      clock: workspace.fake,
    });
    const other = await enqueueInvite(reopened);
    await untilState(reopened, other, 'accepted');
    await pass(reopened.fake, hour);
    expect(getEntryState(reopened, id)).toBe('in_doubt');
    expect(toProgress(reopened, id).attempts).toBe(1);
    expect(server.posts()).toHaveLength(2);
  });

  it('goes again once, under the same key, when a person says so', async () => {
    const server = await startWireServer(hangingUp);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    await untilState(workspace, id, 'in_doubt');
    server.behave(accepting);
    expect(outboxHandlers(workspace)['outbox.sendAgain']({ entryId: id })).toMatchObject({ ok: true });
    await untilState(workspace, id, 'accepted');
    const keys = server.posts().map((request) => request.headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^"[0-9a-f-]{36}"$/);
    expect(keys[1]).toBe(keys[0]);
    const events = workspace.entries.history(id).map((item) => item.event);
    expect(events).toEqual(['accepted', 'claimed', 'sent_again', 'outcome_unknown', 'claimed', 'enqueued']);
  });

  it('can be marked as sent by a person, and says that the service did not confirm it', async () => {
    const server = await startWireServer(hangingUp);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    await untilState(workspace, id, 'in_doubt');
    await outboxHandlers(workspace)['outbox.markAsSent']({ entryId: id });
    expect(toProgress(workspace, id)).toMatchObject({
      state: 'accepted',
      markedByPerson: true,
      reason: null,
    });
    await pass(workspace.fake, hour);
    expect(server.posts()).toHaveLength(1);
  });

  it('is retried under the same key where the workspace trusts the service with it', async () => {
    const server = await startWireServer(hangingUp);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.updateSettings({ honoursIdempotencyKey: true });
    const id = await enqueueInvite(workspace);
    await untilState(workspace, id, 'waiting');
    server.behave(accepting);
    await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'accepted', hour);
    const keys = server.posts().map((request) => request.headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  it('is not cancelled while it is being sent, and can be cancelled before', async () => {
    const server = await startWireServer(silence);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.updateSettings({ concurrency: 1 });
    const first = await enqueueInvite(workspace);
    await until(() => server.posts().length === 1, 'the request is at the service');
    const second = await enqueueInvite(workspace);
    const { 'outbox.cancel': cancel } = outboxHandlers(workspace);
    expect(cancel({ entryId: first })).toMatchObject({ ok: false, error: { code: 'too_late' } });
    expect(getEntryState(workspace, first)).toBe('sending');
    expect(cancel({ entryId: second })).toMatchObject({ ok: true, value: { state: 'cancelled' } });
    server.hangUp('end');
    await untilState(workspace, first, 'in_doubt');
    await pass(workspace.fake, minute);
    expect(server.posts()).toHaveLength(1);
  });
});

describe('a process that ends while it sends', () => {
  it('leaves an invite in doubt, which the next one does not send', async () => {
    const server = await startWireServer(silence);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    await until(() => server.posts().length === 1, 'the request is at the service');
    const folder = copyAsKilled(workspace.folder);

    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder });
    expect(toProgress(next, id)).toMatchObject({
      state: 'in_doubt',
      reason: { code: 'closed_while_sending' },
    });
    await pass(next.fake, hour);
    expect(server.posts()).toHaveLength(1);
  });

  it('leaves a verification waiting, which the next one repeats under the same key, where that does no harm', async () => {
    const server = await startWireServer(silence);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.updateSettings({ resubmittingIsHarmless: true });
    const id = await enqueueVerification(workspace);
    await until(() => server.posts().length === 1, 'the request is at the service');
    const folder = copyAsKilled(workspace.folder);

    server.behave(answeringJson({ success: true, id: 'f3b8ad4e-61f5-4a3c-b5b1-0a2f5f9c2f10' }));
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder });
    expect(toProgress(next, id)).toMatchObject({
      state: 'waiting',
      reason: { code: 'closed_while_sending' },
    });
    await passUntil(next.fake, () => getEntryState(next, id) === 'accepted', minute);
    const keys = server.posts().map((request) => request.headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it('that closes in order with a request under way ends in doubt, without a fault', async () => {
    const server = await startWireServer(silence);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    await until(() => server.posts().length === 1, 'the request is at the service');
    const closed = workspace.close();
    await pass(workspace.fake, 10_000, 1000);
    await closed;

    const next = await openTestWorkspace({
      baseUrl: server.baseUrl,
      folder: workspace.folder,
      clock: workspace.fake,
    });
    expect(getEntryState(next, id)).toBe('in_doubt');
    expect(server.posts()).toHaveLength(1);
  });

  it('closes without waiting for a reading that hangs', async () => {
    const server = await startWireServer(silence);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.documents.add('0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21', null, workspace.fake.wall());
    workspace.watches.begin(
      'document',
      '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21',
      workspace.fake.wall(),
      workspace.fake.wall(),
    );
    workspace.watcher.wake();
    workspace.fake.advance(1);
    await until(() => server.requests.length === 1, 'the reading is under way');
    await workspace.close();
    expect(workspace.db.open).toBe(false);
  }, 20_000);
});

describe('one entry and the others', () => {
  it('sends each of many invites once, and no more at a time than the setting says', async () => {
    let underWay = 0;
    let most = 0;
    const held: (() => void)[] = [];
    const server = await startWireServer((request, socket) => {
      underWay += 1;
      most = Math.max(most, underWay);
      held.push(() => {
        underWay -= 1;
        accepting(request, socket);
      });
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.updateSettings({ concurrency: 3 });
    const ids = await Promise.all(Array.from({ length: 12 }, () => enqueueInvite(workspace)));
    await until(() => held.length === 3, 'three are under way');
    workspace.updateSettings({ concurrency: 5 });
    await until(() => held.length === 5, 'two more are under way at once');
    expect(most).toBe(5);
    workspace.updateSettings({ concurrency: 1 });
    const release = () => held.splice(0).forEach((answer) => answer());
    release();
    most = 0;
    while (server.posts().length < 12) {
      await until(() => held.length > 0, 'the next is under way');
      release();
    }
    release();
    for (const id of ids) await untilState(workspace, id, 'accepted');
    expect(most).toBe(1);
    expect(server.posts()).toHaveLength(12);
    expect(new Set(server.posts().map((request) => request.body)).size).toBe(12);
    expect(new Set(server.posts().map((request) => request.headers['idempotency-key'])).size).toBe(12);
  });

  it('goes on past one that the service always fails on', async () => {
    const server = await startWireServer((request, socket) => {
      const behave = request.body.includes('poison') ? answering(429, { 'retry-after': '0' }) : accepting;
      behave(request, socket);
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.updateSettings({ concurrency: 1 });
    const poisoned = await enqueueInvite(workspace, 'poison@example.invalid');
    const others = await Promise.all(Array.from({ length: 5 }, () => enqueueInvite(workspace)));
    const sent = () => others.every((id) => getEntryState(workspace, id) === 'accepted');
    await passUntil(workspace.fake, sent, minute);
    // Its next try may be under way just now.
    await untilState(workspace, poisoned, 'waiting');
    expect(toProgress(workspace, poisoned).attempts).toBeLessThan(20);
  });

  it('does not use up the tries of an entry in a moment when the service asks for no wait at all', async () => {
    const server = await startWireServer(answering(429, { 'retry-after': '0' }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    await untilState(workspace, id, 'waiting');
    await pass(workspace.fake, 3000, 100);
    expect(getEntryState(workspace, id)).toBe('waiting');
    expect(server.posts().length).toBeLessThan(10);
  });

  it('lets an entry wait as long as it was told to, also while others are sent', async () => {
    const server = await startWireServer((request, socket) => {
      const behave = request.body.includes('slow') ? answering(408, { 'retry-after': '600' }) : accepting;
      behave(request, socket);
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const slow = await enqueueInvite(workspace, 'slow@example.invalid');
    await untilState(workspace, slow, 'waiting');
    await untilState(workspace, await enqueueInvite(workspace), 'accepted');
    await pass(workspace.fake, 9 * minute);
    expect(toProgress(workspace, slow)).toMatchObject({ state: 'waiting', attempts: 1 });
    await passUntil(workspace.fake, () => toProgress(workspace, slow).attempts > 1, 2 * minute);
  });

  it('gives an entry up after 50 tries that reached the service, and keeps it', async () => {
    const server = await startWireServer(answering(503));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'dead', 6 * 24 * hour, 5 * minute);
    expect(server.posts()).toHaveLength(50);
    expect(toProgress(workspace, id)).toMatchObject({ attempts: 50, reason: { code: 'busy', status: 503 } });
    await pass(workspace.fake, hour, minute);
    expect(server.posts()).toHaveLength(50);

    server.behave(accepting);
    await outboxHandlers(workspace)['outbox.retryNow']({ entryId: id });
    workspace.dispatcher.syncNow();
    await untilState(workspace, id, 'accepted');
  });

  it('does not count tries that never reached the service', async () => {
    const server = await startWireServer(accepting);
    await server.close();
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    const lost = () => workspace.dispatcher.status().condition.kind === 'offline';
    await until(lost, 'it is known that nothing answers');
    await pass(workspace.fake, 24 * hour, hour);
    // It may have been tried once before it was known that nothing answers.
    const first = toProgress(workspace, id).attempts;
    for (let tries = 0; tries < 60; tries += 1) {
      workspace.dispatcher.observe({ kind: 'healthy' }, 1, 'vendor 1');
      const before = toProgress(workspace, id).attempts;
      await passUntil(workspace.fake, () => toProgress(workspace, id).attempts > before, minute);
      await untilState(workspace, id, 'waiting');
    }
    expect(toProgress(workspace, id).attempts).toBe(first + 60);
    expect(toProgress(workspace, id).reason).toMatchObject({ code: 'unreachable', detail: 'ECONNREFUSED' });

    // The first that counts does not end it.
    const back = await startWireServer(answering(503), server.port);
    const tried = () => back.posts().length === 1 && getEntryState(workspace, id) !== 'sending';
    await passUntil(workspace.fake, tried, 30 * minute);
    expect(getEntryState(workspace, id)).toBe('waiting');
    back.behave(accepting);
    await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'accepted', 30 * minute);
    expect(back.posts()).toHaveLength(2);
  });
});
