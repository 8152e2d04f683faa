import type { UpdateFailure } from '#shared/updates.ts';

/** What came of looking for an update. */
export type CheckOutcome =
  | { kind: 'newest' }
  | { kind: 'newer'; version: string }
  | { kind: 'failed'; failure: UpdateFailure };

/** What came of fetching one. */
export type DownloadOutcome = { kind: 'fetched' } | { kind: 'failed'; failure: UpdateFailure };

/**
 * Brings the installed app up to date; the part that knows the system. What was fetched is installed when the app has quit in
 * order, without a further word.
 */
export interface Updater {
  /** Looks at that address whether there is a newer version. Downloads nothing. */
  check(feed: string): Promise<CheckOutcome>;
  /** Fetches what the last check found and makes sure that it is what was announced. */
  download(onProgress: (percent: number) => void): Promise<DownloadOutcome>;
  /** Installs what was fetched and starts the app anew. Ends the app: everything has to be settled before. */
  installAndRestart(): void;
}
