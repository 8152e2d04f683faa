import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { z } from 'zod';
import { latestBackup } from './backup.ts';
import { lastLeftSound, noteChecked } from './check-note.ts';
import { isDamage } from './damage.ts';
import { derivedTables } from './derived-tables.ts';
import { migrate, type Migration } from './migrations.ts';
import { readSchema, schemaNumber } from './schema.ts';

/** Even a slow computer checks a smaller file in well under a second. */
const longToRead = 16 * 1024 * 1024;

export const lockTimeoutMs = 2000;

/** The state of a file. `derived`: only data that can be rebuilt from the rows is damaged. `older`: no migration begins at its schema. */
export const integrityFinding = z.enum(['sound', 'derived', 'damaged', 'newer', 'older']);
export type IntegrityFinding = z.infer<typeof integrityFinding>;

/** `unread`: the schema is right, and the file is too large to check before it is opened. */
export const firstFinding = z.enum([...integrityFinding.options, 'unread']);
export type FirstFinding = z.infer<typeof firstFinding>;

export interface Shape {
  migrations: readonly Migration[];
  /** Whether the rows of an up-to-date database are unaltered; absent if they are checked when used. */
  isSound?: (db: Database) => boolean;
}

/** `every_page` also compares each index with its table. */
type Depth = 'schema' | 'quick' | 'every_page';

/**
 * Checks a file without changing it. One that was closed in order gets a schema check only; a large one that is not known
 * to be damaged is left to {@link checkWhileOpen}, so that nobody waits. It is opened for writing, which would merge and
 * delete a -wal, only if it cannot be read otherwise (the journal of an interrupted first start has to be rolled back).
 */
export function checkIntegrity(file: string, shape: Shape, now: number): FirstFinding {
  if (!existsSync(file)) return latestBackup(file) === null ? 'sound' : 'damaged';
  if (existsSync(suspectMark(file))) return checkThoroughly(file, shape, now);
  const left = lastLeftSound(file, now);
  if (!left && getSize(file) < longToRead) return checkThoroughly(file, shape, now);
  const finding = checkWithFallback(file, shape, 'schema');
  return finding === 'sound' && !left ? 'unread' : finding;
}

/** Whether a file is marked as suspect and so large that it is checked in the background. */
export const isLongToRepair = (file: string): boolean =>
  existsSync(suspectMark(file)) && getSize(file) >= longToRead;

/** Checks all of a file in use. May take minutes, so it runs in a thread of its own. */
export const checkWhileOpen = (file: string, shape: Shape): IntegrityFinding =>
  checkWithFallback(file, shape, 'every_page');

function checkThoroughly(file: string, shape: Shape, now: number): IntegrityFinding {
  const finding = checkWithFallback(file, shape, 'every_page');
  if (finding === 'sound') {
    noteChecked(file, now);
    clearSuspect(file);
  }
  return finding;
}

const getSize = (file: string): number =>
  [file, `${file}-wal`].reduce((sum, one) => sum + (existsSync(one) ? statSync(one).size : 0), 0);

/** Checks a copy that is to take a file's place, without its indexes. */
export const checkCopy = (file: string, shape: Shape): IntegrityFinding =>
  checkWithFallback(file, shape, 'quick');

function checkWithFallback(file: string, shape: Shape, depth: Depth): IntegrityFinding {
  try {
    return checkContents(file, shape, depth, true);
  } catch (error) {
    if (isDamage(error)) return 'damaged';
  }
  try {
    return checkContents(file, shape, depth, false);
  } catch (error) {
    if (isDamage(error)) return 'damaged';
    throw error;
  }
}

function checkContents(
  file: string,
  { migrations, isSound }: Shape,
  depth: Depth,
  readonly: boolean,
): IntegrityFinding {
  const db = new SqliteDatabase(file, { readonly, timeout: lockTimeoutMs });
  try {
    const findings = getFindings(db, depth);
    const number = schemaNumber(db);
    const newest = migrations.at(-1)?.number ?? 0;
    const oldest = migrations[0]?.number ?? 0;
    if (number === 0 && latestBackup(file) !== null) return 'damaged';
    if (findings.length === 0 && number === newest && isSound?.(db) === false) return 'damaged';
    if (findings.length === 0 && number === newest && depth === 'schema') return 'sound';
    const asNewest = isMadeBy(db, migrations);
    if (findings.length > 0)
      return (asNewest || number === newest) && findings.every(isOfDerived(db)) ? 'derived' : 'damaged';
    if (number > newest) return asNewest ? 'derived' : 'newer';
    if (number > 0 && number < oldest) return asNewest ? 'derived' : 'older';
    return asNewest === (number === newest) ? 'sound' : 'derived';
  } finally {
    db.close();
  }
}

const maxFindings = 100;
const lines = z.array(z.string());

function getFindings(db: Database, depth: Depth): string[] {
  if (depth === 'schema') return [];
  const check = depth === 'quick' ? 'quick_check' : 'integrity_check';
  const found = lines.parse(db.prepare(`PRAGMA ${check}(${maxFindings})`).pluck().all());
  const findings = found.flatMap((text) => text.split('\n')).filter((line) => !line.startsWith('***'));
  return findings.length === 1 && findings[0] === 'ok' ? [] : findings;
}

const trees = z.array(z.object({ type: z.string(), name: z.string(), rootpage: z.number() }));

/** Whether a line of SQLite's integrity check concerns only data that can be rebuilt. */
function isOfDerived(db: Database): (finding: string) => boolean {
  const derived = new Set<string>();
  const made = trees.parse(db.prepare('SELECT type, name, rootpage FROM sqlite_schema').all());
  for (const { type, name, rootpage } of made) {
    if (type !== 'index' && !derivedTables.has(name) && !name.startsWith('search_')) continue;
    derived.add(name);
    derived.add(String(rootpage));
  }
  // Pages that nothing refers to are no part of any table, and the one full-text index is the search's.
  const ofNoRow = /^(?:Page \d+: never used|Freelist: |Main freelist: |fts5: |.*FTS5 table main\.search)/;
  const named =
    /^(?:Tree (\d+) |(?:row \d+ missing from|rowid \d+ .*|wrong # of entries in|non-unique entry in) index (\S+))/;
  return (finding) => {
    if (ofNoRow.test(finding)) return true;
    const [, tree, index] = named.exec(finding) ?? [];
    const name = tree ?? index;
    return name !== undefined && derived.has(name);
  };
}

/** Schemas by the SQL of their migrations, so that each is made once in a process. */
const made = new Map<string, string>();

/** Whether the schema is the one that these migrations make, see {@link normalizeSql}. */
function isMadeBy(db: Database, migrations: readonly Migration[]): boolean {
  const key = migrations.map(({ sql }) => sql).join('\n');
  const statements = made.get(key) ?? makeSchema(migrations);
  made.set(key, statements);
  return statements === readSchema(db);
}

function makeSchema(migrations: readonly Migration[]): string {
  const db = new SqliteDatabase(':memory:');
  try {
    migrate(db, migrations);
    return readSchema(db);
  } finally {
    db.close();
  }
}

/** Exists beside a database that was found damaged while open, until it is checked. */
const suspectMark = (file: string): string => `${file}.suspect`;

/** Makes the next opening check all of a file, however it is left. */
export function markSuspect(file: string): void {
  writeFileSync(suspectMark(file), '', { mode: 0o600, flush: true });
}

export function clearSuspect(file: string): void {
  rmSync(suspectMark(file), { force: true });
}
