import { closeSync, existsSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backUpDaily, listBackups } from '#main/store/backup.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { appStart } from '#shared/ipc/app.ts';
import { momentText } from '#shared/base/dates.ts';
import { createFakeClock, testStart } from '#test/fake-clock.ts';
import { startTestCore, type TestCore } from './core-harness.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  getEntryState,
  temporaryFolder,
  turn,
  until,
  untilState,
} from './workspace-harness.ts';

const accepting = answeringJson({ id: 'a-request', vendorId: 'v' });
const minute = 60_000;
const day = 24 * 60 * minute;

/** Overwrites every second page of a database from the third on, as a failing drive does. */
function overwrite(file: string): void {
  const handle = openSync(file, 'r+');
  const { size } = statSync(file);
  for (let at = 8192; at + 4096 <= size; at += 8192) writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, at);
  closeSync(handle);
}

/** Damages the file below a running workspace, which has nothing of it in memory any more. */
function damageBelow(workspace: Workspace, file: string): void {
  workspace.db.pragma('wal_checkpoint(TRUNCATE)');
  workspace.db.pragma('cache_size = 1');
  overwrite(file);
}

function getOpenWorkspace(app: TestCore): Workspace {
  const workspace = app.core.workspace();
  if (workspace === null) throw new Error('No workspace is open.');
  return workspace;
}

async function started(app: TestCore) {
  const result = await app.call('app.start');
  if (!result.ok) throw new Error(result.error.message);
  return appStart.parse(result.value);
}

/** A core with a workspace that has sent something, and a copy of it. */
async function prepared(clock = createFakeClock()) {
  const server = await startWireServer(accepting);
  const dataDir = temporaryFolder();
  const app = await startTestCore({ dataDir, clock });
  expect((await app.connect(server.baseUrl, 'a-token')).ok).toBe(true);
  const workspace = getOpenWorkspace(app);
  const { id } = workspace.describe();
  const file = join(dataDir, 'workspaces', id, 'workspace.db');
  const sent = await enqueueInvite(workspace);
  await untilState(workspace, sent, 'accepted');
  const check = await enqueueVerification(workspace);
  await untilState(workspace, check, 'accepted');
  await until(() => listBackups(file).length === 1, 'there is a copy');
  return { app, server, clock, file, id, workspace };
}

describe('a damaged page that is met while Gangway runs', () => {
  it.each([
    [
      'a screen asks',
      (app: TestCore) => void app.call('invites.page', { tab: 'all', search: '', after: null, limit: 50 }),
    ],
    [
      'something is enqueued',
      (app: TestCore) => void enqueueInvite(getOpenWorkspace(app)).catch(() => undefined),
    ],
    ['the person tries everything now', (app: TestCore) => void app.call('outbox.syncNow')],
    [
      'a timer comes due',
      (_app: TestCore, clock: ReturnType<typeof createFakeClock>) => clock.advance(6 * minute),
    ],
  ] as const)('closes the workspace in order and offers the copy, where %s', async (_when, meet) => {
    const { app, server, clock, file, id, workspace } = await prepared();
    damageBelow(workspace, file);
    meet(app, clock);
    for (let step = 0; step < 40 && app.core.workspace() !== null; step += 1) {
      clock.advance(minute);
      await turn();
    }
    await until(() => app.core.workspace() === null, 'the workspace is closed');
    const start = await started(app);
    expect(start.workspace).toBeNull();
    expect(start.problem?.code).toBe('damaged');
    expect(start.problem?.message).toContain('can’t be read');
    expect(start.problem?.message).toContain(momentText(listBackups(file)[0]?.at ?? 0));
    expect(workspace.db.open).toBe(false);
    const posts = server.posts().length;

    const opened = await app.call('workspaces.open', { id });
    expect(opened).toMatchObject({ ok: true });
    expect(getOpenWorkspace(app).describe().notice).toContain('Gangway restored the copy of');
    expect(getOpenWorkspace(app).db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(readdirSync(join(file, '..')).some((name) => name.includes('.damaged-'))).toBe(true);
    expect(existsSync(`${file}.suspect`)).toBe(false);
    const fresh = await enqueueInvite(getOpenWorkspace(app));
    await untilState(getOpenWorkspace(app), fresh, 'accepted');
    expect(server.posts().filter((request) => request.path === '/vendors').length).toBeLessThanOrEqual(
      posts + 1,
    );
  });

  it('is restored from the newest copy that is sound', async () => {
    const server = await startWireServer(accepting);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    const id = await enqueueInvite(first);
    await until(() => listBackups(first.databaseFile).length === 1, 'the first is made');
    await backUpDaily(first.db, first.databaseFile, testStart + day);
    await backUpDaily(first.db, first.databaseFile, testStart + 2 * day);
    await first.close();
    const [newest, sound] = listBackups(first.databaseFile);
    overwrite(newest?.file ?? '');
    overwrite(first.databaseFile);
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder });
    expect(next.describe().notice).toContain(momentText(sound?.at ?? 0));
    expect(sound?.at).toBe(testStart + day);
    expect(getEntryState(next, id)).toBe('in_doubt');
  });
});
