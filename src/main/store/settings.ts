import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { readJson } from '#shared/base/read-json.ts';

export type SettingStore = ReturnType<typeof createSettingStore>;

export const requirementSetsSetting = 'onboarding.sets';

const stored = z.object({ value: z.string() });

/**
 * Small values by name, in the `setting` table that every database of the app has.
 * @param onUnreadable called once for each name with an unreadable value, which then has its default
 */
export function createSettingStore(db: Database, onUnreadable: (name: string) => void = () => undefined) {
  const reported = new Set<string>();
  const select = db.prepare('SELECT value FROM setting WHERE name = ?');
  const upsert = db.prepare(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const remove = db.prepare('DELETE FROM setting WHERE name = ?');
  return {
    /** The value; null if it was never written or does not fit the schema. */
    read<T>(name: string, schema: z.ZodType<T>): T | null {
      const raw = select.get(name);
      if (raw === undefined) return null;
      const row = stored.safeParse(raw);
      const found = row.success ? readJson(row.data.value, schema) : null;
      if (found !== null) return found.value;
      if (!reported.has(name)) onUnreadable(name);
      reported.add(name);
      return null;
    },
    has: (name: string): boolean => select.get(name) !== undefined,
    write: (name: string, value: unknown): void => void upsert.run(name, JSON.stringify(value)),
    remove: (name: string): void => void remove.run(name),
  };
}
