import type { Database } from 'better-sqlite3';
import { z } from 'zod';

export const searchKind = z.enum(['vendor', 'invite', 'verification', 'document']);
export type SearchKind = z.infer<typeof searchKind>;

const hit = z.object({ kind: searchKind, id: z.string(), title: z.string(), subtitle: z.string() });

/** Full-text search over everything this computer knows; diacritics and case do not count, words match by their beginning. */
export interface SearchIndex {
  /** Puts a subject in, or replaces what stood for it. Runs inside the caller's transaction. */
  put(kind: SearchKind, subject: string, text: { title: string; subtitle: string; words: string[] }): void;
  find(text: string, limit: number): z.infer<typeof hit>[];
}

/** The FTS5 query for what a person typed: every word has to be there, the beginning of it is enough. Null where no word is left. */
export function matchQuery(text: string): string | null {
  const words = text.match(/[\p{L}\p{N}]+/gu);
  return words === null ? null : words.map((word) => `"${word}"*`).join(' ');
}

export function createSearchIndex(db: Database): SearchIndex {
  const rowOf = db.prepare('SELECT row FROM search_row WHERE kind = ? AND subject = ?');
  const insert = db.prepare(
    'INSERT INTO search (kind, subject, title, subtitle, words) VALUES (?, ?, ?, ?, ?)',
  );
  const noteRow = db.prepare('INSERT INTO search_row (kind, subject, row) VALUES (?, ?, ?)');
  const update = db.prepare('UPDATE search SET title = ?, subtitle = ?, words = ? WHERE rowid = ?');
  const find = db.prepare(
    `SELECT kind, subject AS id, title, subtitle FROM search WHERE search MATCH ?
     ORDER BY bm25(search, 0, 0, 10, 5, 1) LIMIT ?`,
  );
  return {
    put(kind, subject, { title, subtitle, words }) {
      const text = words.join(' ');
      const known = z.object({ row: z.number() }).safeParse(rowOf.get(kind, subject));
      if (known.success) {
        update.run(title, subtitle, text, known.data.row);
        return;
      }
      const added = insert.run(kind, subject, title, subtitle, text);
      noteRow.run(kind, subject, added.lastInsertRowid);
    },
    find(text, limit) {
      const query = matchQuery(text);
      return query === null ? [] : z.array(hit).parse(find.all(query, limit));
    },
  };
}
