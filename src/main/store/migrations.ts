import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { keepListKeys } from './list-keys.ts';
import { schemaNumber } from './schema.ts';

export type Migration = ReturnType<typeof readMigrations>[number];

/** Reads the numbered SQL files of a folder, without a gap. The first one holds the whole schema as of its number. */
export function readMigrations(folder: string) {
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      number: Number.parseInt(file, 10),
      name: file,
      sql: readFileSync(join(folder, file), 'utf8'),
    }));
  migrations.forEach((migration, index) => {
    if (migration.number !== Number(migrations[0]?.number) + index)
      throw new Error(`Migration ${migration.name} is out of order.`);
  });
  return migrations;
}

/** Brings a database to the newest schema, and the sort keys of a workspace's lists to the columns that they have now. */
export function migrate(db: Database, migrations: readonly Migration[]): void {
  runOpen(db, migrations);
  // The list of workspaces has no entries and no such lists.
  if (db.prepare("SELECT 1 FROM main.sqlite_schema WHERE name = 'entry'").get() !== undefined)
    keepListKeys(db);
}

/** Migrates in one transaction. Foreign keys are checked at the end (sqlite.org/lang_altertable.html, section 7). */
function runOpen(db: Database, migrations: readonly Migration[]): void {
  const from = schemaNumber(db);
  const open = migrations.filter((migration) => migration.number > from);
  if (open.length === 0) return;
  const checksReferences: unknown = db.pragma('foreign_keys', { simple: true });
  db.pragma('foreign_keys = OFF');
  try {
    db.transaction(() => {
      for (const migration of open) {
        db.exec(migration.sql);
        db.pragma(`user_version = ${migration.number}`);
      }
      const lost = z.array(z.unknown()).parse(db.pragma('foreign_key_check'));
      if (lost.length > 0)
        throw new Error(`A migration left ${lost.length} rows without what they refer to.`);
    }).immediate();
  } finally {
    db.pragma(`foreign_keys = ${checksReferences === 1 ? 'ON' : 'OFF'}`);
  }
}
