import type { UpdateFailure } from '#shared/settings/updates.ts';

export type CheckOutcome =
  | { kind: 'newest' }
  | { kind: 'newer'; version: string }
  | { kind: 'failed'; failure: UpdateFailure };

export type DownloadOutcome = { kind: 'fetched' } | { kind: 'failed'; failure: UpdateFailure };

/** Updates the installed app. A downloaded update is installed after the app has quit. */
export interface Updater {
  check(feed: string): Promise<CheckOutcome>;
  /** Downloads and verifies the update of the last check. */
  download(onProgress: (percent: number) => void): Promise<DownloadOutcome>;
  /** Installs the downloaded update and restarts the app, which has to be settled before. */
  installAndRestart(): void;
}
