import { nativeTheme, powerMonitor, type BrowserWindow, app, nativeImage, screen } from 'electron';
import type { AppStart } from '#shared/ipc/app.ts';
import type { EventName } from '#shared/ipc/contract.ts';
import { needsYouCounts } from '#shared/ipc/today.ts';
import type { Core } from '../app/core.ts';
import { createBadge, badgeText, badgePicture } from '../desktop/badge.ts';
import type { MenuCommand } from '../desktop/app-menu.ts';
import { createSleepWatch } from '../desktop/sleep-watch.ts';
import { systemClock } from '../clock.ts';
import { colourFrame } from './app-window.ts';
import { createMenus } from './menu.ts';

interface DesktopDeps {
  platform: AppStart['platform'];
  core(): Core | null;
  window(): BrowserWindow | null;
  showWindow(): void;
}

/** The system around the window: menus, colors, the number on the icon, sleep. */
export function createDesktop(deps: DesktopDeps) {
  const { platform } = deps;
  const showMenus = createMenus(act);
  const badge = createBadge({
    clock: systemClock,
    count: countNeeds,
    wanted: () => deps.core()?.appSettings().badge ?? false,
    show: (count) => showBadge(platform, deps.window(), count),
  });
  const sleep = createSleepWatch(systemClock, (on) => deps.core()?.setSuspended('asleep', on));

  async function countNeeds(): Promise<number | null> {
    const core = deps.core();
    if (core === null || core.workspace() === null) return 0;
    const result = await core.call('today.counts', null);
    const counts = needsYouCounts.safeParse(result.ok ? result.value : null);
    return counts.success ? counts.data.today : null;
  }

  function act(command: MenuCommand): void {
    const core = deps.core();
    switch (command.kind) {
      case 'ask':
        core?.requests.ask(command.request);
        deps.showWindow();
        return;
      case 'pause':
        core?.workspace()?.dispatcher.setPaused(command.on);
        return;
      case 'work_offline':
        core?.workspace()?.dispatcher.setWorkOffline(command.on);
        return;
      case 'sync_now':
        core?.workspace()?.dispatcher.syncNow();
        return;
      case 'show_logs':
        void core?.showFolder(core.logFolder);
        return;
      case 'reload':
        deps.window()?.webContents.reload();
    }
  }

  function refreshMenus(): void {
    const workspace = deps.core()?.workspace() ?? null;
    const condition = workspace?.dispatcher.status().condition.kind;
    showMenus({
      platform,
      workspaceOpen: workspace !== null,
      paused: condition === 'paused',
      workingOffline: condition === 'working_offline',
    });
  }

  function followTheme(core: Core): void {
    nativeTheme.themeSource = core.appSettings().theme;
  }

  function recolour(): void {
    colourFrame(deps.window(), process.platform);
  }

  return {
    begin(): void {
      refreshMenus();
      nativeTheme.on('updated', recolour);
      powerMonitor.on('suspend', () => sleep.suspended());
      powerMonitor.on('resume', () => sleep.resumed());
    },
    opened(core: Core): void {
      followTheme(core);
      refreshMenus();
      badge.changed();
    },
    heard(event: EventName): void {
      const core = deps.core();
      if (core === null || !followed.has(event)) return;
      if (event === 'settings.changed') followTheme(core);
      if (event === 'workspace.changed' || event === 'sync.changed') refreshMenus();
      badge.changed();
    },
    stop(): void {
      badge.stop();
      sleep.stop();
    },
  };
}

const followed: ReadonlySet<EventName> = new Set([
  'settings.changed',
  'workspace.changed',
  'sync.changed',
  'entries.changed',
  'documents.changed',
]);

/** Shows a number on the app's icon: the dock on macOS, the taskbar on Windows, supported Linux desktops. 0 removes it. */
function showBadge(platform: AppStart['platform'], window: BrowserWindow | null, count: number): void {
  if (platform !== 'windows') {
    app.setBadgeCount(count);
    return;
  }
  if (window === null || window.isDestroyed()) return;
  if (count === 0) {
    window.setOverlayIcon(null, '');
    return;
  }
  const { pixels, ...size } = badgePicture(count, screen.getPrimaryDisplay().scaleFactor);
  window.setOverlayIcon(nativeImage.createFromBitmap(pixels, size), badgeText(count));
}
