import type { Database } from 'better-sqlite3';
import { maxLogPages } from './checkpointer.ts';

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
