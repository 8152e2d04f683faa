import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import type { Clock } from '../clock.ts';
import { backUpNow, latestBackup, restoreBackup } from './backup.ts';
import { migrate, schemaNumber, type Migration } from './migrations.ts';

/** Why a database cannot be used. The file is left as it is. */
export type DatabaseProblem =
  | { kind: 'newer_version' }
  | { kind: 'cannot_write'; detail: string }
  | { kind: 'in_use'; detail: string }
  | { kind: 'not_durable'; detail: string };

export type OpenedDatabase =
  { ok: true; db: Database; restored: RestoredCopy | null } | { ok: false; problem: DatabaseProblem };

/** A damaged file was moved aside. `backupAt` says how old the copy is that took its place; null where there was none. */
export interface RestoredCopy {
  movedTo: string;
  backupAt: number | null;
}

/**
 * Opens a database for keeps: WAL, an fsync at every commit, foreign keys, checked for damage, brought up to date.
 * A damaged file is moved aside with its -wal and -shm, never deleted, and the last backup takes its place.
 */
export function openDatabase(file: string, migrations: readonly Migration[], clock: Clock): OpenedDatabase {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const opened = openChecked(file);
    if (opened.damaged) {
      const restored = moveAsideAndRestore(file, clock);
      const again = openChecked(file);
      if (again.damaged) throw new Error('The restored copy is damaged too.');
      return prepare(again.db, file, migrations, clock, restored);
    }
    return prepare(opened.db, file, migrations, clock, null);
  } catch (error) {
    const problem = problemOf(error);
    if (problem !== null) return { ok: false, problem };
    throw error;
  }
}

function prepare(
  db: Database,
  file: string,
  migrations: readonly Migration[],
  clock: Clock,
  restored: RestoredCopy | null,
): OpenedDatabase {
  try {
    const newest = migrations.at(-1)?.number ?? 0;
    const current = schemaNumber(db);
    if (current > newest) {
      db.close();
      return { ok: false, problem: { kind: 'newer_version' } };
    }
    const notDurable = makeDurable(db);
    if (notDurable !== null) {
      db.close();
      return { ok: false, problem: { kind: 'not_durable', detail: notDurable } };
    }
    if (current > 0 && current < newest) backUpNow(db, file, clock.wall());
    migrate(db, migrations);
    restrictToOwner(file);
    return { ok: true, db, restored };
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Sets what keeps a commit through a power cut, and reads it back: some file systems do not grant WAL, and
 * better-sqlite3 is built with synchronous=NORMAL in WAL (its docs/performance.md).
 */
function makeDurable(db: Database): string | null {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('checkpoint_fullfsync = ON');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  const journal: unknown = db.pragma('journal_mode', { simple: true });
  const synchronous: unknown = db.pragma('synchronous', { simple: true });
  if (journal !== 'wal') return `journal_mode is ${String(journal)}`;
  if (synchronous !== 2) return `synchronous is ${String(synchronous)}`;
  return null;
}

function openChecked(file: string): { damaged: false; db: Database } | { damaged: true } {
  let db: Database | null = null;
  try {
    db = new SqliteDatabase(file, { timeout: 2000 });
    const findings: unknown = db.pragma('quick_check(1)', { simple: true });
    if (findings === 'ok') return { damaged: false, db };
    db.close();
    return { damaged: true };
  } catch (error) {
    db?.close();
    if (isDamage(error)) return { damaged: true };
    throw error;
  }
}

function moveAsideAndRestore(file: string, clock: Clock): RestoredCopy {
  const movedTo = `${file}.damaged-${clock.wall()}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${movedTo}${suffix}`);
  }
  const backup = latestBackup(file);
  if (backup !== null) restoreBackup(backup, file);
  return { movedTo, backupAt: backup?.at ?? null };
}

function restrictToOwner(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(`${file}${suffix}`)) chmodSync(`${file}${suffix}`, 0o600);
  }
}

function isDamage(error: unknown): boolean {
  return (
    error instanceof SqliteDatabase.SqliteError &&
    (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB')
  );
}

/** What a failed write or open means for the person; null where only a bug explains it. */
export function problemOf(error: unknown): DatabaseProblem | null {
  if (error instanceof SqliteDatabase.SqliteError) {
    if (error.code.startsWith('SQLITE_BUSY') || error.code.startsWith('SQLITE_LOCKED')) {
      return { kind: 'in_use', detail: error.code };
    }
    if (/^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|PERM)/.test(error.code)) {
      return { kind: 'cannot_write', detail: error.code };
    }
    return null;
  }
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    if (['EACCES', 'EROFS', 'ENOSPC', 'EPERM', 'ENOTDIR', 'EEXIST', 'EDQUOT'].includes(error.code)) {
      return { kind: 'cannot_write', detail: error.code };
    }
  }
  return null;
}
