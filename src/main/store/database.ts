import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { backUpNow, latestBackup, listBackups, restoreBackup, type Backup } from './backup.ts';
import { lastLeftSound, noteChecked } from './check-note.ts';
import { longestLogPages } from './checkpointer.ts';
import { migrate, schemaNumber, type Migration } from './migrations.ts';

/** Why a database cannot be used. The file is left as it is. */
export type DatabaseProblem =
  | { kind: 'newer_version' }
  | { kind: 'cannot_write'; detail: string }
  | { kind: 'in_use'; detail: string }
  | { kind: 'not_durable'; detail: string }
  /** A part of the file is not what was written there. */
  | { kind: 'damaged'; detail: string };

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
      moveAsideAndRestore(file, newest, clock);
      look = lookAt(file, newest, clock.wall());
      if (look === 'damaged') throw new Error('The restored copy is damaged too.');
    }
    if (look === 'newer') return { ok: false, problem: { kind: 'newer_version' } };
    return prepare(file, migrations, clock);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    if (problem.kind === 'damaged') noteSuspect(file);
    return { ok: false, problem };
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
/** How far a file is read: no further than its schema, through, or through and each index against its table. */
type Depth = 'schema' | 'quick' | 'every_page';

/**
 * Looks at a file without changing it, reading it through unless it lies as it was left in order. Only where it cannot be read so (a journal of an interrupted first start wants to
 * be rolled back) is it opened for writing, which would bring a -wal into the file and delete it at the end.
 */
function lookAt(file: string, newest: number, now: number): Look {
  if (!existsSync(file)) return latestBackup(file) === null ? 'sound' : 'damaged';
  const suspect = existsSync(suspectNote(file));
  const depth = suspect ? 'every_page' : lastLeftSound(file, now) ? 'schema' : 'quick';
  const look = lookBothWays(file, newest, depth);
  if (look === 'sound' && depth !== 'schema') noteChecked(file, now);
  if (look === 'sound' && suspect) rmSync(suspectNote(file), { force: true });
  return look;
}

function lookBothWays(file: string, newest: number, depth: Depth): Look {
  try {
    return lookInside(file, newest, depth, true);
  } catch (error) {
    if (isDamage(error)) return 'damaged';
  }
  try {
    return lookInside(file, newest, depth, false);
  } catch (error) {
    if (isDamage(error)) return 'damaged';
    throw error;
  }
}

function lookInside(file: string, newest: number, depth: Depth, readonly: boolean): Look {
  const db = new SqliteDatabase(file, { readonly, timeout: lockTimeoutMs });
  try {
    const findings = findingsOf(db, depth);
    const schema = schemaNumber(db);
    if (findings !== 'ok' || (schema === 0 && latestBackup(file) !== null)) return 'damaged';
    return schema > newest ? 'newer' : 'sound';
  } finally {
    db.close();
  }
}

function findingsOf(db: Database, depth: Depth): unknown {
  switch (depth) {
    case 'schema':
      return 'ok';
    case 'quick':
      return db.pragma('quick_check(1)', { simple: true });
    case 'every_page':
      return db.pragma('integrity_check(1)', { simple: true });
  }
}

/** Beside a database that was found damaged while it was open, until it was read through. */
function suspectNote(file: string): string {
  return `${file}.suspect`;
}

/** A damaged part was met while the file was open: however it is left, the next opening reads all of it. */
export function noteSuspect(file: string): void {
  writeFileSync(suspectNote(file), '', { mode: 0o600, flush: true });
}

/** The newest copy that can take a database's place; null where there is none that is sound. */
export function newestSoundBackup(file: string, newest: number): Backup | null {
  return (
    listBackups(file).find((backup) => {
      const look = lookBothWays(backup.file, newest, 'quick');
      for (const suffix of ['-wal', '-shm']) rmSync(`${backup.file}${suffix}`, { force: true });
      return look !== 'damaged';
    }) ?? null
  );
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

function moveAsideAndRestore(file: string, newest: number, clock: Clock): void {
  const backup = newestSoundBackup(file, newest);
  const movedTo = `${file}.damaged-${clock.wall()}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${movedTo}${suffix}`);
  }
  // Noted before the copy is there, so that it is never taken for the database that it stands in for.
  const restored: RestoredCopy = { movedTo, backupAt: backup?.at ?? null };
  writeFileSync(restoreNote(file), JSON.stringify(restored), { mode: 0o600, flush: true });
  if (backup !== null) restoreBackup(backup, file);
  rmSync(suspectNote(file), { force: true });
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
    return isDamage(error) ? { kind: 'damaged', detail: error.code } : null;
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
