import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { messageTemplate, type MessageTemplate } from '#shared/ipc/invites.ts';
import { createQueries } from './query.ts';
import { selectColumns } from './shown-row.ts';

const stored = messageTemplate.extend({ id: z.string() });

export type MessageTemplateStore = ReturnType<typeof createMessageTemplateStore>;

function nameKey(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}

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
