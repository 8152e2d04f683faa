import { appShortcuts } from '#shared/settings/shortcut-keys.ts';
import type { AppStart } from '#shared/ipc/app.ts';
import type { WindowRequest } from '#shared/ipc/desktop.ts';
import { toPlace } from '#shared/settings/place.ts';

type SystemRole =
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide'
  | 'quit'
  | 'close'
  | 'editMenu'
  | 'windowMenu'
  | 'resetZoom'
  | 'zoomIn'
  | 'zoomOut'
  | 'togglefullscreen';

export type MenuCommand =
  | { kind: 'ask'; request: WindowRequest }
  | { kind: 'pause'; on: boolean }
  | { kind: 'work_offline'; on: boolean }
  | { kind: 'sync_now' }
  | { kind: 'show_logs' }
  | { kind: 'reload' };

export type MenuEntry =
  | { kind: 'line' }
  | { kind: 'system'; role: SystemRole }
  | { kind: 'menu'; label: string; entries: readonly MenuEntry[]; help?: true }
  | {
      kind: 'command';
      label: string;
      command: MenuCommand;
      enabled: boolean;
      keys: string | null;
      /** Null for an entry that is not a switch. */
      on: boolean | null;
    };

export interface MenuSituation {
  platform: AppStart['platform'];
  workspaceOpen: boolean;
  paused: boolean;
  workingOffline: boolean;
}

const line: MenuEntry = { kind: 'line' };

const system = (role: SystemRole): MenuEntry => ({ kind: 'system', role });

const menu = (label: string, entries: readonly MenuEntry[]): MenuEntry => ({ kind: 'menu', label, entries });

function command(
  label: string,
  does: MenuCommand,
  of: { enabled?: boolean; keys?: string | null; on?: boolean | null } = {},
): MenuEntry {
  return { kind: 'command', label, command: does, enabled: true, keys: null, on: null, ...of };
}

/** A shortcut's keys as Electron writes them; a menu's have Ctrl or Cmd, since others are typed in fields. */
export const toAccelerator = (keys: string): string =>
  keys
    .split('+')
    .map((key) => (key === 'mod' ? 'CommandOrControl' : key.charAt(0).toUpperCase() + key.slice(1)))
    .join('+');

/** The application menus. Entries that need a workspace are disabled without one; there is no reload or devtools key. */
export function appMenu({ platform, workspaceOpen, paused, workingOffline }: MenuSituation): MenuEntry[] {
  const mac = platform === 'mac';
  const opens = (label: string, request: WindowRequest, keys: string | null = null) =>
    command(label, { kind: 'ask', request }, { enabled: workspaceOpen, keys });
  const leads = (label: string, ...place: Parameters<typeof toPlace>) =>
    opens(label, { kind: 'place', place: toPlace(...place) });
  const settings = opens(
    mac ? 'Settings…' : 'Settings',
    { kind: 'place', place: toPlace('settings') },
    appShortcuts.settings,
  );
  const about = command('About Gangway', { kind: 'ask', request: { kind: 'about' } });

  const own = menu('Gangway', [
    about,
    line,
    settings,
    line,
    system('services'),
    line,
    system('hide'),
    system('hideOthers'),
    system('unhide'),
    line,
    system('quit'),
  ]);
  const file = menu('File', [
    leads('Invite a vendor', 'invites', 'new'),
    leads('Import a list of vendors', 'invites', 'import'),
    leads('New verification', 'verifications', 'new'),
    leads('Add documents', 'documents', 'add'),
    leads('Look up vendors', 'vendors', 'look-up'),
    line,
    ...(mac ? [system('close')] : [settings, line, system('quit')]),
  ]);
  const go = menu('Go', [
    opens('Search', { kind: 'search' }, appShortcuts.search),
    line,
    leads('Today', 'today'),
    leads('Vendors', 'vendors'),
    leads('Invites', 'invites'),
    leads('Verifications', 'verifications'),
    leads('Documents', 'documents'),
    leads('Outbox', 'outbox'),
  ]);
  const sending = menu('Sending', [
    command(
      'Work offline',
      { kind: 'work_offline', on: !workingOffline },
      { enabled: workspaceOpen, keys: appShortcuts.workOffline, on: workingOffline },
    ),
    command('Pause sending', { kind: 'pause', on: !paused }, { enabled: workspaceOpen, on: paused }),
    command('Sync now', { kind: 'sync_now' }, { enabled: workspaceOpen && !paused && !workingOffline }),
  ]);
  const view = menu('View', [
    system('resetZoom'),
    system('zoomIn'),
    system('zoomOut'),
    line,
    system('togglefullscreen'),
  ]);
  const help: MenuEntry = {
    kind: 'menu',
    label: 'Help',
    help: true,
    entries: [
      command('Gangway help', { kind: 'ask', request: { kind: 'help' } }),
      command('Keyboard shortcuts', { kind: 'ask', request: { kind: 'shortcuts' } }),
      line,
      command('Copy diagnostics…', { kind: 'ask', request: { kind: 'diagnostics' } }),
      command('Open logs folder', { kind: 'show_logs' }),
      command('Reload the window', { kind: 'reload' }),
      ...(mac ? [] : [line, about]),
    ],
  };
  return [...(mac ? [own] : []), file, system('editMenu'), go, sending, view, system('windowMenu'), help];
}
