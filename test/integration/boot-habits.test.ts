import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { bootForTest } from '#test/boot/boot-folder.ts';
import { bootApp, type BootedApp } from '#test/boot/booted-app.ts';

const nightly = { tags: ['nightly'] };

const patient = { timeout: 60_000, interval: 25 };

function call(app: BootedApp, name: string, input: unknown = null) {
  return app.ask('call', { channel: `gangway:${name}`, input, from: 'own page' });
}

/** Waits until the app did it that often. */
function done(app: BootedApp, what: string, times = 1) {
  return vi.waitFor(() => expect(app.details(what).length).toBeGreaterThanOrEqual(times), patient);
}

async function practising(args: string[] = []) {
  const booted = await bootForTest({ packaged: false }, args);
  await booted.app.openWindow();
  await booted.app.start();
  return booted;
}

const vendorLink = { ok: true, value: { kind: 'link', target: { kind: 'vendor', vendorId: '48213' } } };
const nothing = { ok: true, value: null };

describe('a link that the built app is opened with', () => {
  it('is kept until the window asks for it, once', async () => {
    const { app } = await practising(['gangway://vendor/48213']);
    expect(await call(app, 'desktop.takeRequest')).toEqual(vendorLink);
    expect(await call(app, 'desktop.takeRequest')).toEqual(nothing);
  });

  it('comes from macOS before there is a window as well as after', { tags: ['nightly'] }, async () => {
    const { app } = await bootForTest({ packaged: false });
    expect(await app.ask('openUrl', 'gangway://vendor/1')).toBe(true);
    await app.openWindow();
    await app.start();
    expect(await call(app, 'desktop.takeRequest')).toMatchObject({ value: { target: { vendorId: '1' } } });
    expect(await app.ask('openUrl', 'gangway://vendor/48213')).toBe(true);
    expect(await call(app, 'desktop.takeRequest')).toEqual(vendorLink);
  });

  it(
    'comes with a second start, which brings the window up and tells it',
    { tags: ['nightly'] },
    async () => {
      const { app } = await practising();
      await app.ask('startAgain', {
        minimised: true,
        words: ['gangway', 'gangway://vendor/48213', '--data-dir'],
      });
      expect(app.notes.map(({ what }) => what)).toEqual(
        expect.arrayContaining(['window.restore', 'window.focus']),
      );
      expect(app.details('contents.send')).toContainEqual({
        channel: 'gangway:desktop.asked',
        payload: [null],
      });
      expect(await call(app, 'desktop.takeRequest')).toEqual(vendorLink);
    },
  );

  it(
    'asks for nothing where it is not whole and plain, and is noted without its words',
    { tags: ['nightly'] },
    async () => {
      const { app, folder } = await practising();
      await app.ask('openUrl', 'gangway://vendor/../../etc');
      await app.ask('openUrl', 'javascript:alert(1)');
      expect(await call(app, 'desktop.takeRequest')).toEqual(nothing);
      await app.ask('quit', 1);
      await app.ended;
      const log = readFileSync(join(folder, 'data', 'logs', 'gangway.log'), 'utf8');
      expect(log).toContain('link_not_read');
      expect(log).not.toMatch(/etc|alert/);
    },
  );

  it('chooses no option with what comes behind it', { tags: ['nightly'] }, async () => {
    const { app, folder } = await bootForTest({}, [
      'gangway://vendor/1',
      '--data-dir',
      '/tmp/elsewhere',
      '--practice',
    ]);
    await app.openWindow();
    expect(app.details('app.setPath')).toEqual([{ name: 'userData', path: folder }]);
    expect(await call(app, 'app.start')).toMatchObject({ value: { workspace: null } });
  });
});

describe('the window of the built app, over a restart', () => {
  for (const [how, ending, options] of [
    ['closed', 'closeWindow', {}],
    ['quit', 'quit', nightly],
  ] as const)
    it(`opens where it was when it was ${how}, as it was, on the same displays`, options, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'gangway-boot-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const first = bootApp(folder);
      onTestFinished(() => {
        first.kill();
      });
      await first.openWindow();
      expect(first.details('new BrowserWindow')).toMatchObject([{ x: 240, y: 70, width: 1440, height: 900 }]);
      await first.ask('moveWindow', { x: 300, y: 40, width: 1200, height: 800, maximised: true, zoom: 1.5 });
      await first.ask(ending, 1);
      expect(await first.ended).toEqual({ code: 0, stderr: '' });
      const second = bootApp(folder);
      onTestFinished(() => {
        second.kill();
      });
      await second.openWindow();
      await done(second, 'contents.setZoomLevel');
      expect(second.details('new BrowserWindow')).toMatchObject([
        { x: 300, y: 40, width: 1200, height: 800 },
      ]);
      expect(second.details('window.maximize')).toHaveLength(1);
      expect(second.details('contents.setZoomLevel')).toEqual([{ level: 1.5 }]);
    });

  it(
    'leaves the page as large as the person made it when it is loaded again',
    { tags: ['nightly'] },
    async () => {
      const { app } = await bootForTest();
      await app.openWindow();
      await done(app, 'contents.setZoomLevel');
      await app.ask('moveWindow', { x: 0, y: 0, width: 1200, height: 800, maximised: false, zoom: 1.5 });
      expect(await app.ask('pageLoadsAgain')).toBe(1.5);
    },
  );
});

describe('the colours of the built app’s frame', () => {
  it('follow the setting, as does what pages are told of the system', { tags: ['nightly'] }, async () => {
    const { app } = await practising();
    await call(app, 'app.updateSettings', { theme: 'dark' });
    expect(app.details('nativeTheme.themeSource')).toEqual([{ source: 'dark' }]);
    expect(app.details('window.setBackgroundColor')).toEqual([{ color: '#1d1c19' }]);
    expect(app.details('window.setTitleBarOverlay')).toEqual([
      { color: '#1d1c19', symbolColor: '#edeae4', height: 43 },
    ]);
  });
});

describe('the menus of the built app', () => {
  const sending = z.array(
    z.object({
      label: z.string().optional(),
      submenu: z
        .array(
          z.object({
            label: z.string().optional(),
            enabled: z.boolean().optional(),
            checked: z.boolean().optional(),
          }),
        )
        .optional(),
    }),
  );
  function entry(app: BootedApp, label: string) {
    const menus = sending.parse(app.details('Menu.setApplicationMenu').at(-1));
    return menus.flatMap(({ submenu }) => submenu ?? []).find((one) => one.label === label);
  }

  it('lead to a screen through the window', { tags: ['nightly'] }, async () => {
    const { app } = await practising();
    await app.ask('chooseMenu', ['Go', 'Outbox']);
    expect(await call(app, 'desktop.takeRequest')).toEqual({
      ok: true,
      value: { kind: 'place', place: { screen: 'outbox', path: [], query: {} } },
    });
  });

  it('hold the outbox and show that it is held', { tags: ['nightly'] }, async () => {
    const { app } = await practising();
    expect(entry(app, 'Pause sending')).toMatchObject({ enabled: true, checked: false });
    await app.ask('chooseMenu', ['Sending', 'Pause sending']);
    expect(await call(app, 'outbox.status')).toMatchObject({ value: { condition: { kind: 'paused' } } });
    await vi.waitFor(() => expect(entry(app, 'Pause sending')).toMatchObject({ checked: true }), patient);
    expect(entry(app, 'Sync now')).toMatchObject({ enabled: false });
  });

  it('open the folder of logs', { tags: ['nightly'] }, async () => {
    const { app, folder } = await practising();
    await app.ask('chooseMenu', ['Help', 'Open logs folder']);
    expect(app.details('shell.openPath')).toEqual([{ path: join(folder, 'data', 'logs') }]);
  });

  it(
    'open where the page asks for it, since a window without a frame shows no bar of menus',
    { tags: ['nightly'] },
    async () => {
      const { app } = await practising();
      await app.ask('moveWindow', { x: 0, y: 0, width: 1200, height: 800, maximised: false, zoom: 1 });
      expect(await call(app, 'desktop.showMenu', { x: 10, y: 40.3 })).toEqual(nothing);
      // A page that is drawn larger counts in larger pixels than its window.
      expect(app.details('menu.popup')).toEqual([
        {
          labels: ['File', '', 'Go', 'Sending', 'View', '', 'Help'],
          inWindow: true,
          at: { x: 12, y: 48 },
        },
      ]);
      await app.ask('chooseMenu', ['Help', 'Reload the window']);
      expect(app.details('contents.reload')).toHaveLength(1);
    },
  );

  it('are the system’s own to show on macOS', { tags: ['nightly'] }, async () => {
    const { app } = await bootForTest({ platform: 'darwin' });
    await app.openWindow();
    expect(await call(app, 'desktop.showMenu', { x: 10, y: 40 })).toMatchObject({
      ok: false,
      error: { code: 'not_allowed' },
    });
    expect(app.details('menu.popup')).toEqual([]);
  });

  it('are off where they lead to a screen and no workspace is open', { tags: ['nightly'] }, async () => {
    const { app } = await bootForTest();
    await app.openWindow();
    expect(entry(app, 'Outbox')).toMatchObject({ enabled: false });
    expect(entry(app, 'Keyboard shortcuts')).toMatchObject({ enabled: true });
  });
});

describe('the number on the built app’s icon', () => {
  it(
    'says how much needs the person, and goes away where the person does not want it',
    { tags: ['nightly'] },
    async () => {
      const { app } = await practising();
      await done(app, 'app.setBadgeCount');
      const [first] = z.array(z.object({ count: z.number() })).parse(app.details('app.setBadgeCount'));
      expect(first?.count).toBeGreaterThan(0);
      await call(app, 'app.updateSettings', { badge: false });
      await vi.waitFor(() => expect(app.details('app.setBadgeCount').at(-1)).toEqual({ count: 0 }), patient);
    },
  );
});

describe('results that arrive in the built app', () => {
  it(
    'are told in one notification, and a click on it leads to them',
    { tags: ['nightly'], timeout: 90_000 },
    async () => {
      const { app } = await practising();
      await vi.waitFor(() => expect(app.details('Notification.show')).toHaveLength(1), {
        ...patient,
        timeout: 60_000,
      });
      const [shown] = z
        .array(z.object({ title: z.string(), body: z.string() }))
        .parse(app.details('Notification.show'));
      expect(shown?.title).toMatch(/^\d+ results arrived$/);
      await app.ask('clickNotification');
      expect(await call(app, 'desktop.takeRequest')).toMatchObject({ value: { kind: 'place' } });
    },
  );
});

describe('opening the built app at sign-in', () => {
  it('is a switch of the installed app, off at first', { tags: ['nightly'] }, async () => {
    const { app, folder } = await bootForTest();
    await app.openWindow();
    expect(await call(app, 'app.start')).toMatchObject({ value: { settings: { openAtLogin: false } } });
    expect(await call(app, 'app.updateSettings', { openAtLogin: true })).toMatchObject({
      value: { openAtLogin: true },
    });
    const file = join(folder, 'config', 'autostart', 'gangway.desktop');
    expect(readFileSync(file, 'utf8')).toContain(`Exec="${process.execPath}"`);
    await rm(file);
    expect(await call(app, 'app.start')).toMatchObject({ value: { settings: { openAtLogin: false } } });
  });

  it('is refused with a sentence where the app is not installed', { tags: ['nightly'] }, async () => {
    const { app } = await practising();
    expect(await call(app, 'app.updateSettings', { openAtLogin: true })).toMatchObject({
      ok: false,
      error: { message: 'Only an installed copy of Gangway can open at sign-in.' },
    });
  });
});

describe('a page of the built app that crashed', () => {
  it('is loaded again by itself three times, then the person is asked', { tags: ['nightly'] }, async () => {
    const { app } = await practising();
    for (let times = 0; times < 3; times += 1) await app.ask('pageGone', 'crashed');
    expect(app.details('contents.reload')).toHaveLength(3);
    expect(app.details('dialog.showMessageBox')).toEqual([]);
    await app.ask('pageGone', 'crashed');
    expect(app.details('dialog.showMessageBox')).toMatchObject([
      { message: 'Gangway’s window keeps closing.', buttons: ['Reload', 'Quit'] },
    ]);
    await app.ask('answer', 'Reload');
    await done(app, 'contents.reload', 4);
  });

  it(
    'that does not answer is asked about, and the question goes away when it answers again',
    { tags: ['nightly'] },
    async () => {
      const { app } = await practising();
      await app.ask('windowSays', 'unresponsive');
      await app.ask('windowSays', 'unresponsive');
      expect(app.details('dialog.showMessageBox')).toMatchObject([{ buttons: ['Wait', 'Reload'] }]);
      await app.ask('windowSays', 'responsive');
      await done(app, 'dialog.taken back');
      expect(app.details('contents.reload')).toEqual([]);
    },
  );

  it(
    'that does not answer is ended and loaded again where the person says so',
    { tags: ['nightly'] },
    async () => {
      const { app } = await practising();
      await app.ask('windowSays', 'unresponsive');
      await app.ask('answer', 'Reload');
      await done(app, 'contents.reload');
      expect(app.details('contents.forcefullyCrashRenderer')).toHaveLength(1);
    },
  );
});

describe('the end of the session', () => {
  for (const [word, teller, options] of [
    ['session-end', 'windowSays', {}],
    ['shutdown', 'machineSays', nightly],
  ] as const)
    it(`settles what is open and ends the app, asking nobody (${word})`, options, async () => {
      const { app } = await practising();
      await app.ask(teller, word);
      expect((await app.ended).code).toBe(0);
      expect(app.details('dialog.showMessageBox')).toEqual([]);
      expect(app.details('log at the end')[0]).toEqual(expect.arrayContaining(['workspace_closed']));
    });
});

describe('the end of the system, which waits for those that ask it to', () => {
  it('is asked to wait until what is open is settled', { tags: ['nightly'] }, async () => {
    const { app } = await practising();
    expect(await app.ask('machineSays', 'shutdown')).toBe(true);
    expect((await app.ended).code).toBe(0);
  });
});

describe('a sleep of the machine', () => {
  it('is slept and woken from without a word to the person', { tags: ['nightly'] }, async () => {
    const { app } = await practising();
    await app.ask('machineSays', 'suspend');
    expect(await call(app, 'outbox.status')).toMatchObject({ ok: true });
    await app.ask('machineSays', 'resume');
    expect(await call(app, 'onboarding.page', {})).toMatchObject({ ok: true });
    expect(app.details('dialog.showMessageBox')).toEqual([]);
  });
});
