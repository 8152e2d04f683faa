import type { AppUpdater } from 'electron-updater';
import type { Updater } from './updates.ts';
import { z } from 'zod';
import type { UpdateFailure } from '#shared/settings/updates.ts';
import { ownMember } from '#shared/base/own-member.ts';

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
  library.on('download-progress', ({ percent }) => onProgress(percent));
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

const thrown = z.looseObject({
  code: z.unknown().optional(),
  statusCode: z.number().optional(),
  domain: z.string().optional(),
  message: z.string().catch(''),
});

const byCode: Record<string, UpdateFailure> = {
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: 'no_list',
  ERR_UPDATER_LATEST_VERSION_NOT_FOUND: 'no_list',
  ERR_UPDATER_NO_FILES_PROVIDED: 'no_list',
  ERR_UPDATER_ZIP_FILE_NOT_FOUND: 'no_list',
  ERR_UPDATER_INVALID_UPDATE_INFO: 'unreadable',
  ERR_UPDATER_INVALID_VERSION: 'unreadable',
  ERR_UPDATER_NO_CHECKSUM: 'damaged',
  ERR_CHECKSUM_MISMATCH: 'damaged',
  ERR_UPDATER_INVALID_SIGNATURE: 'not_trusted',
  ENOSPC: 'no_room',
  EDQUOT: 'no_room',
  EACCES: 'no_room',
  EPERM: 'no_room',
  EROFS: 'no_room',
};

const networkCodes =
  /^(E(CONN(REFUSED|RESET|ABORTED)|TIMEDOUT|PIPE|HOSTUNREACH|NET(UNREACH|DOWN|RESET)|AI_AGAIN)|ENOTFOUND|(CERT|UNABLE|SELF|DEPTH)_.*|ERR_TLS_.*)$/;

export function toUpdateFailure(error: unknown): UpdateFailure {
  const read = thrown.safeParse(error);
  if (!read.success) return 'unknown';
  const { code, domain, message } = read.data;
  const name = typeof code === 'string' ? code : '';
  const known = ownMember(byCode, name);
  if (known !== undefined) return known;
  if (domain === 'SQRLCodeSignatureErrorDomain' || /code signature/i.test(message)) return 'not_trusted';
  const status = read.data.statusCode ?? Number(/\bstatus (\d{3})\b/.exec(message)?.[1] ?? 0);
  if (status >= 500 || status === 429 || status === 408) return 'unreachable';
  if (status === 404 || status === 410) return 'no_list';
  if (status >= 400) return 'refused';
  if (networkCodes.test(name)) return 'unreachable';
  if (/net::ERR_|request timed out|too many redirects/i.test(message)) return 'unreachable';
  return 'unknown';
}
