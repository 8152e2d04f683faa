import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { bootForTest } from '#test/boot/boot-folder.ts';
import { bootApp, builtPreload, type BootedApp } from '#test/boot/booted-app.ts';

describe('the built app before it is ready', () => {
  it('switches the sandbox on for every window and declares its own scheme as a secure web origin', async () => {
    const { app } = await bootForTest();
    await app.openWindow();
    const before = app.notes.filter((note) => !note.ready).map((note) => note.what);
    expect(before).toEqual([
      'app.setPath',
      'protocol.registerSchemesAsPrivileged',
      'app.enableSandbox',
      'app.requestSingleInstanceLock',
    ]);
    expect(app.details('protocol.registerSchemesAsPrivileged')).toEqual([
      [
        {
          scheme: 'app',
          privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
        },
      ],
    ]);
  });

  it('asks whether it is the only one after it knows its folder, so that other folders have their own', async () => {
    const { app, folder } = await bootForTest();
    expect(await app.noted('app.requestSingleInstanceLock')).toMatchObject({
      detail: { paths: { userData: folder } },
    });
  });

  it('quits without touching the data where another one runs already', async () => {
    const { app, folder } = await bootForTest({ onlyInstance: false });
    expect(await app.ended).toEqual({ code: 0, stderr: '' });
    expect(app.details('app.quit')).toHaveLength(1);
    expect(app.details('new BrowserWindow')).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the window of the built app', () => {
  let app: BootedApp;

  // The first tests here only look at what one start did.
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gangway-boot-'));
    app = bootApp(folder);
    const started = app;
    await started.openWindow();
    return async () => {
      started.kill();
      await started.ended;
      await rm(folder, { recursive: true, force: true });
    };
  });

  it('has each of its web preferences set as Electron’s security checklist asks, and no other', async () => {
    const windows = z
      .tuple([z.object({ show: z.boolean(), title: z.string(), webPreferences: z.unknown() })])
      .parse(app.details('new BrowserWindow'));
    expect(windows[0]).toMatchObject({ show: false, title: 'Gangway' });
    expect(windows[0].webPreferences).toStrictEqual({
      preload: builtPreload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      spellcheck: false,
      navigateOnDragDrop: false,
    });
  });

  it('loads the app’s own page and is shown once that can be seen', async () => {
    await app.noted('window.show');
    expect(app.details('window.loadURL')).toEqual([{ url: 'app://gangway/' }]);
    const order = app.notes.map((note) => note.what);
    expect(order.indexOf('protocol.handle')).toBeLessThan(order.indexOf('window.loadURL'));
    expect(order.lastIndexOf('ipcMain.handle')).toBeLessThan(order.indexOf('window.loadURL'));
    expect(order.indexOf('window.loadURL')).toBeLessThan(order.indexOf('window.show'));
  });

  it('offers no developer tools in its menu', async () => {
    const menu = JSON.stringify(app.details('Menu.setApplicationMenu'));
    expect(menu).toContain('editMenu');
    expect(menu).not.toMatch(/viewMenu|toggleDevTools/);
  });

  it.each([
    [false, ['window.focus']],
    [true, ['window.restore', 'window.focus']],
  ])('comes to the front when Gangway is started again (minimised: %s)', async (minimised, expected) => {
    const { app } = await bootForTest();
    await app.openWindow();
    await app.ask('startAgain', { minimised });
    const doings = app.notes.map((note) => note.what);
    expect(doings.filter((what) => ['window.restore', 'window.focus'].includes(what))).toEqual(expected);
  });
});

describe('where the built app begins', () => {
  it('has no workspace when it is installed and new', async () => {
    const { app } = await bootForTest();
    await app.openWindow();
    expect(await app.start()).toMatchObject({ host: 'electron', workspace: null, workspaces: [] });
  });

  it(
    'opens the practice workspace for a developer, out of what the build put beside it',
    { tags: ['nightly'] },
    async () => {
      const { app } = await bootForTest({ packaged: false });
      await app.openWindow();
      const { workspace, problem } = await app.start();
      expect(workspace).toMatchObject({ practice: true });
      expect(problem).toBeNull();
      const page = z
        .object({ ok: z.literal(true), value: z.object({ total: z.number() }) })
        .parse(await app.ask('call', { channel: 'gangway:onboarding.page', input: {}, from: 'own page' }));
      expect(page.value.total).toBeGreaterThan(0);
    },
  );

  it('opens the practice workspace with --practice, without a moment’s work for the one that was open last', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gangway-boot-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    for (const opened of [1, 2]) {
      const app = bootApp(folder, {}, ['--practice']);
      onTestFinished(() => {
        app.kill();
      });
      await app.openWindow();
      expect(await app.start()).toMatchObject({ workspace: { practice: true } });
      await app.ask('quit', 1);
      expect((await app.ended).code).toBe(0);
      const events = z.array(z.string()).parse(app.details('log at the end')[0]);
      expect(events.filter((event) => event === 'workspace_opened')).toHaveLength(opened);
    }
  });

  it('opens a window that says that its folder cannot be used, and starts when that has been put right', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gangway-boot-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'data'), '');
    const app = bootApp(folder);
    onTestFinished(() => {
      app.kill();
    });
    await app.openWindow();
    const asked = { channel: 'gangway:app.start', input: null, from: 'own page' };
    const refused = z
      .object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) })
      .parse(await app.ask('call', asked));
    expect(refused.error.code).toBe('storage');
    expect(refused.error.message).toMatch(/^Gangway[^\n()]+\. Nothing already queued is lost\. [^\n()]+$/);
    rmSync(join(folder, 'data'));
    expect(await app.start()).toMatchObject({ host: 'electron', workspaces: [] });
  });

  it('opens a window that says so when its data is not as it should be, and can be quit', async () => {
    const { app, folder } = await bootForTest();
    mkdirSync(join(folder, 'data'));
    const odd = new SqliteDatabase(join(folder, 'data', 'gangway.db'));
    odd.exec('CREATE TABLE setting (x TEXT) STRICT');
    odd.close();
    await app.openWindow();
    expect(
      await app.ask('call', { channel: 'gangway:app.start', input: null, from: 'own page' }),
    ).toMatchObject({ ok: false, error: { code: 'internal' } });
    await app.ask('quit', 1);
    expect(await app.ended).toEqual({ code: 0, stderr: '' });
  });
});

describe('quitting the built app', () => {
  const settled = ['started', 'workspace_opened', 'workspace_closed'];

  it('settles and closes the data first, then quits', async () => {
    const { app, folder } = await bootForTest({ packaged: false });
    await app.openWindow();
    await app.ask('quit', 1);
    expect(await app.ended).toEqual({ code: 0, stderr: '' });
    expect(app.notes.map((note) => note.what).filter((what) => /quit/.test(what))).toEqual([
      'app.quit held back',
      'app.quit',
    ]);
    expect(app.details('log at the end')[0]).toEqual(expect.arrayContaining(settled));
    expect(existsSync(join(folder, 'data', 'gangway.db'))).toBe(true);
    expect(existsSync(join(folder, 'data', 'gangway.db-wal'))).toBe(false);
  });

  it('settles all the same when the person asks a second time meanwhile', { tags: ['nightly'] }, async () => {
    const { app } = await bootForTest({ packaged: false });
    await app.openWindow();
    await app.ask('quit', 3);
    expect((await app.ended).code).toBe(0);
    expect(app.details('log at the end')[0]).toEqual(expect.arrayContaining(settled));
  });

  it('quits when the window is closed, and tells a closed window nothing', async () => {
    const { app } = await bootForTest({ packaged: false });
    await app.openWindow();
    await app.ask('closeWindow');
    expect(await app.ended).toEqual({ code: 0, stderr: '' });
    const closedAt = app.notes.findIndex((note) => note.what === 'app.quit held back');
    const after = app.notes.slice(closedAt).map((note) => note.what);
    expect(after).not.toContain('contents.send');
    expect(after).toContain('app.quit');
    expect(app.details('log at the end')[0]).toEqual(expect.arrayContaining(settled));
  });
});
