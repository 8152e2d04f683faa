import type { UpdateFailure } from '#shared/settings/updates.ts';

export type CheckOutcome =
  | { kind: 'newest' }
  | { kind: 'newer'; version: string }
  | { kind: 'failed'; failure: UpdateFailure };

export type DownloadOutcome = { kind: 'fetched' } | { kind: 'failed'; failure: UpdateFailure };

/** Updates the installed app. A fetched update is installed after the app has quit. */
export interface Updater {
  /** Looks at that address whether there is a newer version. Downloads nothing. */
  check(feed: string): Promise<CheckOutcome>;
  /** Fetches what the last check found and makes sure that it is what was announced. */
  download(onProgress: (percent: number) => void): Promise<DownloadOutcome>;
  /** Installs what was fetched and starts the app again. Ends the app: everything has to be settled before. */
  installAndRestart(): void;
}
