import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  draft,
  draftFields,
  draftRow,
  type Draft,
  type DraftName,
  type DraftRow,
} from '#shared/ipc/drafts.ts';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import { readStoredJson } from './stored-json.ts';

export type DraftStore = ReturnType<typeof createDraftStore>;

const stored = z.object({ fields: z.string() });
const counted = z.object({ number: z.number() });

/** Unsent forms, in a workspace's database. */
export function createDraftStore(db: Database) {
  const columns = 'kind, key, title, saved_at AS savedAt';
  const list = db.prepare(`SELECT ${columns} FROM draft WHERE kind = ? ORDER BY saved_at DESC, key`);
  const get = db.prepare(`SELECT ${columns}, fields FROM draft WHERE kind = @kind AND key = @key`);
  const put = db.prepare(
    `INSERT INTO draft (kind, key, title, fields, saved_at) VALUES (@kind, @key, @title, @fields, @savedAt)
     ON CONFLICT (kind, key) DO UPDATE SET title = excluded.title, fields = excluded.fields, saved_at = excluded.saved_at`,
  );
  const remove = db.prepare('DELETE FROM draft WHERE kind = @kind AND key = @key');
  const count = db.prepare('SELECT COUNT(*) AS number FROM draft WHERE kind = ?');
  return {
    list: (kind: EntryKind): DraftRow[] => z.array(draftRow).parse(list.all(kind)),
    get(name: DraftName): Draft | null {
      const raw = get.get(name);
      if (raw === undefined) return null;
      const fields = readStoredJson(stored.parse(raw).fields, draftFields)?.value ?? {};
      return draft.parse({ ...draftRow.parse(raw), fields });
    },
    put: (kept: Draft): void => void put.run({ ...kept, fields: JSON.stringify(kept.fields) }),
    remove: (name: DraftName): boolean => remove.run(name).changes === 1,
    count: (kind: EntryKind): number => counted.parse(count.get(kind)).number,
  };
}
