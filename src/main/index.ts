import { join } from 'node:path';
import { app, dialog, ipcMain, session, type BrowserWindow } from 'electron';
import { systemClock } from './clock.ts';
import { startCore, type Core } from './core.ts';
import { openAppWindow } from './electron/app-window.ts';
import { registerAppScheme, serveAppPages } from './electron/app-protocol.ts';
import { readStartOptions } from './electron/start-options.ts';
import { denyPermissions, hardenWebContents, openOutside } from './electron/hardening.ts';
import { handleCalls, tellWindow } from './electron/ipc-adapter.ts';
import { setMenu } from './electron/menu.ts';
import { systemRoutes } from './electron/system-routes.ts';
import { quitWhenSettled } from './electron/settled-quit.ts';
import { installedUpdater } from './electron/updater.ts';
import { openKeychain } from './keychain/keychain.ts';
import { loadKeytar } from './keychain/keytar-library.ts';
import { platformOf } from './platform.ts';
import { policyPath, readPolicy } from './updates/policy.ts';
import type { Updater } from './updates/updater.ts';
import { reportPartsOfBuild } from './reports/report-parts.ts';

const here = import.meta.dirname;
const options = readStartOptions(process.argv);
if (options.dataDir !== null) app.setPath('userData', options.dataDir);

let window: BrowserWindow | null = null;
let core: Core | null = null;
let updater: Updater | null = null;
let installing = false;

registerAppScheme();
app.enableSandbox();
hardenWebContents(app);

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', () => {
    if (window === null) return;
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  app.on('window-all-closed', () => {
    app.quit();
  });
  quitWhenSettled(app, settle, leave);
  void app.whenReady().then(start).catch(cannotStart);
} else {
  app.quit();
}

async function start(): Promise<void> {
  updater = installedUpdater(app);
  const started = await startCore({
    dataDir: join(app.getPath('userData'), 'data'),
    facts: { version: app.getVersion(), host: 'electron', platform: platformOf(process.platform) },
    clock: systemClock,
    keychain: await openKeychain(loadKeytar),
    emit: (name, payload) => {
      tellWindow(window, name, payload);
    },
    openOutside,
    routes: systemRoutes(session.defaultSession),
    random: Math.random,
    updates: {
      updater,
      policy: readPolicy(policyPath(process.platform, process.env)),
      environment: process.env['GANGWAY_UPDATE_FEED'],
      install: () => {
        installing = true;
        app.quit();
      },
    },
    begin: options.practice ? 'practice' : 'last',
    // The installed app begins at Welcome; a developer's start lands in the practice workspace.
    practiceWhereNew: !app.isPackaged,
    assets: {
      migrations: join(here, 'migrations'),
      samples: join(here, 'samples'),
      report: reportPartsOfBuild(here),
    },
  });
  if (!started.ok) {
    dialog.showErrorBox('Gangway cannot open its data', started.error.message);
    app.exit(1);
    return;
  }
  core = started.core;
  const running = started.core;

  denyPermissions(session.defaultSession);
  serveAppPages(session.defaultSession, join(here, '..', 'renderer'), () => core);
  handleCalls(ipcMain, () => window, running.route);
  setMenu(process.platform);
  window = openAppWindow(join(here, '..', 'preload', 'index.cjs'));
  window.on('closed', () => {
    window = null;
  });
}

/** Settles what is under way. A fault in that is noted and does not keep the person from quitting. */
async function settle(): Promise<void> {
  const running = core;
  core = null;
  try {
    await running?.stop();
  } catch (error) {
    running?.log.write('not_settled', { error: error instanceof Error ? error.name : 'unknown' });
  }
}

/** Ends the app once all is settled, by way of an update where the person asked for one. */
function leave(): void {
  if (installing && updater !== null) updater.installAndRestart();
  else app.quit();
}

/** An app without a window would only keep the next start from opening one. */
function cannotStart(error: unknown): void {
  const detail = error instanceof Error ? error.message : 'unknown';
  dialog.showErrorBox('Gangway cannot start', `Nothing handed over is lost. Try again. (${detail})`);
  app.exit(1);
}
