import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** The request as it is sent, word for word, and the key that goes with every try. */
export function requestOf(db: Database, entryId: string): { body: string; idempotencyKey: string } {
  const row = z
    .object({ body: z.string(), idempotency_key: z.string() })
    .parse(db.prepare('SELECT body, idempotency_key FROM entry WHERE id = ?').get(entryId));
  return { body: row.body, idempotencyKey: row.idempotency_key };
}

/** The service's answer as it came; null while there is none. */
export function answerOf(db: Database, entryId: string) {
  const raw = db
    .prepare(
      'SELECT at, status, content_type, body FROM answer WHERE entry = (SELECT seq FROM entry WHERE id = ?)',
    )
    .get(entryId);
  if (raw === undefined) return null;
  const row = z
    .object({ at: z.number(), status: z.number(), content_type: z.string().nullable(), body: z.string() })
    .parse(raw);
  return { at: row.at, status: row.status, contentType: row.content_type, body: row.body };
}

/** The entry that this one corrects, and the latest that corrects it. */
export function linksOf(
  db: Database,
  entryId: string,
): { replaces: string | null; replacedBy: string | null } {
  const own = z
    .object({ replaces: z.string().nullable() })
    .parse(db.prepare('SELECT replaces FROM entry WHERE id = ?').get(entryId));
  const later = z
    .object({ id: z.string() })
    .safeParse(db.prepare('SELECT id FROM entry WHERE replaces = ? ORDER BY seq DESC LIMIT 1').get(entryId));
  return { replaces: own.replaces, replacedBy: later.success ? later.data.id : null };
}
