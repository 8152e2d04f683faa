import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** Small values by name, in the `setting` table that every database of the app has. */
export interface SettingStore {
  /** The value, or null where it was never written or does not fit the schema any more. */
  read<T>(name: string, schema: z.ZodType<T>): T | null;
  write(name: string, value: unknown): void;
  remove(name: string): void;
}

const stored = z.object({ value: z.string() });

export function createSettingStore(db: Database): SettingStore {
  const select = db.prepare('SELECT value FROM setting WHERE name = ?');
  const upsert = db.prepare(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const remove = db.prepare('DELETE FROM setting WHERE name = ?');
  return {
    read(name, schema) {
      const row = stored.safeParse(select.get(name));
      if (!row.success) return null;
      const value = schema.safeParse(JSON.parse(row.data.value));
      return value.success ? value.data : null;
    },
    write(name, value) {
      upsert.run(name, JSON.stringify(value));
    },
    remove(name) {
      remove.run(name);
    },
  };
}
