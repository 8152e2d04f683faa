import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { MessageTemplate } from '#shared/ipc/templates.ts';

const row = z.object({ id: z.string(), name: z.string(), text: z.string(), changed_at: z.number() });

function toTemplate(raw: unknown): MessageTemplate {
  const { changed_at: changedAt, ...rest } = row.parse(raw);
  return { ...rest, changedAt };
}

/** Texts for the message of an invite, by name. */
export interface MessageTemplateStore {
  list(): MessageTemplate[];
  get(id: string): MessageTemplate | null;
  /** The template that has this name, whatever its capitals and spaces; null where none has. */
  named(name: string): MessageTemplate | null;
  put(template: MessageTemplate): void;
  /** False where there is none. */
  remove(id: string): boolean;
}

function nameKey(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}

export function createMessageTemplateStore(db: Database): MessageTemplateStore {
  const columns = 'SELECT id, name, text, changed_at FROM message_template';
  const all = db.prepare(`${columns} ORDER BY name_key`);
  const byId = db.prepare(`${columns} WHERE id = ?`);
  const byName = db.prepare(`${columns} WHERE name_key = ?`);
  const put = db.prepare(
    `INSERT INTO message_template (id, name, name_key, text, changed_at)
     VALUES (@id, @name, @nameKey, @text, @changedAt)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key, text = excluded.text,
       changed_at = excluded.changed_at`,
  );
  const remove = db.prepare('DELETE FROM message_template WHERE id = ?');
  const found = (raw: unknown) => (raw === undefined ? null : toTemplate(raw));
  return {
    list: () => all.all().map(toTemplate),
    get: (id) => found(byId.get(id)),
    named: (name) => found(byName.get(nameKey(name))),
    put(template) {
      put.run({ ...template, nameKey: nameKey(template.name) });
    },
    remove: (id) => remove.run(id).changes === 1,
  };
}
