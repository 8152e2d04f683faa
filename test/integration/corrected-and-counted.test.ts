import { describe, expect, it } from 'vitest';
import { inviteHandlers } from '#main/features/invites.ts';
import { todayHandlers } from '#main/features/today.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import { verificationTab } from '#shared/ipc/verifications.ts';
import { inviteTab } from '#shared/ipc/invites.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import { answering, answeringJson, hangingUp, silence, startWireServer } from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  getEntryState,
  until,
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';

const requestId = 'f3b8ad4e-61f5-4a3c-b5b1-0a2f5f9c2f10';

function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

async function correctInvite(workspace: TestWorkspace, replaces: string) {
  const invitation = { vendor: { email: 'corrected@example.invalid' } };
  return inviteHandlers(workspace)['invites.enqueue']({ invitation, replaces });
}

async function correctCheck(workspace: TestWorkspace, replaces: string) {
  const data = { licenseNumber: 'LIC-CORRECTED' };
  return verificationHandlers(workspace)['verifications.enqueue']({
    type: 'license',
    data,
    vendorId: null,
    replaces,
  });
}

async function counts(workspace: TestWorkspace) {
  return unwrap(await todayHandlers(workspace)['today.counts'](null));
}

async function summary(workspace: TestWorkspace) {
  return unwrap(await todayHandlers(workspace)['today.summary'](null));
}

/** A verification whose result differs from what was submitted. */
async function differingCheck() {
  const server = await startWireServer((request, socket) => {
    const found = { id: requestId, status: 'mismatch', response: { licenseNumber: 'ANOTHER' } };
    const answer = request.method === 'POST' ? { success: true, id: requestId } : found;
    answeringJson(answer)(request, socket);
  });
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const id = await enqueueVerification(workspace);
  await untilState(workspace, id, 'accepted');
  await workspace.watcher.checkNow('verification', id);
  return { server, workspace, id };
}

describe('an entry that was corrected and queued again', () => {
  it('needs nobody any more where it was refused, in any of the counts', async () => {
    const server = await startWireServer(answering(422));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const refused = await enqueueInvite(workspace);
    const refusedCheck = await enqueueVerification(workspace);
    await untilState(workspace, refused, 'rejected');
    await untilState(workspace, refusedCheck, 'rejected');
    expect(await counts(workspace)).toMatchObject({ today: 2, invites: 1, verifications: 1 });
    server.behave(silence);
    const next = unwrap(await correctInvite(workspace, refused));
    unwrap(await correctCheck(workspace, refusedCheck));
    expect(await counts(workspace)).toMatchObject({ today: 0, invites: 0, verifications: 0 });
    expect(workspace.dispatcher.status().counts).toMatchObject({ rejected: 0, cancelled: 2 });
    const detail = unwrap(await inviteHandlers(workspace)['invites.get']({ entryId: refused }));
    expect(detail).toMatchObject({
      state: 'cancelled',
      replacedBy: next.entryId,
      reason: { code: 'refused' },
    });
    expect(detail.history[0]).toMatchObject({ event: 'corrected' });
  });

  it('is not queued a second time, where two windows correct it at once', async () => {
    const server = await startWireServer(answering(422));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const refused = await enqueueInvite(workspace);
    const refusedCheck = await enqueueVerification(workspace);
    await untilState(workspace, refused, 'rejected');
    await untilState(workspace, refusedCheck, 'rejected');
    server.behave(silence);
    const first = unwrap(await correctInvite(workspace, refused));
    unwrap(await correctCheck(workspace, refusedCheck));
    expect(await correctInvite(workspace, refused)).toMatchObject({ error: { code: 'too_late' } });
    expect(await correctCheck(workspace, refusedCheck)).toMatchObject({ error: { code: 'too_late' } });
    workspace.dispatcher.setPaused(true);
    if (getEntryState(workspace, first.entryId) === 'queued') {
      workspace.dispatcher.decide(first.entryId, 'cancelled');
      expect(await correctInvite(workspace, refused)).toMatchObject({ ok: true });
    }
  });

  it('is left as it is where it may have been sent', async () => {
    const server = await startWireServer(hangingUp);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const unclear = await enqueueInvite(workspace);
    await untilState(workspace, unclear, 'in_doubt');
    await correctInvite(workspace, unclear);
    expect(getEntryState(workspace, unclear)).toBe('in_doubt');
  });

  it('needs nobody any more where its result differed', async () => {
    const { server, workspace, id } = await differingCheck();
    expect(await counts(workspace)).toMatchObject({ verifications: 1 });
    expect((await summary(workspace)).mismatched.total).toBe(1);
    server.behave(silence);
    unwrap(await correctCheck(workspace, id));
    expect(await counts(workspace)).toMatchObject({ verifications: 0 });
    expect((await summary(workspace)).mismatched).toEqual({ total: 0, rows: [] });
  });
});

describe('the counts of the tabs', () => {
  it('are those of the lists, for verifications in every state', async () => {
    const { server, workspace, id } = await differingCheck();
    const decided = await enqueueVerification(workspace);
    await untilState(workspace, decided, 'accepted');
    await workspace.watcher.checkNow('verification', decided);
    const decide = verificationHandlers(workspace)['verifications.decide'];
    await decide({ entryId: decided, choice: 'ask_vendor', note: 'Renamed' });
    server.behave((request, socket) => {
      const open = { id: requestId, status: 'pending', response: { licenseNumber: 'ANOTHER' } };
      answeringJson(request.method === 'POST' ? { success: true, id: requestId } : open)(request, socket);
    });
    const open = await enqueueVerification(workspace);
    await untilState(workspace, open, 'accepted');
    await workspace.watcher.checkNow('verification', open);
    const openAndDecided = await enqueueVerification(workspace);
    await untilState(workspace, openAndDecided, 'accepted');
    await workspace.watcher.checkNow('verification', openAndDecided);
    await decide({ entryId: openAndDecided, choice: 'ask_vendor', note: '' });
    server.behave(answeringJson({ success: true, id: requestId }));
    const fresh = await enqueueVerification(workspace);
    await untilState(workspace, fresh, 'accepted');
    server.behave((request, socket) => {
      // Its word is a problem, but no detail differs.
      const failed = { id: requestId, status: 'failed', isVerified: false, response: null };
      answeringJson(request.method === 'POST' ? { success: true, id: requestId } : failed)(request, socket);
    });
    const failed = await enqueueVerification(workspace);
    await untilState(workspace, failed, 'accepted');
    await workspace.watcher.checkNow('verification', failed);
    server.behave(answering(422));
    const refused = await enqueueVerification(workspace);
    await untilState(workspace, refused, 'rejected');
    server.behave(answeringJson({ success: true }));
    const unclear = await enqueueVerification(workspace);
    await untilState(workspace, unclear, 'in_doubt');
    workspace.dispatcher.setPaused(true);
    await enqueueVerification(workspace);
    const cancelled = await enqueueVerification(workspace);
    workspace.dispatcher.decide(cancelled, 'cancelled');

    const told = workspace.verifications.counts();
    expect(told).toEqual({
      all: 10,
      waiting: 1,
      being_checked: 2,
      differ: 2,
      to_decide: 3,
      needs_you: 5,
      done: 1,
      replaced: 0,
    });
    const differing = workspace.verifications.page({ tab: 'differ', search: '', after: null, limit: 100 });
    expect(differing.rows.map((row) => row.entryId)).not.toContain(failed);
    for (const row of differing.rows) expect(row.differing).toBeGreaterThan(0);
    for (const tab of verificationTab.options) {
      const page = workspace.verifications.page({ tab, search: '', after: null, limit: 100 });
      expect([tab, page.rows.length, page.total]).toEqual([tab, told[tab], told[tab]]);
    }
    expect(workspace.verifications.get(id)?.differing).toBe(1);
  });

  it('are those of the lists, for invites in every state', async () => {
    const server = await startWireServer(answeringJson({ id: 1 }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    await untilState(workspace, await enqueueInvite(workspace), 'accepted');
    server.behave(answering(422));
    await untilState(workspace, await enqueueInvite(workspace), 'rejected');
    workspace.dispatcher.setPaused(true);
    await enqueueInvite(workspace);
    await enqueueInvite(workspace);
    workspace.dispatcher.decide(await enqueueInvite(workspace), 'cancelled');
    const told = workspace.invites.counts();
    expect(told).toEqual({ all: 5, waiting: 2, invited: 1, needs_you: 1, done: 0, cancelled: 1 });
    for (const tab of inviteTab.options) {
      const page = workspace.invites.page({ tab, search: '', after: null, limit: 100 });
      expect([tab, page.rows.length, page.total]).toEqual([tab, told[tab], told[tab]]);
    }
  });
});

describe('Today', () => {
  it('lists an unclear invite also where many were refused after it', async () => {
    const server = await startWireServer(hangingUp);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const unclear = await enqueueInvite(workspace);
    await untilState(workspace, unclear, 'in_doubt');
    server.behave(answering(422));
    await until(() => workspace.dispatcher.status().condition.kind === 'online', 'it is online again');
    workspace.updateSettings({ concurrency: 16 });
    const refused: string[] = [];
    for (let number = 0; number < 201; number += 1) refused.push(await enqueueInvite(workspace));
    await until(() => workspace.dispatcher.status().counts.rejected === 201, 'all are refused');
    expect((await summary(workspace)).unclear).toMatchObject({ total: 1, rows: [{ entryId: unclear }] });
  });

  it('lists licenses by the day on which they run out, however the date is written', async () => {
    const server = await startWireServer((request, socket) => {
      const taken = { success: true, id: requestId };
      const found = { status: 'pending', response: { expiryDate: 'Jan 20, 2000' } };
      answeringJson(request.method === 'POST' ? taken : found)(request, socket);
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const day = (inDays: number) => new Date(workspace.fake.wall() + inDays * 86_400_000);
    const written = [
      day(20).toISOString().slice(0, 10),
      `${day(10).getMonth() + 1}/${day(10).getDate()}/${day(10).getFullYear()}`,
      day(40).toISOString().slice(0, 10),
      day(-3).toISOString().slice(0, 10),
      'next summer',
    ];
    const enqueue = verificationHandlers(workspace)['verifications.enqueue'];
    const ids: string[] = [];
    for (const expiryDate of written) {
      const data = { licenseNumber: expiryDate, expiryDate };
      const row = unwrap(await enqueue({ type: 'license', data, vendorId: null, replaces: null }));
      await untilState(workspace, row.entryId, 'accepted');
      ids.push(row.entryId);
    }
    const { expiring } = await summary(workspace);
    expect(expiring.rows.map(({ entryId, days }) => [entryId, days])).toEqual([
      [ids[1], 10],
      [ids[0], 20],
    ]);
    // What the service found counts once it is there.
    await workspace.watcher.checkNow('verification', ids[1] ?? '');
    expect((await summary(workspace)).expiring.rows.map(({ entryId }) => entryId)).toEqual([ids[0]]);
  });
});
