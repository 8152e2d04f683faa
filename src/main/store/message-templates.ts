import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { messageTemplate, type MessageTemplate } from '#shared/ipc/invites.ts';
import { selectColumns } from './shown-row.ts';

const stored = messageTemplate.extend({ id: z.string() });

export type MessageTemplateStore = ReturnType<typeof createMessageTemplateStore>;

function nameKey(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Texts for the message of an invite, by name. */
export function createMessageTemplateStore(db: Database) {
  const select = `SELECT ${selectColumns('message_template', stored)} FROM message_template`;
  const all = db.prepare(`${select} ORDER BY name_key`);
  const byId = db.prepare(`${select} WHERE id = ?`);
  const byName = db.prepare(`${select} WHERE name_key = ?`);
  const put = db.prepare(
    `INSERT INTO message_template (id, name, name_key, text, changed_at)
     VALUES (@id, @name, @nameKey, @text, @changedAt)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key, text = excluded.text,
       changed_at = excluded.changed_at`,
  );
  const remove = db.prepare('DELETE FROM message_template WHERE id = ?');
  const found = (raw: unknown) => stored.optional().parse(raw) ?? null;
  return {
    list: (): MessageTemplate[] => z.array(stored).parse(all.all()),
    get: (id: string): MessageTemplate | null => found(byId.get(id)),
    /** The template that has this name, whatever its capitals and spaces; null where none has. */
    named: (name: string): MessageTemplate | null => found(byName.get(nameKey(name))),
    put(template: MessageTemplate): void {
      put.run({ ...template, nameKey: nameKey(template.name) });
    },
    remove: (id: string): boolean => remove.run(id).changes === 1,
  };
}
