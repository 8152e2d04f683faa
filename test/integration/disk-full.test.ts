import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { filingHandlers } from '#main/features/filing.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import { createCallHandler } from '#main/ipc/call-handler.ts';
import type { Handlers } from '#main/ipc/handlers.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { makePng } from '#test/picture-bytes.ts';
import { copyAsKilled } from './killed-copy.ts';
import { mountSmallDisk, type SmallDisk } from './full-disk.ts';
import { answeringJson, silence, startWireServer, type SeenRequest } from './wire-server.ts';
import type { Socket } from 'node:net';
import {
  enqueueInvite,
  openTestWorkspace,
  pass,
  passUntil,
  getEntryState,
  temporaryFolder,
  tryOpenWorkspace,
  until,
  untilState,
} from './workspace-harness.ts';

const accepting = answeringJson({ id: 4711 });
const minute = 60_000;

function getCondition(workspace: Workspace) {
  return workspace.dispatcher.status().condition;
}

/** The calls of the screens, with the router that turns what a handler throws into an answer. */
function getCalls(workspace: Workspace) {
  const handlers: Partial<Handlers> = inviteHandlers(workspace);
  return createCallHandler((name) => handlers[name] ?? null, { write: () => undefined });
}

function rowCounts(workspace: Workspace) {
  const count = (table: string) => workspace.db.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get();
  return ['entry', 'invite', 'history', 'search'].map(count);
}

const invitation = { vendor: { email: 'full@example.invalid', companyName: 'Full Disk Plumbing' } };

describe('a database that cannot grow', () => {
  it('refuses the enqueue visibly, writes nothing of it, and takes it once there is room', async () => {
    const server = await startWireServer(accepting);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    await enqueueInvite(workspace);
    const before = rowCounts(workspace);
    const pages: unknown = workspace.db.pragma('page_count', { simple: true });
    workspace.db.pragma(`max_page_count = ${String(pages)}`);
    const call = getCalls(workspace);

    let refused = 0;
    for (let number = 0; number < 40; number += 1) {
      const counted = rowCounts(workspace);
      const result = await call('invites.enqueue', {
        invitation: { ...invitation, inviteMessage: 'x'.repeat(3000) },
        replaces: null,
      });
      if (result.ok) continue;
      refused += 1;
      expect(result.error).toMatchObject({ code: 'storage' });
      expect(result.error.message).toBe(
        'The disk is full. Nothing already queued is lost. Free some space, then try again.',
      );
      expect(rowCounts(workspace)).toEqual(counted);
    }
    expect(refused).toBeGreaterThan(0);
    expect(workspace.db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(server.requests).toEqual([]);

    workspace.db.pragma('max_page_count = 100000');
    const result = await call('invites.enqueue', { invitation, replaces: null });
    expect(result).toMatchObject({ ok: true });
    expect(rowCounts(workspace)).not.toEqual(before);
  });
});

function smallDisk(skip: (note: string) => never): SmallDisk {
  return mountSmallDisk() ?? skip('mounting a tmpfs is not allowed here (it takes root)');
}

describe('a disk that is full', () => {
  it('refuses a dropped document in a sentence, keeps the pile, and takes it once there is room', async ({
    skip,
  }) => {
    const disk = smallDisk(skip);
    const server = await startWireServer(accepting);
    const folder = join(disk.folder, 'w');
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, folder, token: null });
    const handlers: Partial<Handlers> = filingHandlers(workspace);
    const call = createCallHandler((name) => handlers[name] ?? null, { write: () => undefined });
    const drop = async (bytes: Buffer) => {
      const begun = filingHandlers(workspace);
      const file = await begun['filing.begin']({ name: 'w9.png', bytes: bytes.length });
      if (!file.ok) throw new Error(file.error.message);
      const { fileId } = file.value;
      await begun['filing.append']({ fileId, offset: 0, data: bytes.toString('base64') });
      handlers['filing.finish'] = begun['filing.finish'];
      return call('filing.finish', { fileId });
    };
    const [first, second] = [makePng(4, 4), Buffer.concat([makePng(5, 5), Buffer.alloc(200_000)])];
    expect(await drop(first)).toMatchObject({ ok: true });
    disk.fill();
    expect(await drop(second)).toMatchObject({ ok: false, error: { code: 'storage' } });
    expect(await call('filing.counts', null)).toMatchObject({ value: { pile: 1 } });
    disk.free();
    expect(await drop(second)).toEqual({ ok: true, value: { known: null } });
    expect(readdirSync(join(folder, 'filed'))).toHaveLength(2);
  });

  it('lets nothing be sent that could not be written down first, says so, and goes on by itself', async ({
    skip,
  }) => {
    const disk = smallDisk(skip);
    const server = await startWireServer(accepting);
    const workspace = await openTestWorkspace({
      baseUrl: server.baseUrl,
      folder: join(disk.folder, 'w'),
      token: null,
    });
    const id = await enqueueInvite(workspace);
    disk.fill();
    workspace.token.holdForSession('a-token');
    workspace.dispatcher.wake();
    await until(() => getCondition(workspace).kind === 'cannot_save', 'it says that it cannot save');
    const said = getCondition(workspace);
    expect(said.kind === 'cannot_save' ? said.detail : null).toMatch(/^SQLITE_(FULL|IOERR)/);
    await pass(workspace.fake, minute, 1000);
    expect(server.requests).toEqual([]);
    expect(getEntryState(workspace, id)).toBe('queued');

    disk.free();
    await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'accepted', minute);
    expect(server.posts()).toHaveLength(1);
    expect(getCondition(workspace).kind).toBe('online');
  });

  it('keeps an outcome in memory until it can be written, and sends nothing twice', async ({ skip }) => {
    const disk = smallDisk(skip);
    const answers: (() => void)[] = [];
    const server = await startWireServer((request: SeenRequest, socket: Socket) => {
      answers.push(() => {
        accepting(request, socket);
      });
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, folder: join(disk.folder, 'w') });
    const id = await enqueueInvite(workspace);
    await until(() => answers.length === 1, 'the request is at the service');
    disk.fill();
    answers[0]?.();
    await until(() => getCondition(workspace).kind === 'cannot_save', 'it says that it cannot save');
    await pass(workspace.fake, minute, 1000);
    expect(getEntryState(workspace, id)).toBe('sending');

    disk.free();
    await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'accepted', minute);
    expect(server.posts()).toHaveLength(1);
  });

  it('is closed in order, and what was under way is in doubt at the next start', async ({ skip }) => {
    const disk = smallDisk(skip);
    const answers: (() => void)[] = [];
    const server = await startWireServer((request: SeenRequest, socket: Socket) => {
      answers.push(() => {
        accepting(request, socket);
      });
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, folder: join(disk.folder, 'w') });
    const id = await enqueueInvite(workspace);
    await until(() => answers.length === 1, 'the request is at the service');
    disk.fill();
    answers[0]?.();
    await until(() => getCondition(workspace).kind === 'cannot_save', 'it says that it cannot save');
    const closed = workspace.close();
    await pass(workspace.fake, 20_000, 1000);
    await closed;
    // Timers that were left behind would now write to a database that is closed.
    await pass(workspace.fake, minute, 1000);

    disk.free();
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: workspace.folder });
    expect(getEntryState(next, id)).toBe('in_doubt');
    expect(server.posts()).toHaveLength(1);
  });

  it('sends nothing while the outbox is held, also after a time when it could not save', async ({ skip }) => {
    const disk = smallDisk(skip);
    const server = await startWireServer(accepting);
    const workspace = await openTestWorkspace({
      baseUrl: server.baseUrl,
      folder: join(disk.folder, 'w'),
      token: null,
    });
    const id = await enqueueInvite(workspace);
    disk.fill();
    workspace.token.holdForSession('a-token');
    workspace.dispatcher.wake();
    await until(() => getCondition(workspace).kind === 'cannot_save', 'it says that it cannot save');
    disk.free();
    workspace.dispatcher.setPaused(true);
    await pass(workspace.fake, minute, 1000);
    expect(server.requests).toEqual([]);
    expect(getEntryState(workspace, id)).toBe('queued');
    expect(getCondition(workspace).kind).toBe('paused');
    workspace.dispatcher.setPaused(false);
    await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'accepted', minute);
  });

  it('does not ask for a result over and over that it cannot store', async ({ skip }) => {
    const disk = smallDisk(skip);
    const job = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21';
    const server = await startWireServer(answeringJson({ id: job, status: 'processing' }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, folder: join(disk.folder, 'w') });
    await until(() => getCondition(workspace).kind === 'online', 'the service has answered');
    workspace.documents.add(job, null, workspace.fake.wall());
    workspace.watches.begin('document', job, workspace.fake.wall(), workspace.fake.wall());
    disk.fill();
    workspace.watcher.wake();
    await passUntil(workspace.fake, () => server.requests.length > 0, minute, 500);
    await pass(workspace.fake, minute, 500);
    const asked = server.requests.length;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(6);

    disk.free();
    await passUntil(workspace.fake, () => workspace.documents.get(job)?.status === 'processing', minute);
  });

  it('does not open with half-sent entries that it cannot settle, and gives the lock back', async ({
    skip,
  }) => {
    const disk = smallDisk(skip);
    const server = await startWireServer(silence);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    await until(() => server.posts().length === 1, 'the request is at the service');
    const folder = join(disk.folder, 'w');
    mkdirSync(folder);
    const killed = copyAsKilled(workspace.folder, folder);
    // Room for the index that SQLite makes beside the file, so that opening itself works, but for no commit.
    disk.fill(36_864);
    const { opened } = await tryOpenWorkspace({ baseUrl: server.baseUrl, folder: killed });
    expect(opened).toMatchObject({ ok: false, problem: { kind: 'cannot_write' } });

    disk.free();
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: killed });
    expect(getEntryState(next, id)).toBe('in_doubt');
    expect(server.posts()).toHaveLength(1);
  });
});

describe('a folder that is read-only', () => {
  const nobody = 65_534;
  afterEach(() => {
    if (process.seteuid !== undefined && process.getuid?.() === 0) process.seteuid(0);
  });

  it('is said to be so when the workspace is opened, and left as it is', async ({ skip }) => {
    const server = await startWireServer(accepting);
    const folder = temporaryFolder();
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, folder });
    const id = await enqueueInvite(first);
    await untilState(first, id, 'accepted');
    await first.close();
    // The kernel lets root write everywhere.
    const isRoot = process.getuid?.() === 0;
    if (process.getuid === undefined) skip('folders have no permissions of this kind here');
    if (isRoot && process.seteuid === undefined) skip('this worker cannot give up its rights');
    chmodSync(folder, 0o555);
    for (const file of ['workspace.db', 'workspace.lock']) chmodSync(join(folder, file), 0o444);
    if (isRoot) process.seteuid?.(nobody);
    const { opened } = await tryOpenWorkspace({ baseUrl: server.baseUrl, folder });
    if (isRoot) process.seteuid?.(0);
    expect(opened).toMatchObject({ ok: false, problem: { kind: 'cannot_write' } });

    chmodSync(folder, 0o700);
    for (const file of ['workspace.db', 'workspace.lock']) chmodSync(join(folder, file), 0o600);
    const again = await openTestWorkspace({ baseUrl: server.baseUrl, folder });
    expect(getEntryState(again, id)).toBe('accepted');
  });
});
