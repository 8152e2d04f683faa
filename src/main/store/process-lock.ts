import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

/** Takes a workspace's lock for this process; null if another has it. The OS releases it when the process dies. */
export function takeProcessLock(file: string) {
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
  return { release: (): void => void db.close() };
}

/** Removes a database with its logs and journal, as far as they are there. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${suffix}`, { force: true });
}
