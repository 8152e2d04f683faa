import type { Database } from 'better-sqlite3';

/**
 * Commits without waiting for the disk. A power cut can take back such a commit, whole and with those after it, so it is
 * for work that is then simply still to be done. The next commit that waits, as every other does, brings it to the disk too.
 */
export function unhurried<T>(db: Database, work: () => T): T {
  db.pragma('synchronous = NORMAL');
  try {
    return db.transaction(work).immediate();
  } finally {
    db.pragma('synchronous = FULL');
  }
}
