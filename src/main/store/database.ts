import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { backUpNow, latestBackup, restoreBackup } from './backup.ts';
import { lastLeftSound, noteChecked } from './check-note.ts';
import { longestLogPages } from './checkpointer.ts';
import { migrate, schemaNumber, type Migration } from './migrations.ts';

/** Why a database cannot be used. The file is left as it is. */
export type DatabaseProblem =
  | { kind: 'newer_version' }
  | { kind: 'cannot_write'; detail: string }
  | { kind: 'in_use'; detail: string }
  | { kind: 'not_durable'; detail: string };

export type OpenedDatabase =
  { ok: true; db: Database; restored: RestoredCopy | null } | { ok: false; problem: DatabaseProblem };

/** How long another process's short lock is waited for. */
const lockTimeoutMs = 2000;

const restoredCopy = z.object({ movedTo: z.string(), backupAt: z.number().nullable() });
/**
 * A damaged file was moved aside. `backupAt` says how old the copy is that took its place; null where there was none.
 * It is told at every opening until {@link restoreNoted}, however often the app ends in between.
 */
export type RestoredCopy = z.infer<typeof restoredCopy>;

/**
 * Opens a database for keeps: WAL, an fsync at every commit, foreign keys, checked for damage, brought up to date.
 * A damaged file is moved aside with its -wal and -shm, never deleted, and the last backup takes its place. A file that
 * is gone or has lost all it held counts as damaged where there is a backup.
 */
export function openDatabase(file: string, migrations: readonly Migration[], clock: Clock): OpenedDatabase {
  const newest = migrations.at(-1)?.number ?? 0;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    let look = lookAt(file, newest, clock.wall());
    if (look === 'damaged') {
      moveAsideAndRestore(file, clock);
      look = lookAt(file, newest, clock.wall());
      if (look === 'damaged') throw new Error('The restored copy is damaged too.');
    }
    if (look === 'newer') return { ok: false, problem: { kind: 'newer_version' } };
    return prepare(file, migrations, clock);
  } catch (error) {
    const problem = problemOf(error);
    if (problem !== null) return { ok: false, problem };
    throw error;
  }
}

function prepare(file: string, migrations: readonly Migration[], clock: Clock): OpenedDatabase {
  const db = new SqliteDatabase(file, { timeout: lockTimeoutMs });
  try {
    const current = schemaNumber(db);
    const notDurable = makeDurable(db);
    if (notDurable !== null) {
      db.close();
      return { ok: false, problem: { kind: 'not_durable', detail: notDurable } };
    }
    if (current > 0 && current < (migrations.at(-1)?.number ?? 0)) backUpNow(db, file, clock.wall());
    migrate(db, migrations);
    restrictToOwner(file);
    return { ok: true, db, restored: notedRestore(file) };
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
  db.pragma(`wal_autocheckpoint = ${longestLogPages}`);
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  const journal: unknown = db.pragma('journal_mode', { simple: true });
  const synchronous: unknown = db.pragma('synchronous', { simple: true });
  if (journal !== 'wal') return `journal_mode is ${String(journal)}`;
  if (synchronous !== 2) return `synchronous is ${String(synchronous)}`;
  return null;
}

type Look = 'sound' | 'damaged' | 'newer';

/**
 * Looks at a file without changing it, reading it through unless it lies as it was left in order. Only where it cannot be read so (a journal of an interrupted first start wants to
 * be rolled back) is it opened for writing, which would bring a -wal into the file and delete it at the end.
 */
function lookAt(file: string, newest: number, now: number): Look {
  if (!existsSync(file)) return latestBackup(file) === null ? 'sound' : 'damaged';
  const readThrough = !lastLeftSound(file, now);
  const look = lookBothWays(file, newest, readThrough);
  if (look === 'sound' && readThrough) noteChecked(file, now);
  return look;
}

function lookBothWays(file: string, newest: number, readThrough: boolean): Look {
  try {
    return lookInside(file, newest, readThrough, true);
  } catch (error) {
    if (isDamage(error)) return 'damaged';
  }
  try {
    return lookInside(file, newest, readThrough, false);
  } catch (error) {
    if (isDamage(error)) return 'damaged';
    throw error;
  }
}

function lookInside(file: string, newest: number, readThrough: boolean, readonly: boolean): Look {
  const db = new SqliteDatabase(file, { readonly, timeout: lockTimeoutMs });
  try {
    const findings: unknown = readThrough ? db.pragma('quick_check(1)', { simple: true }) : 'ok';
    const schema = schemaNumber(db);
    if (findings !== 'ok' || (schema === 0 && latestBackup(file) !== null)) return 'damaged';
    return schema > newest ? 'newer' : 'sound';
  } finally {
    db.close();
  }
}

/** Beside the database until what follows from a restored copy has been done. */
function restoreNote(file: string): string {
  return `${file}.restored`;
}

function notedRestore(file: string): RestoredCopy | null {
  if (!existsSync(restoreNote(file))) return null;
  try {
    return restoredCopy.parse(JSON.parse(readFileSync(restoreNote(file), 'utf8')));
  } catch {
    // A note that was cut short says still that there was a restore.
    return { movedTo: file, backupAt: latestBackup(file)?.at ?? null };
  }
}

/** What follows from a restored copy has been done: it need not be told again. */
export function restoreNoted(file: string): void {
  rmSync(restoreNote(file), { force: true });
}

function moveAsideAndRestore(file: string, clock: Clock): void {
  const movedTo = `${file}.damaged-${clock.wall()}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${movedTo}${suffix}`);
  }
  const backup = latestBackup(file);
  // Noted before the copy is there, so that it is never taken for the database that it stands in for.
  const restored: RestoredCopy = { movedTo, backupAt: backup?.at ?? null };
  writeFileSync(restoreNote(file), JSON.stringify(restored), { mode: 0o600, flush: true });
  if (backup !== null) restoreBackup(backup, file);
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
    if (
      ['EACCES', 'EROFS', 'ENOSPC', 'EPERM', 'ENOTDIR', 'EEXIST', 'EDQUOT', 'ENOENT'].includes(error.code)
    ) {
      return { kind: 'cannot_write', detail: error.code };
    }
  }
  return null;
}
