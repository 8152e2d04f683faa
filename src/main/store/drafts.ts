import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { draftFields, draftRow, type Draft, type DraftName, type DraftRow } from '#shared/ipc/drafts.ts';
import type { EntryKind } from '#shared/outbox/outbox.ts';
import type { MessageTemplate } from '#shared/ipc/invites.ts';
import { messageTemplate } from '#shared/outbox/message-template.ts';
import { createQueries, storedJson, selectColumns } from './query.ts';

export function createDraftStore(db: Database) {
  const { prepareQuery, prepareNumber } = createQueries(db);
  const columns = 'kind, key, title, saved_at AS savedAt';
  const list = prepareQuery(
    `SELECT ${columns} FROM draft WHERE kind = ? ORDER BY saved_at DESC, key`,
    draftRow,
  );
  const get = prepareQuery(
    `SELECT ${columns}, fields FROM draft WHERE kind = @kind AND key = @key`,
    draftRow.extend({ fields: storedJson(draftFields, {}) }),
  );
  const put = db.prepare(
    `INSERT INTO draft (kind, key, title, fields, saved_at) VALUES (@kind, @key, @title, @fields, @savedAt)
     ON CONFLICT (kind, key) DO UPDATE SET title = excluded.title, fields = excluded.fields, saved_at = excluded.saved_at`,
  );
  const remove = db.prepare('DELETE FROM draft WHERE kind = @kind AND key = @key');
  const count = prepareNumber('SELECT COUNT(*) FROM draft WHERE kind = ?');
  return {
    list: (kind: EntryKind): DraftRow[] => list.all(kind),
    get: (name: DraftName): Draft | null => get.get(name),
    put: (kept: Draft): void => void put.run({ ...kept, fields: JSON.stringify(kept.fields) }),
    remove: (name: DraftName): boolean => remove.run(name).changes === 1,
    count: (kind: EntryKind): number => count.one(kind),
  };
}

const stored = messageTemplate.extend({ id: z.string() });

const nameKey = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

export function createMessageTemplateStore(db: Database) {
  const { prepareQuery } = createQueries(db);
  const select = `SELECT ${selectColumns('message_template', stored)} FROM message_template`;
  const all = prepareQuery(`${select} ORDER BY name_key`, stored);
  const byId = prepareQuery(`${select} WHERE id = ?`, stored);
  const byName = prepareQuery(`${select} WHERE name_key = ?`, stored);
  const put = db.prepare(
    `INSERT INTO message_template (id, name, name_key, text, changed_at)
     VALUES (@id, @name, @nameKey, @text, @changedAt)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key, text = excluded.text,
       changed_at = excluded.changed_at`,
  );
  const remove = db.prepare('DELETE FROM message_template WHERE id = ?');
  return {
    list: (): MessageTemplate[] => all.all(),
    get: (id: string): MessageTemplate | null => byId.get(id),
    named: (name: string): MessageTemplate | null => byName.get(nameKey(name)),
    put: (template: MessageTemplate): void => void put.run({ ...template, nameKey: nameKey(template.name) }),
    remove: (id: string): boolean => remove.run(id).changes === 1,
  };
}
