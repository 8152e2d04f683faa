import { join } from 'node:path';
import { app, dialog, ipcMain, session, type BrowserWindow } from 'electron';
import { z } from 'zod';
import { getErrorName } from '#shared/base/error-name.ts';
import type { AppPlace } from '#shared/settings/place.ts';
import { systemClock } from './clock.ts';
import { startCore, type Core, type StartedCore } from './app/core.ts';
import { createCrashPolicy } from './desktop/crash-policy.ts';
import { parseLaunchArgs, parseDeepLink, type LaunchRequest } from './desktop/launch-args.ts';
import { createUncaughtExceptionHandler, uncaughtExceptionMessage } from './desktop/uncaught-exception.ts';
import { createGracefulShutdown } from './desktop/graceful-shutdown.ts';
import { createStartupRetry, type StartupRetry } from './app/startup-retry.ts';
import { createWindowBoundsStore } from './desktop/window-bounds.ts';
import { bringUp, openAppWindow } from './electron/app-window.ts';
import { notifyOfQueue, notifyOfResults } from './electron/notifications.ts';
import { registerAppScheme, serveAppPages } from './electron/app-protocol.ts';
import { createDesktop } from './electron/desktop.ts';
import { readStartOptions } from './electron/start-options.ts';
import { denyPermissions, hardenWebContents, openOutside, showFolder } from './electron/hardening.ts';
import { handleCalls, sendToWindow } from './electron/ipc-adapter.ts';
import { loginSwitch } from './electron/opening-at-login.ts';
import { popUpMenus, offerJumpList } from './electron/menu.ts';
import { askAboutQuitting, endWithSession, quitInOrder } from './electron/quit.ts';
import { systemProxies } from './electron/system-proxies.ts';
import { installedUpdater } from './electron/updater.ts';
import { lookAfterWindow } from './electron/window-troubles.ts';
import { createKeychain, type Keychain } from './keychain/keychain.ts';
import { loadKeytar } from './keychain/keytar-library.ts';
import { toPlatform } from './platform.ts';
import { administratorFiles, policyPath, readPolicy } from './updates/policy.ts';
import type { Updater } from './updates/updates.ts';
import { assetsOfBuild } from './app/assets.ts';

const here = import.meta.dirname;
const options = readStartOptions(process.argv);
if (options.dataDir !== null) app.setPath('userData', options.dataDir);

const platform = toPlatform(process.platform);
const crashes = createCrashPolicy(systemClock);
const secondStart = z.object({ words: z.array(z.string()) });
const thirdPartyNoticeLists = [
  join(here, 'licenses.json.gz'),
  join(here, '..', 'preload', 'licenses.json.gz'),
  join(here, '..', 'renderer', 'licenses.json.gz'),
];

let window: BrowserWindow | null = null;
let endBounds = (): void => undefined;
let startupRetry: StartupRetry | null = null;
/** Whether a window's pages and calls are served, so that it may be opened. */
let canShow = false;
let updater: Updater | null = null;
let installing = false;
/** The request that came before Gangway's data was open. */
let early: LaunchRequest = { request: null, unreadable: false };

const core = () => startupRetry?.core() ?? null;
const desktop = createDesktop({ platform, core, window: () => window, showWindow });
/** Stops everything; Electron closes the window only later, when its place can no longer be saved. */
async function stopAll(graceMs: number): Promise<void> {
  desktop.stop();
  endBounds();
  canShow = false;
  await core()?.stop(graceMs);
}

const gracefulShutdown = createGracefulShutdown({
  clock: systemClock,
  underWay: () => core()?.underWay() ?? 0,
  setSuspended: (on) => core()?.setSuspended('quitting', on),
  whenIdle: (withinMs) => core()?.whenIdle(withinMs) ?? Promise.resolve(true),
  async ask(underWay, signal) {
    const choice = await askAboutQuitting(underWay, signal);
    if (choice === 'stay') {
      installing = false;
      showWindow();
    }
    return choice;
  },
  stop: stopAll,
  leave,
  onFault: (error) => core()?.log.write('not_settled', { error: getErrorName(error) }),
});

const notTaken = createUncaughtExceptionHandler({
  clock: systemClock,
  handleCorruption: (error) => core()?.handleCorruption(error) ?? false,
  write: (event, detail) => core()?.log.write(event, detail),
  stop: stopAll,
  showError: () => dialog.showErrorBox(uncaughtExceptionMessage.title, uncaughtExceptionMessage.detail),
  leave: () => app.exit(1),
});
process.on('uncaughtException', notTaken);
process.on('unhandledRejection', notTaken);

// Windows shows notifications only for the name in the installer's shortcut.
if (platform === 'windows') app.setAppUserModelId('app.gangway.desktop');
registerAppScheme();
app.enableSandbox();
hardenWebContents(app);

if (app.requestSingleInstanceLock({ words: process.argv })) {
  app.on('second-instance', (_event, argv, _folder, handed) => {
    // Chromium reorders the words of a second start; `handed` has them as written.
    const { data } = secondStart.safeParse(handed);
    handleLaunch(parseLaunchArgs(data?.words ?? argv));
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    handleLaunch(parseDeepLink(url));
  });
  app.on('activate', showWindow);
  app.on('window-all-closed', () => {
    // On macOS an app goes on without a window until the person quits it.
    if (platform !== 'mac') app.quit();
  });
  quitInOrder(app, gracefulShutdown);
  early = parseLaunchArgs(process.argv);
  void app.whenReady().then(start).catch(cannotStart);
} else {
  app.quit();
}

async function start(): Promise<void> {
  // Not awaited: the person may have to unlock it, and has to see what for.
  const keychain = createKeychain(loadKeytar);
  updater = installedUpdater(app);
  const facts = { version: app.getVersion(), host: 'electron', platform } as const;
  const dataFolder = join(app.getPath('userData'), 'data');
  startupRetry = createStartupRetry({
    open: () => openData(facts, dataFolder, keychain),
    onOpen: opened,
    host: {
      facts,
      get keychain() {
        return keychain.status;
      },
    },
    dataFolder,
    showFolder,
    thirdPartyNoticeLists,
  });
  await startupRetry.begin();

  denyPermissions(session.defaultSession);
  serveAppPages(session.defaultSession, join(here, '..', 'renderer'), core);
  handleCalls(ipcMain, () => window, startupRetry.call);
  desktop.begin();
  endWithSession(gracefulShutdown);
  offerJumpList(platform, showPlace);
  // Other systems read it from the installed app's description.
  if (platform === 'windows' && app.isPackaged) app.setAsDefaultProtocolClient('gangway');
  canShow = true;
  openWindow();
}

function openData(facts: Core['facts'], dataFolder: string, keychain: Keychain): Promise<StartedCore> {
  return startCore({
    dataDir: dataFolder,
    facts,
    clock: systemClock,
    keychain,
    emit: (name, payload) => {
      sendToWindow(window, name, payload);
      desktop.heard(name);
    },
    notify: (news) => notifyOfResults(news, showPlace),
    notifyOfQueue: (news) => notifyOfQueue(news, showPlace),
    openOutside,
    showFolder,
    showMenu: platform === 'mac' ? null : (at) => popUpMenus(window, at),
    thirdPartyNoticeLists,
    openAtLogin: loginSwitch(app, platform),
    proxies: systemProxies(session.defaultSession),
    random: Math.random,
    ...administratorFiles(process.platform),
    updates: {
      updater,
      policy: readPolicy(policyPath(process.platform)),
      environment: process.env['GANGWAY_UPDATE_FEED'],
      install: () => {
        installing = true;
        app.quit();
      },
    },
    begin: options.practice ? 'practice' : 'last',
    // The installed app starts at Welcome, a developer's in the practice workspace.
    practiceWhereNew: !app.isPackaged,
    assets: assetsOfBuild(here),
  });
}

function opened(running: Core): void {
  desktop.opened(running);
  handleLaunch(early);
}

function openWindow(): void {
  const stored = core()?.stored ?? null;
  const { window: made, endBounds: end } = openAppWindow(
    join(here, '..', 'preload', 'index.cjs'),
    stored === null ? null : createWindowBoundsStore(stored),
  );
  window = made;
  endBounds = end;
  lookAfterWindow(
    made,
    crashes,
    () => core()?.log ?? null,
    () => app.quit(),
  );
  made.on('session-end', () => gracefulShutdown.sessionEnds());
  made.on('closed', () => {
    window = null;
  });
}

function showWindow(): void {
  if (window !== null) bringUp(window);
  else if (canShow) openWindow();
}

function showPlace(place: AppPlace): void {
  handleLaunch({ request: { kind: 'place', place }, unreadable: false });
}

function handleLaunch({ request, unreadable }: LaunchRequest): void {
  const running = core();
  if (running === null) {
    early = { request: request ?? early.request, unreadable };
  } else {
    if (unreadable) running.log.write('link_not_read');
    if (request !== null) running.requests.ask(request);
  }
  showWindow();
}

/** Ends the app once everything is saved, installing an update if the person chose to. */
function leave(): void {
  if (installing && updater !== null) updater.installAndRestart();
  else app.quit();
}

/** Exits: an app without a window would keep the next start from opening one. */
function cannotStart(error: unknown): void {
  const detail = error instanceof Error ? error.message : 'unknown';
  dialog.showErrorBox('Gangway cannot start', `Nothing already queued is lost. Try again. (${detail})`);
  app.exit(1);
}
