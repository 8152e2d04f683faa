import type { AppUpdater } from 'electron-updater';
import { toUpdateFailure } from './failure.ts';
import type { Updater } from './updates.ts';

/** electron-updater, which verifies SHA-512, on Windows also the publisher. It never downgrades. */
export function createLibraryUpdater(library: AppUpdater): Updater {
  library.autoDownload = false;
  library.autoInstallOnAppQuit = true;
  library.autoRunAppAfterInstall = true;
  library.allowPrerelease = false;
  library.allowDowngrade = false;
  library.disableWebInstaller = true;
  library.logger = null;
  // Replaces a number that would identify this computer.
  library.requestHeaders = { 'x-user-staging-id': 'none' };
  // Each call returns its failure; without a listener the event would end the app.
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
      // Silently, and starting the app again.
      library.quitAndInstall(true, true);
    },
  };
}
