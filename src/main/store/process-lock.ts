import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

/** Held as long as this process works with a workspace. */
export interface ProcessLock {
  release(): void;
}

/** Takes the lock for one process per workspace; null if held. The OS releases it when the process dies. */
export function takeProcessLock(file: string): ProcessLock | null {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = new SqliteDatabase(file, { timeout: 0 });
  try {
    db.pragma('journal_mode = MEMORY');
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
    chmodSync(file, 0o600);
  } catch (error) {
    db.close();
    if (error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return {
    release: () => {
      db.close();
    },
  };
}
