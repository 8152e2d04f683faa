import { existsSync, statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { Clock, Timer } from '../clock.ts';

const lookEveryMs = 5 * 60 * 1000;
const largeLog = 4 * 1024 * 1024;

/** Maximum log size before a commit checkpoints it, in pages of 4 KiB. A checkpoint has to stay under 50 ms. */
export const maxLogPages = 2000;

/** Brings what is committed from the log file into the database from time to time, so that no enqueue has to wait for it. */
export function startCheckpointer(
  db: Database,
  file: string,
  clock: Clock,
  onFault: (error: unknown) => void,
) {
  let timer: Timer = clock.after(lookEveryMs, look);

  function look(): void {
    timer = clock.after(lookEveryMs, look);
    try {
      const log = `${file}-wal`;
      if (existsSync(log) && statSync(log).size > largeLog) db.pragma('wal_checkpoint(RESTART)');
    } catch (error) {
      onFault(error);
    }
  }

  return { stop: (): void => timer.cancel() };
}

/** Maximum log size before a bulk commit checkpoints it, in pages of 4 KiB; shorter steps than for other commits. */
const bulkLogPages = 500;

/**
 * Commits without waiting for the disk. A power cut can take back such a commit, whole and with those after it, so it is
 * for work that is then simply still to be done. The next commit that waits, as every other does, brings it to the disk too.
 * @param logPages from what size on the log file comes in with this commit, in pages; 0 for never, which leaves it to the next
 */
export function withRelaxedDurability<T>(db: Database, work: () => T, logPages = bulkLogPages): T {
  db.pragma('synchronous = NORMAL');
  db.pragma(`wal_autocheckpoint = ${logPages}`);
  try {
    return db.transaction(work).immediate();
  } finally {
    db.pragma(`wal_autocheckpoint = ${maxLogPages}`);
    db.pragma('synchronous = FULL');
  }
}
