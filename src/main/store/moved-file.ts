import SqliteDatabase, { type Database } from 'better-sqlite3';
import { z } from 'zod';
import { migrate, schemaNumber, type Migration } from './migrations.ts';
import { createSettingStore } from './settings.ts';

/** What a workspace that was moved says of itself. */
export const movedWorkspace = z.object({
  name: z.string().min(1).max(120),
  baseUrl: z.string().max(2000),
  exportedAt: z.number(),
  /** How many items were unsent on the computer it comes from; there they are still sent. */
  unsent: z.number(),
});
export type MovedWorkspace = z.infer<typeof movedWorkspace>;

/** The setting under which a copy carries {@link movedWorkspace}, until it was opened for the first time. */
export const movedSetting = 'workspace.moved';

/** What a file from elsewhere is. */
export type MovedFile = { kind: 'sound'; facts: MovedWorkspace } | { kind: 'newer' } | { kind: 'not_ours' };

const part = z.object({ type: z.string(), name: z.string(), sql: z.string().nullable() });

function schemaOf(db: Database): string {
  const rows = db
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name",
    )
    .all();
  return JSON.stringify(z.array(part).parse(rows));
}

/**
 * Looks at a database from another computer without trusting it: it has to be whole, and to have exactly the tables,
 * indexes and triggers that our own migrations make, so that nothing in it runs when it is opened.
 */
export function lookAtMoved(file: string, migrations: readonly Migration[]): MovedFile {
  let db: Database | null = null;
  const own = new SqliteDatabase(':memory:');
  try {
    db = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
    db.pragma('trusted_schema = OFF');
    const number = schemaNumber(db);
    if (number > (migrations.at(-1)?.number ?? 0)) return { kind: 'newer' };
    migrate(
      own,
      migrations.filter((migration) => migration.number <= number),
    );
    if (number === 0 || schemaOf(db) !== schemaOf(own)) return { kind: 'not_ours' };
    if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') return { kind: 'not_ours' };
    const facts = createSettingStore(db).read(movedSetting, movedWorkspace);
    return facts === null ? { kind: 'not_ours' } : { kind: 'sound', facts };
  } catch (error) {
    if (error instanceof SqliteDatabase.SqliteError || error instanceof SyntaxError)
      return { kind: 'not_ours' };
    throw error;
  } finally {
    db?.close();
    own.close();
  }
}
