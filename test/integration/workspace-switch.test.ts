import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { takeProcessLock } from '#main/store/process-lock.ts';
import { openKeychain } from '../open-keychain.ts';
import { startTestCore, type TestCore } from './core-harness.ts';
import { answeringJson, silence, startWireServer } from './wire-server.ts';
import { memoryKeychain, temporaryFolder } from './workspace-harness.ts';

const opened = z.object({
  ok: z.literal(true),
  value: z.object({ workspace: z.object({ id: z.string() }) }),
});

async function connected(app: TestCore, address: string): Promise<string> {
  return opened.parse(await app.connect(address, 'a-token')).value.workspace.id;
}

/** The workspace that the screens were told of last; undefined where they were told of none. */
function toldLast(app: TestCore): unknown {
  return app.events.findLast(({ name }) => name === 'workspace.changed')?.payload;
}

/** Whether a workspace is held by nobody; a workspace that was left open would go on sending. */
function isFree(dataDir: string, id: string): boolean {
  const lock = takeProcessLock(join(dataDir, 'workspaces', id, 'workspace.lock'));
  lock?.release();
  return lock !== null;
}

describe('changing the workspace', () => {
  it('leaves one open, where two windows ask for different ones at once', async () => {
    const dataDir = temporaryFolder();
    const server = await startWireServer(silence);
    const app = await startTestCore({ dataDir });
    const first = await connected(app, server.baseUrl);
    const second = await connected(app, server.baseUrl);
    const answers = await Promise.all([
      app.call('workspaces.open', { id: first }),
      app.call('workspaces.open', { id: second }),
    ]);
    expect(answers).toMatchObject([{ ok: true }, { ok: true }]);
    expect(app.core.workspace()?.describe().id).toBe(second);
    expect(isFree(dataDir, first)).toBe(true);
    await app.stop();
    expect(isFree(dataDir, second)).toBe(true);
  });

  it('opens the same one for both, where two windows ask for it at once', async () => {
    const server = await startWireServer(silence);
    const app = await startTestCore({ dataDir: temporaryFolder() });
    const id = await connected(app, server.baseUrl);
    const answers = await Promise.all([
      app.call('workspaces.open', { id }),
      app.call('workspaces.open', { id }),
      app.call('workspaces.openPractice'),
      app.call('workspaces.openPractice'),
    ]);
    expect(answers).toMatchObject([{ ok: true }, { ok: true }, { ok: true }, { ok: true }]);
  });

  it('keeps a token that no keychain takes until Gangway is closed, or it is forgotten', async () => {
    const dataDir = temporaryFolder();
    const server = await startWireServer(silence);
    const start = async () =>
      startTestCore({ dataDir, keychain: await openKeychain(() => Promise.reject(new Error('none'))) });
    const app = await start();
    const holder = (of: TestCore) => of.core.workspace()?.token;
    const first = await connected(app, server.baseUrl);
    const second = await connected(app, server.baseUrl);
    await app.call('workspaces.open', { id: first });
    expect(holder(app)?.status()).toMatchObject({ kept: 'this_session', away: null });
    expect(holder(app)?.current()?.value).toBe('a-token');
    await app.call('workspaces.forgetToken');
    await app.call('workspaces.openPractice');
    await app.call('workspaces.open', { id: second });
    expect(holder(app)?.current()?.value).toBe('a-token');
    await app.call('workspaces.open', { id: first });
    expect(holder(app)?.status()).toMatchObject({ kept: 'none' });
    await app.stop();
    const next = await start();
    await next.call('workspaces.open', { id: second });
    expect(holder(next)?.current()).toBeNull();
  });

  it('leaves nothing open behind a stop that came meanwhile', async () => {
    const dataDir = temporaryFolder();
    const server = await startWireServer(silence);
    const app = await startTestCore({ dataDir });
    const id = await connected(app, server.baseUrl);
    const opening = app.call('workspaces.open', { id });
    await app.stop();
    await opening;
    expect(isFree(dataDir, id)).toBe(true);
    expect(await app.core.open(id)).toMatchObject({ ok: false });
  });

  it('stays where it is, where the other workspace is not known', async () => {
    const server = await startWireServer(silence);
    const app = await startTestCore({ dataDir: temporaryFolder() });
    const id = await connected(app, server.baseUrl);
    expect(await app.call('workspaces.open', { id: 'unknown' })).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(await app.call('app.start')).toMatchObject({ value: { workspace: { id } } });
  });

  it('goes back to the workspace that was open, where the other one cannot be opened', async () => {
    const dataDir = temporaryFolder();
    const server = await startWireServer(silence);
    const app = await startTestCore({ dataDir });
    const inUse = await connected(app, server.baseUrl);
    const id = await connected(app, server.baseUrl);
    const elsewhere = takeProcessLock(join(dataDir, 'workspaces', inUse, 'workspace.lock'));
    expect(await app.call('workspaces.open', { id: inUse })).toMatchObject({ error: { code: 'in_use' } });
    elsewhere?.release();
    expect(await app.call('app.start')).toMatchObject({ value: { workspace: { id } } });
    expect(toldLast(app)).toMatchObject({ id });
  });

  it('tells the screens that none is open, where the one that was open cannot be opened again', async () => {
    const dataDir = temporaryFolder();
    const server = await startWireServer(silence);
    const app = await startTestCore({ dataDir });
    const id = await connected(app, server.baseUrl);
    const folder = join(dataDir, 'workspaces', id);
    const opening = app.call('workspaces.open', { id });
    // The folder is lost under it, and a file stands in its place.
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    expect(await opening).toMatchObject({ error: { code: 'storage' } });
    expect(toldLast(app)).toBeNull();
    expect(await app.call('app.start')).toMatchObject({ value: { workspace: null } });
  });

  it('is not said to have failed any more, once a workspace is open', async () => {
    const dataDir = temporaryFolder();
    const server = await startWireServer(silence);
    const first = await startTestCore({ dataDir });
    const id = await connected(first, server.baseUrl);
    await first.stop();
    const elsewhere = takeProcessLock(join(dataDir, 'workspaces', id, 'workspace.lock'));
    const app = await startTestCore({ dataDir });
    expect(await app.call('app.start')).toMatchObject({ value: { problem: { code: 'in_use' } } });
    elsewhere?.release();
    await app.call('workspaces.open', { id });
    expect(await app.call('app.start')).toMatchObject({ value: { problem: null, workspace: { id } } });
  });
});

describe('connecting a company', () => {
  it('leaves no workspace behind that could not be opened, and no token', async () => {
    const dataDir = temporaryFolder();
    const keychain = await memoryKeychain();
    const app = await startTestCore({ dataDir, keychain });
    const server = await startWireServer(answeringJson({}));
    writeFileSync(join(dataDir, 'workspaces'), 'a file where the folder should be');
    expect(await app.connect(server.baseUrl, 'a-token')).toMatchObject({ error: { code: 'storage' } });
    expect(await app.call('app.start')).toMatchObject({ value: { workspaces: [], workspace: null } });
    expect([...keychain.secrets.keys()].filter((account) => !account.startsWith('probe-'))).toEqual([]);
  });

  it('gives the token to the new workspace alone, where another one is opened while the keychain thinks', async () => {
    const server = await startWireServer(answeringJson({ id: 1 }));
    const secrets = new Map<string, string>();
    let slow = false;
    const keychain = await openKeychain(() =>
      Promise.resolve({
        getPassword: (_service: string, account: string) => Promise.resolve(secrets.get(account) ?? null),
        setPassword: async (_service: string, account: string, password: string) => {
          if (slow) await new Promise((resolve) => setTimeout(resolve, 100));
          secrets.set(account, password);
        },
        deletePassword: (_service: string, account: string) => Promise.resolve(secrets.delete(account)),
      }),
    );
    const app = await startTestCore({ dataDir: temporaryFolder(), keychain });
    const first = await connected(app, server.baseUrl);
    slow = true;
    const connecting = app.connect(server.baseUrl, 'b-token');
    await app.call('workspaces.open', { id: first });
    const second = opened.parse(await connecting).value.workspace.id;
    expect([secrets.get(first), secrets.get(second)]).toEqual(['a-token', 'b-token']);
  });
});
