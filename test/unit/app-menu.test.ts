import { describe, expect, it } from 'vitest';
import { toAccelerator, appMenu, type MenuEntry, type MenuSituation } from '#main/desktop/app-menu.ts';
import { windowRequest } from '#shared/ipc/desktop.ts';
import { defaultKeys } from '#shared/settings/shortcut-keys.ts';

const open: MenuSituation = { platform: 'linux', workspaceOpen: true, paused: false, workingOffline: false };

function flat(entries: readonly MenuEntry[], path: string[] = []): { path: string; entry: MenuEntry }[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'menu') return flat(entry.entries, [...path, entry.label]);
    const label = entry.kind === 'command' ? entry.label : entry.kind === 'system' ? entry.role : '-';
    return [{ path: [...path, label].join(' > '), entry }];
  });
}

function commands(situation: MenuSituation) {
  return flat(appMenu(situation)).flatMap(({ path, entry }) =>
    entry.kind === 'command' ? [{ path, ...entry }] : [],
  );
}

function paths(situation: MenuSituation): string[] {
  return flat(appMenu(situation)).map(({ path }) => path);
}

describe('the menus', () => {
  it('have the app’s own menu on macOS, with Settings and Quit in it', () => {
    const mac = paths({ ...open, platform: 'mac' });
    expect(mac).toEqual(
      expect.arrayContaining([
        'Gangway > About Gangway',
        'Gangway > Settings…',
        'Gangway > quit',
        'File > close',
      ]),
    );
    expect(mac).not.toContain('File > quit');
    expect(mac).not.toContain('Help > About Gangway');
  });

  it.each(['windows', 'linux'] as const)(
    'have Settings and Quit under File on %s, and About under Help',
    (platform) => {
      const all = paths({ ...open, platform });
      expect(all).toEqual(expect.arrayContaining(['File > Settings', 'File > quit', 'Help > About Gangway']));
      expect(all.some((path) => path.startsWith('Gangway'))).toBe(false);
    },
  );

  it.each(['mac', 'windows', 'linux'] as const)(
    'print the keys of the screens on %s, and no others',
    (platform) => {
      const keys = commands({ ...open, platform }).flatMap((one) => (one.keys === null ? [] : [one.keys]));
      expect(keys.toSorted()).toEqual(
        [defaultKeys.search, defaultKeys.settings, defaultKeys.workOffline].toSorted(),
      );
    },
  );

  it('have no key that is a letter alone, which would act while somebody types', () => {
    for (const { keys } of commands(open)) if (keys !== null) expect(keys).toMatch(/^mod\+/);
  });

  it('turn off what cannot act while no workspace is open, and leave help on', () => {
    const closed = commands({ ...open, workspaceOpen: false });
    const on = closed.filter(({ enabled }) => enabled).map(({ path }) => path);
    expect(on).toEqual([
      'Help > Gangway help',
      'Help > Keyboard shortcuts',
      'Help > Copy diagnostics…',
      'Help > Open logs folder',
      'Help > Reload the window',
      'Help > About Gangway',
    ]);
    expect(commands(open).every(({ enabled }) => enabled)).toBe(true);
  });

  it('show what is on, turn it over when chosen, and offer no sync while sending is held', () => {
    const of = (situation: MenuSituation, path: string) =>
      commands(situation).find((one) => one.path === `Sending > ${path}`);
    expect(of(open, 'Pause sending')).toMatchObject({ on: false, command: { kind: 'pause', on: true } });
    const paused = { ...open, paused: true };
    expect(of(paused, 'Pause sending')).toMatchObject({ on: true, command: { kind: 'pause', on: false } });
    expect(of(paused, 'Sync now')).toMatchObject({ enabled: false });
    const offline = { ...open, workingOffline: true };
    expect(of(offline, 'Work offline')).toMatchObject({
      on: true,
      command: { kind: 'work_offline', on: false },
    });
    expect(of(offline, 'Sync now')).toMatchObject({ enabled: false });
  });

  it('ask the window only for what the contract knows', () => {
    const asked = commands(open).flatMap(({ command }) => (command.kind === 'ask' ? [command.request] : []));
    expect(asked.length).toBeGreaterThan(10);
    for (const request of asked) expect(windowRequest.parse(request)).toEqual(request);
  });
});

describe('a shortcut as a menu writes it', () => {
  it.each([
    ['mod+k', 'CommandOrControl+K'],
    ['mod+,', 'CommandOrControl+,'],
    ['mod+shift+o', 'CommandOrControl+Shift+O'],
  ])('%s is %s', (keys, accelerator) => {
    expect(toAccelerator(keys)).toBe(accelerator);
  });
});
