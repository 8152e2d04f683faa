import { ok, type Handlers } from './core.ts';

const diagnostics = `Gangway
  version: 1.0.0
  runs as: in a browser
  system: windows 10.0.26100 x64
  electron: none
  chromium: none
  node: 24.21.0
  keychain: works

Settings of this computer
  theme: system
  singleKeys: true

Workspaces
  on this computer: 2
  open: company
  problem at the start: none

Outbox
  condition: online
  queued: 0
  sending: 0
  waiting: 4
  in_doubt: 2
  accepted: 118
  rejected: 1
  dead: 0
  cancelled: 3

Latest events
  2026-06-09T07:58:02.114Z started host=browser keychain=works
  2026-06-09T07:58:02.390Z workspace_opened practice=false`;

const license = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software.

The software is provided “as is”, without warranty of any kind.`;

/** What the system around the app says. */
export function fakeDesktop(): Handlers {
  return {
    'desktop.takeRequest': () => ok(null),
    'desktop.showMenu': () => ok(null),
    'desktop.inSight': () => ok(null),
    'desktop.networkChanged': () => ok(null),
    'desktop.diagnostics': () => ok({ text: diagnostics }),
    'desktop.thirdPartyNotices': () =>
      ok(
        ['better-sqlite3', 'keytar', 'lucide-react', 'react', 'react-dom', 'undici', 'zod', 'zustand'].map(
          (name, at) => ({
            name,
            version: `${at + 1}.2.0`,
            license: name === 'lucide-react' ? 'ISC' : 'MIT',
            text: name === 'keytar' ? null : license,
          }),
        ),
      ),
    'desktop.showLogs': () => ok({ shown: false, folder: '/home/maya/.local/share/gangway/logs' }),
  };
}
