import type { Database } from 'better-sqlite3';
import { z } from 'zod';

export function schemaNumber(db: Database): number {
  const value: unknown = db.pragma('user_version', { simple: true });
  return typeof value === 'number' ? value : 0;
}

/** A statement without layout, comments, and a rename's quotes, so that those can change without making databases look altered. */
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

const triggerRows = z.array(z.object({ name: z.string(), sql: z.string() }));

/** Copies rows with the triggers off, since the rows that those write are copied too; returns how many refer to nothing. */
export function copyWithoutTriggers(db: Database, copy: () => void): number {
  const select = db.prepare("SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'");
  const triggers = triggerRows.parse(select.all());
  for (const { name } of triggers) db.exec(`DROP TRIGGER main."${name}"`);
  copy();
  for (const { sql } of triggers) db.exec(sql);
  return z.array(z.unknown()).parse(db.pragma('main.foreign_key_check')).length;
}
