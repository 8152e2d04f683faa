import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';

export interface Migration {
  number: number;
  name: string;
  sql: string;
}

/** Reads the numbered SQL files of a folder, without a gap. The first one holds the whole schema as of its number. */
export function readMigrations(folder: string): Migration[] {
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

/** The schema's number in a database; 0 for a new one. */
export function schemaNumber(db: Database): number {
  const value: unknown = db.pragma('user_version', { simple: true });
  return typeof value === 'number' ? value : 0;
}

/**
 * A statement without layout, comments, and the quotes that a rename puts around a table's name. Two statements that are equal
 * then mean the same, so a comment or a line break of the schema can change without making databases look altered.
 */
export function normalizeSql(sql: string): string {
  const tokens = sql.match(/--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|\w+|[ \t\n\f\r]+|[^]/g) ?? [];
  return tokens
    .filter((token) => !/^(?:--|[ \t\n\f\r])/.test(token))
    .join(' ')
    .replace(/^CREATE TABLE "(\w+)"/, 'CREATE TABLE $1');
}

const schemaRows = z.array(z.array(z.unknown()));

/** A line for each table, index, trigger and view, with its statement by {@link normalizeSql}. */
export function readSchema(db: Database): string {
  const select = `SELECT type, name, tbl_name, sql FROM sqlite_schema
    WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name`;
  return schemaRows
    .parse(db.prepare(select).raw().all())
    .map((row) => row.map((value) => normalizeSql(String(value))).join(' '))
    .join('\n');
}

/** Migrates in one transaction. Foreign keys are checked at the end (sqlite.org/lang_altertable.html, section 7). */
export function migrate(db: Database, migrations: readonly Migration[]): void {
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
