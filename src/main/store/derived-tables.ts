import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { migrate, type Migration } from './migrations.ts';
import { fillListKeys, keyTableNames } from './list-keys.ts';
import { removeDatabase } from './process-lock.ts';
import { createQueries } from './query.ts';
import { copyWithoutTriggers } from './schema.ts';

// Derived data is rebuilt from the rows, never believed: docs/decisions/damaged-data.md.

/** Tables whose rows can be rebuilt from others; so can the search's own. */
export const derivedTables: ReadonlySet<string> = new Set([
  'search',
  'search_due',
  ...keyTableNames,
  'onboarding',
  'onboarding_standing',
  'onboarding_due',
  'onboarding_stage',
]);

/** Rebuilds the search texts from the rows that lists show, and the sort keys with them. */
export const searchTexts = `
INSERT INTO search_due (kind, subject, title, subtitle, words)
  SELECT 'invite', e.id, e.title, concat_ws(', ', i.contact_name, i.email), concat_ws(' ', i.phone_number, i.vendor_id)
    FROM invite i JOIN entry e ON e.seq = i.entry;
INSERT INTO search_due (kind, subject, title, subtitle, words)
  SELECT 'verification', e.id, COALESCE(v.license_number, v.licensee_name, v.type),
      concat_ws(', ', v.licensee_name, v.license_trade_type), concat_ws(' ', v.license_trade_type, v.type, v.vendor_id)
    FROM verification v JOIN entry e ON e.seq = v.entry;
INSERT INTO search_due (kind, subject, title, subtitle, words)
  SELECT 'vendor', vendor_id, COALESCE(company_name, contact_name, email, vendor_id), COALESCE(contact_name, ''),
      concat_ws(' ', vendor_id, email, phone_number, city_name, state_code, services) FROM vendor;
INSERT INTO search_due (kind, subject, title, subtitle, words)
  SELECT 'document', job_id, COALESCE(title, job_id), COALESCE(document_type, 'Document'),
      concat_ws(' ', job_id, vendor_id) FROM document;`;

/** Marks every known vendor for a recheck. */
export const everySubjectDue =
  'INSERT INTO main.onboarding_due SELECT subject FROM main.known_subject WHERE true ON CONFLICT DO NOTHING;';

const rebuiltFile = (file: string): string => `${file}.rebuilt`;

/** Puts a rebuilt database in place if the app ended before that. */
export function finishRebuilding(file: string): void {
  if (!existsSync(rebuiltFile(file))) return;
  // The damaged one's log is in the rebuilt one already.
  for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  renameSync(rebuiltFile(file), file);
}

/** Rebuilds a database from the rows of one with damaged derived data, kept at `movedTo`. Throws if rows are damaged too. */
export function rebuildDerived(file: string, movedTo: string, migrations: readonly Migration[]): void {
  const partial = `${file}.partial`;
  // Reading a database brings its log into it, so a copy is read and the damaged one stays as it is.
  const read = `${file}.read`;
  try {
    removeDatabase(partial);
    copyWithLog(file, read);
    copyRows(read, partial, migrations);
    copyWithLog(file, movedTo);
    renameSync(partial, rebuiltFile(file));
    finishRebuilding(file);
  } finally {
    removeDatabase(partial);
    removeDatabase(read);
  }
}

function copyWithLog(file: string, target: string): void {
  removeDatabase(target);
  for (const suffix of ['', '-wal']) {
    if (existsSync(`${file}${suffix}`)) copyFileSync(`${file}${suffix}`, `${target}${suffix}`);
  }
}

function copyRows(file: string, target: string, migrations: readonly Migration[]): void {
  const own = new SqliteDatabase(target);
  try {
    own.pragma('foreign_keys = OFF');
    own.prepare('ATTACH ? AS old').run(file);
    migrate(own, migrations);
    own.transaction(() => {
      copyTables(own);
      // The list of workspaces has nothing to derive.
      if (own.prepare("SELECT 1 FROM main.sqlite_schema WHERE name = 'entry_key'").get() !== undefined)
        deriveAnew(own);
    })();
    own.exec('DETACH old');
    const found: unknown = own.pragma('integrity_check(1)', { simple: true });
    if (found !== 'ok') throw new Error('The rows of a damaged database contradict each other.');
  } finally {
    own.close();
  }
}

function copyTables(own: Database): void {
  const tables = createQueries(own)
    .prepareText("SELECT name FROM main.sqlite_schema WHERE type = 'table'")
    .all()
    .filter((name) => !name.startsWith('sqlite_') && !name.startsWith('search') && !derivedTables.has(name));
  const lost = copyWithoutTriggers(own, () => {
    for (const name of tables) {
      // Rows that a migration inserts are copied too, unless the person removed them.
      own.exec(`DELETE FROM main."${name}"`);
      // With a limit, SQLite reads the rows alone; without one it takes over the indexes as they are, too (its insert.c, xferOptimization).
      own.exec(`INSERT INTO main."${name}" SELECT * FROM old."${name}" NOT INDEXED LIMIT -1`);
    }
  });
  if (lost > 0) throw new Error(`${lost} rows of a damaged database refer to nothing.`);
}

function deriveAnew(own: Database): void {
  fillListKeys(own);
  own.exec(everySubjectDue);
  own.exec('SAVEPOINT texts');
  try {
    own.exec(`
      INSERT INTO main.search (rowid, subject, title, subtitle, words) SELECT id, c0, c1, c2, c3 FROM old.search_content;
      INSERT INTO main.search_due SELECT * FROM old.search_due;`);
  } catch (error) {
    if (!(error instanceof SqliteDatabase.SqliteError)) throw error;
    own.exec(`ROLLBACK TO texts; ${searchTexts}`);
  } finally {
    own.exec('RELEASE texts');
  }
}
