import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { addChecksum } from './checksum.ts';
import { addSortKey } from './sort-key.ts';

export interface Migration {
  number: number;
  name: string;
  sql: string;
}

/** Reads the numbered SQL files of a folder, `001-name.sql` and on, without a gap. */
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
    if (migration.number !== index + 1) throw new Error(`Migration ${migration.name} is out of order.`);
  });
  return migrations;
}

/** The schema's number in a database; 0 for a new one. */
export function schemaNumber(db: Database): number {
  const value: unknown = db.pragma('user_version', { simple: true });
  return typeof value === 'number' ? value : 0;
}

/** Migrates in one transaction. Foreign keys are checked at the end (sqlite.org/lang_altertable.html, section 7). */
export function migrate(db: Database, migrations: readonly Migration[]): void {
  const from = schemaNumber(db);
  const open = migrations.filter((migration) => migration.number > from);
  if (open.length === 0) return;
  addSortKey(db);
  addChecksum(db);
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
