import type { AppUpdater } from 'electron-updater';
import { toUpdateFailure } from './failure.ts';
import type { Updater } from './updater.ts';

/** electron-updater, which verifies SHA-512, on Windows also the publisher. It never downgrades. */
export function createLibraryUpdater(library: AppUpdater): Updater {
  library.autoDownload = false;
  library.autoInstallOnAppQuit = true;
  library.autoRunAppAfterInstall = true;
  library.allowPrerelease = false;
  library.allowDowngrade = false;
  library.disableWebInstaller = true;
  library.logger = null;
  // Takes the place of a number that would tell the update service this computer from others.
  library.requestHeaders = { 'x-user-staging-id': 'none' };
  // Each failure is handed back by the call that failed; without a listener the event would end the app.
  library.on('error', () => undefined);
  let onProgress: (percent: number) => void = () => undefined;
  library.on('download-progress', ({ percent }) => {
    onProgress(percent);
  });
  let address: string | null = null;

  return {
    async check(feed) {
      try {
        if (feed !== address) library.setFeedURL({ provider: 'generic', url: feed });
        address = feed;
        const found = await library.checkForUpdates();
        if (found === null || !found.isUpdateAvailable) return { kind: 'newest' };
        return { kind: 'newer', version: found.updateInfo.version };
      } catch (error) {
        return { kind: 'failed', failure: toUpdateFailure(error) };
      }
    },
    async download(progress) {
      onProgress = progress;
      try {
        await library.downloadUpdate();
        return { kind: 'fetched' };
      } catch (error) {
        return { kind: 'failed', failure: toUpdateFailure(error) };
      } finally {
        onProgress = () => undefined;
      }
    },
    installAndRestart() {
      // Without windows of its own: the person has said what they want, and the app starts again afterwards.
      library.quitAndInstall(true, true);
    },
  };
}
