import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#main/clock.ts';
import { startCore } from '#main/app/core.ts';
import { createLoginItem } from '#main/desktop/login-item.ts';
import { createStartupRetry } from '#main/app/startup-retry.ts';
import { codeOnly } from '#main/features/diagnostics.ts';
import { startTestCore } from './core-harness.ts';
import { assets } from './assets.ts';
import { answeringJson, silence, startWireServer } from './wire-server.ts';
import { memoryKeychain, temporaryFolder, until } from './workspace-harness.ts';

const invite = {
  invitation: { vendor: { email: 'tom.okafor@private.invalid', companyName: 'Okafor Fencing' } },
  replaces: null,
};

describe('work while the machine sleeps or Gangway quits', () => {
  it('stands still: what is enqueued is kept and not sent until it goes on', async () => {
    const server = await startWireServer(answeringJson({ id: 1 }));
    const app = await startTestCore({ dataDir: temporaryFolder() });
    await app.connect(server.baseUrl, 'a-token');
    app.core.setSuspended('asleep', true);
    expect(await app.call('invites.enqueue', invite)).toMatchObject({ ok: true });
    app.core.setSuspended('quitting', true);
    app.core.setSuspended('asleep', false);
    expect(app.core.underWay()).toBe(0);
    expect(await app.core.whenIdle(10)).toBe(true);
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(0);
    expect(app.core.workspace()?.dispatcher.canRead()).toBe(false);
    app.core.setSuspended('quitting', false);
    await until(
      () => server.requests.some(({ method }) => method === 'POST'),
      'the invite was sent once nothing held it',
    );
  });

  it('stands still in a workspace that is opened meanwhile, too', async () => {
    const server = await startWireServer(answeringJson({ id: 1 }));
    const app = await startTestCore({ dataDir: temporaryFolder() });
    app.core.setSuspended('asleep', true);
    await app.connect(server.baseUrl, 'a-token');
    expect(app.core.workspace()?.dispatcher.canRead()).toBe(false);
  });

  it('tells that something is under way, waits no longer than it is told to, and can hang up at once', async () => {
    const server = await startWireServer(silence);
    const app = await startTestCore({ dataDir: temporaryFolder() });
    await app.connect(server.baseUrl, 'a-token');
    await app.call('invites.enqueue', invite);
    await until(() => app.core.underWay() === 1, 'the invite is being sent');
    expect(await app.core.whenIdle(20)).toBe(false);
    await app.core.stop(0);
    const again = await startTestCore({ dataDir: temporaryFolder() });
    expect(again.core.underWay()).toBe(0);
  });
});

describe('the diagnostics', () => {
  it('hold versions, counts and codes, and nothing that a person or a server wrote', async () => {
    const server = await startWireServer((request, socket) => {
      const invited = { id: 77_123, vendorURL: 'https://okafor.invalid/x' };
      answeringJson(request.method === 'GET' ? { id: 'vendor-private-9' } : invited)(request, socket);
    });
    const dataDir = temporaryFolder();
    const app = await startTestCore({ dataDir });
    await app.connect(server.baseUrl, 'tok_private_1', 'vendor-private-9');
    await app.call('workspaces.rename', { name: 'Harbor Private Homes' });
    await app.call('workspaces.updateSettings', {
      statusWords: { 'awaiting private cpa': { category: 'under_way', final: false } },
    });
    await app.call('vendors.lookUp', { vendorId: 'vendor-private-9' });
    await app.call('invites.enqueue', invite);
    await until(() => app.core.workspace()?.dispatcher.status().counts.accepted === 1, 'the invite is there');
    const result = await app.call('desktop.diagnostics');
    const text = JSON.stringify(result);
    for (const wanted of [
      'version: 1.0.0',
      'keychain: works',
      'accepted: 1',
      'in_doubt: 0',
      'concurrency: 4',
    ]) {
      expect(text).toContain(wanted);
    }
    expect(text).toContain(`node: ${process.versions.node}`);
    expect(text).toContain('statusWords: 1 custom');
    for (const secret of ['rivate', 'okafor', 'Okafor', '127.0.0.1', 'localhost', dataDir, '77123', 'tok_']) {
      expect(text).not.toContain(secret);
    }
  });

  it('leave out of a detail whatever is more than a code', () => {
    expect(['ECONNREFUSED', 'SQLITE_FULL', 'connect to 10.0.0.1', 'a@b.c', ''].map(codeOnly)).toEqual([
      'ECONNREFUSED',
      'SQLITE_FULL',
      'left out',
      'left out',
      'left out',
    ]);
  });
});

describe('a start that does not succeed', () => {
  async function startupRetry(dataDir: string) {
    const keychain = await memoryKeychain();
    const facts = { version: '1.0.0', host: 'electron', platform: 'linux' } as const;
    const shown: string[] = [];
    const made = createStartupRetry({
      open: () =>
        startCore({
          dataDir,
          facts,
          clock: systemClock,
          keychain,
          emit: () => undefined,
          openOutside: () => Promise.resolve(false),
          random: () => 0.5,
          begin: 'nothing',
          assets: assets,
        }),
      onOpen: () => undefined,
      host: { facts, keychain: keychain.status },
      dataFolder: dataDir,
      showFolder: (folder) => Promise.resolve(shown.push(folder) > 0),
      thirdPartyNoticeLists: [],
    });
    return { made, shown };
  }

  function leaveDatabase(dataDir: string, write: (db: SqliteDatabase.Database) => void): void {
    mkdirSync(dataDir, { recursive: true });
    const db = new SqliteDatabase(join(dataDir, 'gangway.db'));
    write(db);
    db.close();
  }

  it('answers with the reason, helps as far as it can, and starts when the person tries again', async () => {
    const folder = temporaryFolder();
    const dataDir = join(folder, 'in-the-way', 'data');
    writeFileSync(join(folder, 'in-the-way'), '');
    const { made, shown } = await startupRetry(dataDir);
    await made.begin();
    expect(await made.call('app.start', null)).toMatchObject({ ok: false, error: { code: 'storage' } });
    expect(await made.call('onboarding.page', {})).toMatchObject({ ok: false, error: { code: 'storage' } });
    expect(JSON.stringify(await made.call('desktop.diagnostics', null))).toContain(
      'Gangway’s data is not open.',
    );
    expect(await made.call('desktop.showLogs', null)).toMatchObject({
      value: { shown: true, folder: dataDir },
    });
    expect(shown).toEqual([dataDir]);
    expect(await made.call('desktop.takeRequest', null)).toEqual({ ok: true, value: null });
    rmSync(join(folder, 'in-the-way'));
    expect(await made.call('app.start', null)).toMatchObject({ ok: true, value: { version: '1.0.0' } });
    expect(made.core()).not.toBeNull();
    await made.core()?.stop();
  });

  it('says that the data is of a newer Gangway and leaves it as it is', async () => {
    const dataDir = temporaryFolder();
    leaveDatabase(dataDir, (db) => db.pragma('user_version = 9999'));
    const before = readFileSync(join(dataDir, 'gangway.db'));
    const { made } = await startupRetry(dataDir);
    await made.begin();
    expect(await made.call('app.start', null)).toMatchObject({ error: { code: 'newer_version' } });
    expect(readFileSync(join(dataDir, 'gangway.db')).equals(before)).toBe(true);
  });

  it('says that the data is of before the first release and leaves it as it is', async () => {
    const dataDir = temporaryFolder();
    leaveDatabase(dataDir, (db) => db.pragma('user_version = 1'));
    const before = readFileSync(join(dataDir, 'gangway.db'));
    const { made } = await startupRetry(dataDir);
    await made.begin();
    const answer = await made.call('app.start', null);
    expect(answer).toMatchObject({ error: { code: 'storage' } });
    expect(JSON.stringify(answer)).toContain('before its first release');
    expect(readFileSync(join(dataDir, 'gangway.db')).equals(before)).toBe(true);
  });

  it('is no crash where the file holds something else', async () => {
    const dataDir = temporaryFolder();
    leaveDatabase(dataDir, (db) => db.exec('CREATE TABLE setting (x TEXT) STRICT'));
    const { made } = await startupRetry(dataDir);
    await made.begin();
    const answer = await made.call('app.start', null);
    expect(answer).toMatchObject({ error: { code: 'internal' } });
    expect(JSON.stringify(answer)).toContain('(SqliteError)');
  });
});

describe('opening at sign-in', () => {
  const never = {
    isOn: () => {
      throw new Error('Linux has no switch of its own.');
    },
    set: () => undefined,
  };

  it('is a file in the autostart folder on Linux, and gone when it is switched off', () => {
    const configFolder = join(temporaryFolder(), 'config');
    const item = createLoginItem({ platform: 'linux', program: '/opt/gangway', configFolder, system: never });
    expect(item.isOn()).toBe(false);
    item.set(false);
    item.set(true);
    expect(item.isOn()).toBe(true);
    expect(readFileSync(join(configFolder, 'autostart', 'gangway.desktop'), 'utf8')).toContain(
      'Exec="/opt/gangway"',
    );
    item.set(false);
    expect(item.isOn()).toBe(false);
  });

  it('is the system’s own switch elsewhere', () => {
    const set: boolean[] = [];
    const system = { isOn: () => set.at(-1) ?? false, set: (on: boolean) => void set.push(on) };
    const item = createLoginItem({
      platform: 'windows',
      program: 'gangway.exe',
      configFolder: '/none',
      system,
    });
    item.set(true);
    expect([item.isOn(), set]).toEqual([true, [true]]);
  });
});
