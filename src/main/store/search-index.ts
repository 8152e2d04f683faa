import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { problemOf } from './database.ts';

export const searchKind = z.enum(['vendor', 'invite', 'verification', 'document']);
export type SearchKind = z.infer<typeof searchKind>;

const hit = z.object({ kind: searchKind, id: z.string(), title: z.string(), subtitle: z.string() });

const due = z.object({
  id: z.number(),
  kind: searchKind,
  subject: z.string(),
  title: z.string(),
  subtitle: z.string(),
  words: z.string(),
});

/** Full-text search over everything this computer knows; diacritics and case do not count, words match by their beginning. */
export interface SearchIndex {
  /**
   * Notes a subject's text, in place of what stood for it. Runs inside the caller's transaction; the text is taken into
   * the index a moment later, so that handing over does not wait for it.
   */
  put(kind: SearchKind, subject: string, text: { title: string; subtitle: string; words: string[] }): void;
  /** Takes up to `limit` noted texts into the index, in one commit; returns how many there were. */
  takeIn(limit: number): number;
  /** The query for what a person typed, null where no word is left. What was noted just now is taken in first. */
  queryFor(text: string): string | null;
  /** Whether a query has more hits than this; a list that is narrowed by many goes through its own order instead. */
  hitsExceed(query: string, number: number): boolean;
  find(text: string, limit: number): z.infer<typeof hit>[];
}

/** How many noted texts a search takes in before it looks; the rest follows in the background. */
const takenInFirst = 200;

/** The FTS5 query for what a person typed: every word has to be there, the beginning of it is enough. */
function matchQuery(text: string): string | null {
  const words = text.match(/[\p{L}\p{N}]+/gu);
  return words === null ? null : words.map((word) => `"${word}"*`).join(' ');
}

/** SQL for the subjects of a kind that match the query bound to `@match`, for lists that narrow by a search. */
export function matchedSubjects(kind: SearchKind): string {
  return `SELECT subject FROM search_row WHERE kind = '${kind}'
    AND row IN (SELECT rowid FROM search WHERE search MATCH @match)`;
}

/** From so many hits on, their order by weight says little and takes long; the newest come first then. */
const broad = 3000;

/** @param onNoted told whenever there is something to take in */
export function createSearchIndex(db: Database, onNoted: () => void): SearchIndex {
  const note = db.prepare(
    'INSERT INTO search_due (kind, subject, title, subtitle, words) VALUES (?, ?, ?, ?, ?)',
  );
  const selectDue = db.prepare(
    'SELECT id, kind, subject, title, subtitle, words FROM search_due ORDER BY id LIMIT ?',
  );
  const removeDue = db.prepare('DELETE FROM search_due WHERE id <= ?');
  const rowOf = db.prepare('SELECT row FROM search_row WHERE kind = ? AND subject = ?');
  const insert = db.prepare(
    'INSERT INTO search (kind, subject, title, subtitle, words) VALUES (?, ?, ?, ?, ?)',
  );
  const noteRow = db.prepare('INSERT INTO search_row (kind, subject, row) VALUES (?, ?, ?)');
  const update = db.prepare('UPDATE search SET title = ?, subtitle = ?, words = ? WHERE rowid = ?');
  const hitBeyond = db.prepare('SELECT 1 FROM search WHERE search MATCH ? LIMIT 1 OFFSET ?');
  const newest = db.prepare(
    'SELECT kind, subject AS id, title, subtitle FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT ?',
  );
  const find = db.prepare(
    `SELECT kind, subject AS id, title, subtitle FROM search WHERE search MATCH ?
     ORDER BY bm25(search, 0, 0, 10, 5, 1) LIMIT ?`,
  );

  function takeIn(limit: number): number {
    const rows = z.array(due).parse(selectDue.all(limit));
    const last = rows.at(-1);
    if (last === undefined) return 0;
    db.transaction(() => {
      for (const { kind, subject, title, subtitle, words } of rows) {
        const known = z.object({ row: z.number() }).safeParse(rowOf.get(kind, subject));
        if (known.success) update.run(title, subtitle, words, known.data.row);
        else noteRow.run(kind, subject, insert.run(kind, subject, title, subtitle, words).lastInsertRowid);
      }
      removeDue.run(last.id);
    }).immediate();
    return rows.length;
  }

  function queryFor(text: string): string | null {
    const query = matchQuery(text);
    if (query === null) return null;
    try {
      takeIn(takenInFirst);
    } catch (error) {
      // Where nothing can be written now, what was taken in before can be found all the same.
      if (problemOf(error) === null) throw error;
    }
    return query;
  }

  const hitsExceed = (query: string, number: number) => hitBeyond.get(query, number) !== undefined;

  return {
    put(kind, subject, { title, subtitle, words }) {
      note.run(kind, subject, title, subtitle, words.join(' '));
      onNoted();
    },
    takeIn,
    queryFor,
    hitsExceed,
    find(text, limit) {
      const query = queryFor(text);
      if (query === null) return [];
      const hits = hitsExceed(query, broad) ? newest : find;
      return z.array(hit).parse(hits.all(query, limit));
    },
  };
}
