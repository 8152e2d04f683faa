import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { backUpNow } from './backup.ts';
import { maxLogPages } from './checkpointer.ts';
import { finishRebuilding, rebuildDerived } from './derived-tables.ts';
import { migrate, type Migration } from './migrations.ts';
import { schemaNumber } from './schema.ts';
import {
  damagedName,
  newestSoundBackup,
  notedRestore,
  putCopyInPlace,
  type RestoredCopy,
} from './restored-copy.ts';
import { DamagedData, isDamage } from './damage.ts';
import {
  lockTimeoutMs,
  checkIntegrity,
  markSuspect,
  type FirstFinding,
  type Shape,
  firstFinding,
  integrityFinding,
} from './integrity.ts';

/** `no_sound_copy`: damaged, without a copy. `ended`: Gangway ended first. `older_version`: no migration begins at its schema. */
export const databaseProblem = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['newer_version', 'older_version', 'no_sound_copy', 'ended']) }),
  z.object({ kind: z.enum(['cannot_write', 'in_use', 'not_durable', 'damaged']), detail: z.string() }),
]);
export type DatabaseProblem = z.infer<typeof databaseProblem>;

export interface SoundDatabase {
  db: Database;
  restored: RestoredCopy | null;
  /** Indexes, the search or sort keys were damaged and rebuilt; nothing is lost. */
  rebuilt: boolean;
  /** Too large to check before opening: {@link checkWhileOpen} has to. */
  unread: boolean;
}
export type OpenedDatabase = ({ ok: true } & SoundDatabase) | { ok: false; problem: DatabaseProblem };

export interface OpeningOptions extends Pick<Shape, 'isSound'> {
  /** The result of {@link repairDatabase}, if it has run already. */
  repaired?: RepairResult | null;
}

/**
 * Opens a database: WAL, an fsync at every commit, foreign keys, checked for damage, migrated. A damaged file is moved
 * aside with its -wal and -shm, never deleted, and the last backup takes its place. A missing or empty file counts as
 * damaged if there is a backup. Damaged data that derives from the rows is rebuilt. `isSound`: see {@link Shape}.
 */
export function openDatabase(
  file: string,
  migrations: readonly Migration[],
  clock: Clock,
  { repaired = null, ...known }: OpeningOptions = {},
): OpenedDatabase {
  try {
    const { finding, rebuilt } = repaired ?? repairDatabase(file, { migrations, ...known }, clock.wall());
    if (finding === 'damaged') throw new DamagedData('The restored copy is damaged too.');
    if (finding === 'newer') return { ok: false, problem: { kind: 'newer_version' } };
    if (finding === 'older') return { ok: false, problem: { kind: 'older_version' } };
    return prepare(file, migrations, { rebuilt, unread: finding === 'unread' }, clock);
  } catch (error) {
    const problem = toProblem(error);
    if (problem === null) throw error;
    if (problem.kind === 'damaged') markSuspect(file);
    return { ok: false, problem };
  }
}

export type RepairResult = ReturnType<typeof repairDatabase>;

/** Checks and repairs a file: the first half of {@link openDatabase}, slow for a file marked as suspect. */
export function repairDatabase(file: string, shape: Shape, now: number) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  finishRebuilding(file);
  let finding = checkIntegrity(file, shape, now);
  const rebuilt = finding === 'derived';
  if (rebuilt) finding = checkAfterRebuilding(file, shape, now);
  if (finding === 'damaged') {
    putCopyInPlace(file, newestSoundBackup(file, shape), damagedName(file, now));
    finding = checkIntegrity(file, shape, now);
    if (finding === 'derived') finding = checkAfterRebuilding(file, shape, now);
  }
  return { finding, rebuilt };
}

/** `damaged` if the rows cannot be read either. */
function checkAfterRebuilding(file: string, shape: Shape, now: number): FirstFinding {
  try {
    rebuildDerived(file, damagedName(file, now), shape.migrations);
  } catch (error) {
    const problem = toProblem(error);
    if (problem !== null && problem.kind !== 'damaged') throw error;
    return 'damaged';
  }
  return checkIntegrity(file, shape, now);
}

function prepare(
  file: string,
  migrations: readonly Migration[],
  found: Pick<SoundDatabase, 'rebuilt' | 'unread'>,
  clock: Clock,
): OpenedDatabase {
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
    return { ok: true, db, restored: notedRestore(file), ...found };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Sets and verifies power-safe commits: file systems may refuse WAL, and better-sqlite3 has synchronous=NORMAL in WAL. */
function makeDurable(db: Database): string | null {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('checkpoint_fullfsync = ON');
  db.pragma(`wal_autocheckpoint = ${maxLogPages}`);
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  const journal: unknown = db.pragma('journal_mode', { simple: true });
  const synchronous: unknown = db.pragma('synchronous', { simple: true });
  if (journal !== 'wal') return `journal_mode is ${String(journal)}`;
  if (synchronous !== 2) return `synchronous is ${String(synchronous)}`;
  return null;
}

function restrictToOwner(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(`${file}${suffix}`)) chmodSync(`${file}${suffix}`, 0o600);
  }
}

/** The problem behind a failed write or open; null if only a bug explains it. */
export function toProblem(error: unknown): DatabaseProblem | null {
  if (error instanceof DamagedData) return { kind: 'damaged', detail: error.message };
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
    if (/^(EACCES|EROFS|ENOSPC|EPERM|ENOTDIR|EEXIST|EDQUOT|ENOENT|EMFILE|ENFILE)$/.test(error.code)) {
      return { kind: 'cannot_write', detail: error.code };
    }
  }
  return null;
}

/** A task for the integrity thread: to check a database in use, or to repair one that is not. */
export const integrityTask = z.object({
  file: z.string(),
  /** The folder of the migrations that made it. */
  migrations: z.string(),
  work: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('check') }),
    z.object({ kind: z.literal('repair'), now: z.number() }),
  ]),
});
export type IntegrityTask = z.infer<typeof integrityTask>;

const repaired = z.object({ finding: firstFinding, rebuilt: z.boolean() }) satisfies z.ZodType<RepairResult>;

export const integrityAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checked'), finding: integrityFinding }),
  z.object({ kind: z.literal('repaired'), repaired }),
  z.object({ kind: z.literal('problem'), problem: databaseProblem }),
]);
export type IntegrityAnswer = z.infer<typeof integrityAnswer>;
