import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import { isLoopbackHost } from '#shared/base/base-url.ts';
import { createLibraryUpdater } from '../updates/library-updater.ts';
import type { Updater } from '../updates/updates.ts';

/** Whether this copy can replace itself: not a developer's start, not an unpacked folder. */
function canReplaceItself(app: App): boolean {
  if (!app.isPackaged) return false;
  if (process.platform !== 'linux') return true;
  if (process.env['APPIMAGE'] !== undefined) return true;
  return existsSync(join(process.resourcesPath, 'package-type'));
}

function mayFetch(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}

/** The installed app's updater; null where there is none. The library is loaded with the first check. */
export function installedUpdater(app: App): Updater | null {
  if (!canReplaceItself(app)) return null;
  let loading: Promise<Updater> | null = null;
  let install: () => void = () => app.quit();
  async function load(): Promise<Updater> {
    const { autoUpdater } = await import('electron-updater');
    autoUpdater.netSession.webRequest.onBeforeRequest(({ url }, decide) => {
      decide({ cancel: !mayFetch(url) });
    });
    const updater = createLibraryUpdater(autoUpdater);
    install = () => {
      autoUpdater.once('error', () => app.quit());
      updater.installAndRestart();
      // Squirrel ends the app itself; elsewhere the app has to end in any case.
      if (process.platform !== 'darwin') app.quit();
    };
    return updater;
  }
  const library = () => (loading ??= load());
  return {
    check: async (feed) => (await library()).check(feed),
    download: async (onProgress) => (await library()).download(onProgress),
    installAndRestart: () => install(),
  };
}
