import { describe, expect, it } from 'vitest';
import { inviteHandlers } from '#main/features/invites.ts';
import { outboxHandlers } from '#main/features/outbox.ts';
import { createEntryTimes, createSendDelay } from '#main/outbox/entry-times.ts';
import { createImportRowStore } from '#main/store/import-rows.ts';
import { entryKinds } from '#shared/outbox/entry-kinds.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import { importing, unwrap } from './import-harness.ts';
import { copyAsKilled } from './killed-copy.ts';
import {
  enqueueInvite,
  openTestWorkspace,
  pass,
  passUntil,
  toProgress,
  getEntryState,
  temporaryFolder,
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';
import { answering, answeringJson, hangingUp, silence, startWireServer } from './wire-server.ts';

const rows = (count: number) =>
  ['email', ...Array.from({ length: count }, (_none, row) => `v${row}@x.example.com`)].join('\n');

async function queueList(workspace: TestWorkspace, count: number) {
  const list = importing(workspace);
  await list.open(rows(count), 'june.csv');
  const queued = unwrap(await list.queue());
  await workspace.imports.settled();
  return { ...queued, calls: list.calls };
}

async function opened(options: Partial<Parameters<typeof openTestWorkspace>[0]> = {}) {
  const server = await startWireServer(answeringJson({ id: 1 }));
  // As the product is set.
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, sendDelayS: null, ...options });
  return { server, workspace, outbox: outboxHandlers(workspace) };
}

describe('what is enqueued together', () => {
  it('is taken back whole by undo: all 200 of an imported list, and the service gets none', async () => {
    const { server, workspace } = await opened();
    const { batch, calls } = await queueList(workspace, 200);
    await pass(workspace.fake, 9000, 500);
    expect(unwrap(await calls['imports.undo']({ batch }))).toEqual({ takenBack: 200, gone: 0 });
    await pass(workspace.fake, 120_000);
    expect(server.posts()).toEqual([]);
    expect(workspace.entries.counts()).toMatchObject({ cancelled: 200, queued: 0 });
  });

  it('goes out by itself when the wait is over, and is named with its time until then', async () => {
    const { server, workspace } = await opened();
    const { notBefore } = await queueList(workspace, 200);
    expect(notBefore).toBe(workspace.fake.wall() + 10_000);
    expect(workspace.dispatcher.status().delayed).toEqual([{ until: notBefore, entries: { invite: 200 } }]);
    await pass(workspace.fake, 9500, 500);
    expect(server.posts()).toEqual([]);
    await passUntil(workspace.fake, () => workspace.entries.counts().accepted === 200, 60_000);
    expect(server.posts()).toHaveLength(200);
    expect(workspace.dispatcher.status().delayed).toEqual([]);
  });

  it('is not taken off what is being sent before it has come to the outbox', async () => {
    const server = await startWireServer(silence);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, sendDelayS: null });
    const alone = await enqueueInvite(workspace, 'alone@x.example.com');
    await untilState(workspace, alone, 'sending');
    const list = importing(workspace);
    await list.open(rows(5000), 'june.csv');
    unwrap(await list.queue());
    const { counts, run } = workspace.dispatcher.status();
    // Otherwise the list is in already.
    expect(counts.queued).toBeLessThan(5000);
    expect(run).toMatchObject({ settled: 0, enqueued: 1 });
    await workspace.imports.settled();
    expect(workspace.dispatcher.status().run).toMatchObject({ settled: 0, enqueued: 1 });
  });

  it('goes at once when a person wants it now', async () => {
    const { server, workspace, outbox } = await opened();
    const { notBefore } = await queueList(workspace, 20);
    expect(unwrap(await outbox['outbox.sendDelayed']({ until: notBefore ?? 0 }))).toEqual({ released: 20 });
    await expect.poll(() => server.posts().length).toBe(20);
    expect(workspace.dispatcher.status().delayed).toEqual([]);
  });

  it('is not hurried by a pause, working offline, a sync, a retry of all or a changed setting', async () => {
    const { server, workspace, outbox } = await opened();
    await queueList(workspace, 20);
    await outbox['outbox.pause']({ paused: true });
    await outbox['outbox.workOffline']({ on: true });
    await pass(workspace.fake, 2000, 500);
    await outbox['outbox.pause']({ paused: false });
    await outbox['outbox.workOffline']({ on: false });
    await outbox['outbox.syncNow'](null);
    await outbox['outbox.retryAllNow'](null);
    workspace.updateSettings({ sendDelayS: 0, concurrency: 16 });
    await enqueueInvite(workspace, 'alone@x.example.com');
    await pass(workspace.fake, 7500, 500);
    // What was enqueued alone went at once.
    expect(server.posts().map(({ body }) => body)).toEqual([expect.stringContaining('alone@x.example.com')]);
  });

  it(
    'waits once more after a start, also when the wait was over long ago and after a kill',
    { tags: ['nightly'] },
    async () => {
      const folder = temporaryFolder();
      const clock = createFakeClock();
      const { server, workspace } = await opened({ folder, clock, token: null });
      const { batch } = await queueList(workspace, 200);
      const killed = copyAsKilled(folder, temporaryFolder());
      await workspace.close();
      for (const left of [folder, killed]) {
        const later = createFakeClock(clock.wall() + 24 * 60 * 60 * 1000);
        const again = await openTestWorkspace({
          baseUrl: server.baseUrl,
          folder: left,
          clock: later,
          sendDelayS: null,
        });
        await pass(later, 9000, 500);
        expect(server.posts()).toEqual([]);
        const { calls } = importing(again);
        expect(unwrap(await calls['imports.undo']({ batch }))).toEqual({ takenBack: 200, gone: 0 });
        await pass(later, 60_000);
        expect(server.posts()).toEqual([]);
        await again.close();
      }
    },
  );

  it('is not held longer or shorter by a clock that is set', { tags: ['nightly'] }, async () => {
    for (const byMs of [-60 * 60_000, 60 * 60_000]) {
      const { server, workspace } = await opened();
      await queueList(workspace, 5);
      workspace.fake.setWall(workspace.fake.wall() + byMs);
      await pass(workspace.fake, 9000, 500);
      expect(server.posts()).toEqual([]);
      await passUntil(workspace.fake, () => server.posts().length === 5, 60_000);
    }
  });

  it('says how many had left where undo comes late, and nothing more leaves while it takes back the rest', async () => {
    const { server, workspace } = await opened();
    const { batch, calls } = await queueList(workspace, 200);
    await passUntil(workspace.fake, () => server.posts().length >= 20, 60_000, 250);
    const { takenBack, gone } = unwrap(await calls['imports.undo']({ batch }));
    expect(takenBack + gone).toBe(200);
    expect(takenBack).toBeGreaterThan(0);
    await pass(workspace.fake, 60_000);
    expect(server.posts()).toHaveLength(gone);
  });

  it('is undone together, with the number undone and the number left', async () => {
    const { server, workspace, outbox } = await opened({ token: null });
    const { notBefore } = await queueList(workspace, 4);
    const until = notBefore ?? 0;
    const ids = workspace.entries.delayedUntil(until).ids;
    const [sent = '', cancelled = ''] = ids;
    unwrap(await outbox['outbox.cancel']({ entryId: cancelled }));
    workspace.db.prepare('UPDATE entry SET not_before = 0 WHERE id = ?').run(sent);
    workspace.token.holdForSession('a-token');
    workspace.dispatcher.tokenChanged();
    await untilState(workspace, sent, 'accepted');
    expect(unwrap(await outbox['outbox.undoDelayed']({ until }))).toEqual({ undone: 2, left: 2 });
    expect(workspace.entries.counts()).toMatchObject({ accepted: 1, cancelled: 3, queued: 0 });
    expect(unwrap(await outbox['outbox.undoDelayed']({ until }))).toEqual({ undone: 0, left: 0 });
    await pass(workspace.fake, 60_000);
    expect(server.posts()).toHaveLength(1);
  });

  it('counts only the items undone now if the list was undone before', async () => {
    const { workspace, outbox } = await opened();
    const { batch, notBefore, calls } = await queueList(workspace, 3);
    const [again = ''] = workspace.entries.delayedUntil(notBefore ?? 0).ids;
    expect(unwrap(await calls['imports.undo']({ batch }))).toEqual({ takenBack: 3, gone: 0 });
    unwrap(await outbox['outbox.undo']({ entryIds: [again], what: 'cancelled' }));
    const until = toProgress(workspace, again).notBefore ?? 0;
    expect(unwrap(await outbox['outbox.undoDelayed']({ until }))).toEqual({ undone: 1, left: 0 });
    expect(workspace.entries.counts()).toMatchObject({ cancelled: 3, queued: 0 });
  });

  it('sends an event for the undone correction and the entry it replaced', async () => {
    const { server, workspace, outbox } = await opened();
    server.behave(answering(422));
    const refused = [await enqueueInvite(workspace), await enqueueInvite(workspace)];
    for (const id of refused) await untilState(workspace, id, 'rejected');
    workspace.updateSettings({ sendDelayS: 30, delaySingles: true });
    const enqueue = inviteHandlers(workspace)['invites.enqueue'];
    const invitation = { vendor: { email: 'right@x.example.com' } };
    const { entryId } = unwrap(await enqueue({ invitation, replaces: refused[0] ?? '' }));
    const until = toProgress(workspace, entryId).notBefore ?? 0;
    workspace.events.length = 0;
    expect(unwrap(await outbox['outbox.undoDelayed']({ until }))).toEqual({ undone: 1, left: 0 });
    expect(workspace.events).toContainEqual({
      name: 'entries.changed',
      payload: { ids: [entryId, refused[0]] },
    });
    expect(refused.map((id) => getEntryState(workspace, id))).toEqual(['rejected', 'rejected']);
    workspace.events.length = 0;
    expect(unwrap(await outbox['outbox.undoDelayed']({ until }))).toEqual({ undone: 0, left: 0 });
    expect(workspace.events.filter(({ name }) => name === 'entries.changed')).toEqual([]);
  });

  it('counts for reminders, which are undone or sent together', { tags: ['nightly'] }, async () => {
    const { server, workspace, outbox } = await opened();
    const sent = [await enqueueInvite(workspace), await enqueueInvite(workspace)];
    for (const id of sent) await untilState(workspace, id, 'accepted');
    const remind = inviteHandlers(workspace)['invites.remind'];
    const { queued, notBefore } = unwrap(await remind({ entryIds: sent }));
    await pass(workspace.fake, 5000, 500);
    expect(server.posts()).toHaveLength(2);
    expect(unwrap(await outbox['outbox.undoDelayed']({ until: notBefore ?? 0 }))).toEqual({
      undone: 2,
      left: 0,
    });
    expect(queued.map((id) => getEntryState(workspace, id))).toEqual(['cancelled', 'cancelled']);
    const one = unwrap(await remind({ entryIds: sent.slice(0, 1) }));
    expect(one.notBefore).toBeNull();
    await expect.poll(() => server.posts().length).toBe(3);
  });

  it(
    'counts for many that are sent again: undone, they are as unclear as before',
    { tags: ['nightly'] },
    async () => {
      const { server, workspace, outbox } = await opened();
      server.behave(hangingUp);
      const unclear = [await enqueueInvite(workspace), await enqueueInvite(workspace)];
      for (const id of unclear) await untilState(workspace, id, 'in_doubt');
      const reasons = unclear.map((id) => toProgress(workspace, id).reason);
      const posts = server.posts().length;
      server.behave(answeringJson({ id: 1 }));
      const { notBefore } = unwrap(
        await outbox['outbox.decideMany']({ entryIds: unclear, decision: 'sent_again' }),
      );
      await pass(workspace.fake, 5000, 500);
      expect(unwrap(await outbox['outbox.undoDelayed']({ until: notBefore ?? 0 }))).toEqual({
        undone: 2,
        left: 0,
      });
      await pass(workspace.fake, 60_000);
      expect(server.posts()).toHaveLength(posts);
      expect(unclear.map((id) => getEntryState(workspace, id))).toEqual(['in_doubt', 'in_doubt']);
      expect(unclear.map((id) => toProgress(workspace, id).reason)).toEqual(reasons);
    },
  );

  it('does not wait where the setting is 0, and what is enqueued alone waits where the setting says so', async () => {
    const { server, workspace } = await opened();
    workspace.updateSettings({ sendDelayS: 0 });
    await queueList(workspace, 3);
    await expect.poll(() => server.posts().length).toBe(3);
    workspace.updateSettings({ sendDelayS: 30, delaySingles: true });
    const alone = await enqueueInvite(workspace);
    expect(toProgress(workspace, alone).notBefore).toBe(workspace.fake.wall() + 30_000);
    await pass(workspace.fake, 29_000, 1000);
    expect(server.posts()).toHaveLength(3);
    await passUntil(workspace.fake, () => server.posts().length === 4, 60_000);
  });
});

describe('a list of which rows are not in the outbox yet', () => {
  it('waits with them: anew after a start, and along with a clock that is set', async () => {
    const { workspace } = await opened({ token: null });
    const { db, fake } = workspace;
    const id = await enqueueInvite(workspace);
    const at = fake.wall();
    db.prepare('UPDATE entry SET not_before = ? WHERE id = ?').run(at + 5000, id);
    const rows = createImportRowStore(db);
    const batch = rows.begin('june.csv', 'invite');
    rows.commit(batch, at, at + 5000);
    const delay = createSendDelay(db, ['invite', 'verification']);
    const getUntil = () => rows.get(batch)?.notBefore;
    expect(delay.nextRelease(at)).toBe(at + 5000);
    expect(delay.delayedUntil(at + 5000)).toEqual({ ids: [id], batches: [batch] });
    delay.renewDelays(at + 10_000);
    expect([getUntil(), delay.nextRelease(at)]).toEqual([at + 10_000, at + 10_000]);
    createEntryTimes(db, entryKinds).shiftPlannedTimes(-3000);
    expect([getUntil(), delay.nextRelease(at)]).toEqual([at + 7000, at + 7000]);
    expect(delay.release(at + 7000)).toEqual({ ids: [id], rows: 0 });
    expect([getUntil(), delay.nextRelease(at)]).toEqual([0, null]);
  });
});
