import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { nearlyTheSame } from '#shared/comparison/profile.ts';
import { foldText } from '#shared/base/fold-text.ts';
import { toProblem } from './database.ts';
import { createSetReader, type IntegerSet } from './integer-set.ts';
import { createKeyWriter, searchKind, type SearchKind } from './list-keys.ts';
import { createQueries } from './query.ts';
import { withRelaxedDurability } from './checkpointer.ts';

const hit = z.object({ row: z.number(), id: z.string(), title: z.string(), subtitle: z.string() });
export type SearchHit = Omit<z.infer<typeof hit>, 'row'> & { kind: SearchKind };

const due = z.object({
  id: z.number(),
  kind: searchKind,
  subject: z.string(),
  title: z.string(),
  subtitle: z.string(),
  words: z.string(),
  number: z.number().nullable(),
});

export type SearchIndex = ReturnType<typeof createSearchIndex>;

/** A search indexes up to so many noted texts first; more come from an import, which is indexed in the background. */
const takenInFirst = 200;
/** How many hits are ranked for each that is shown, the newest of all. */
const rankedForEach = 3;

/** Of a longer text only the beginning is indexed, so that megabytes do not hold up everything else. */
const maxIndexed = 20_000;

const maxNear = 8;

/** Each kind has as many rows of the index for itself. */
const room = 2 ** 40;
/** The kinds in the order of their rows. Higher rows are found first. */
const kinds = ['document', 'verification', 'invite', 'vendor'] as const satisfies readonly SearchKind[];
const firstRow = (kind: SearchKind) => kinds.indexOf(kind) * room;

// The bounds are in the SQL: numbers this large would be bound as floating point.
const selectHits = (kind: SearchKind) =>
  `SELECT rowid - ${firstRow(kind)} AS number FROM search WHERE search MATCH @query
     AND rowid BETWEEN ${firstRow(kind)} AND ${firstRow(kind) + room - 1}`;

/** The words of what a person typed, each once. */
export const toWords = (text: string): string[] => [...new Set(text.match(/[\p{L}\p{N}]+/gu))];

/** The FTS5 query for words: every one has to be there, the beginning of it is enough. */
export const matchQuery = (words: readonly string[]): string =>
  words.map((word) => `"${word}"*`).join(' AND ');

const getNumber = `CASE d.kind
  WHEN 'vendor' THEN (SELECT number FROM vendor WHERE vendor_id = d.subject)
  WHEN 'document' THEN (SELECT number FROM document_number WHERE job_id = d.subject)
  ELSE (SELECT seq FROM entry WHERE id = d.subject) END`;

/** Full-text search over everything this computer knows; diacritics and case do not count, words match by their beginning. */
export function createSearchIndex(db: Database, onNoted: () => void) {
  const { prepareQuery, prepareNumber, prepareText } = createQueries(db);
  const note = db.prepare(
    'INSERT INTO search_due (kind, subject, title, subtitle, words) VALUES (?, ?, ?, ?, ?)',
  );
  const numberDocument = db.prepare('INSERT OR IGNORE INTO document_number (job_id) VALUES (?)');
  const selectDue = prepareQuery(
    `SELECT d.id, d.kind, d.subject, d.title, d.subtitle, d.words, ${getNumber} AS number
     FROM search_due d ORDER BY d.id LIMIT ? + 0`,
    due,
  );
  // Texts are indexed from the oldest on, so their numbers have no gap.
  const countDue = prepareNumber('SELECT COALESCE(MAX(id) - MIN(id) + 1, 0) FROM search_due');
  const removeDue = db.prepare('DELETE FROM search_due WHERE id <= ?');
  const putRow = db.prepare(
    'INSERT OR REPLACE INTO search (rowid, subject, title, subtitle, words) VALUES (?, ?, ?, ?, ?)',
  );
  const readSet = createSetReader(db);
  const newest = prepareQuery(
    `SELECT rowid AS row, subject AS id, title, subtitle FROM search
     WHERE search MATCH ? ORDER BY rowid DESC LIMIT ? + 0`,
    hit,
  );
  const selectOne = db.prepare('SELECT 1 FROM search WHERE search MATCH ? LIMIT 1');
  const putKeys = createKeyWriter(db);

  function flush(limit: number): number {
    const rows = selectDue.all(limit);
    const last = rows.at(-1);
    if (last === undefined) return 0;
    withRelaxedDurability(db, () => {
      for (const { kind, subject, title, subtitle, words, number } of rows) {
        if (number === null) continue;
        putRow.run(firstRow(kind) + number, subject, title, subtitle, words);
        putKeys(kind, number);
      }
      removeDue.run(last.id);
    });
    return rows.length;
  }

  function catchUp(): void {
    try {
      if (countDue.one() <= takenInFirst) flush(takenInFirst);
    } catch (error) {
      // If nothing can be written now, indexed texts can still be found.
      if (toProblem(error) === null) throw error;
    }
  }

  function queryFor(text: string): string | null {
    const words = toWords(text);
    if (words.length === 0) return null;
    catchUp();
    return matchQuery(words);
  }

  function read(query: string, limit: number): SearchHit[] {
    return newest
      .all(query, limit)
      .map(({ row, ...found }) => ({ ...found, kind: kinds[Math.floor(row / room)] ?? 'vendor' }));
  }

  function listTerms(letter: string): string[] {
    db.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_term USING fts5vocab('main', 'search', 'row')");
    const select = prepareText('SELECT term FROM temp.search_term WHERE term >= ? AND term < ?');
    return select.all(letter, `${letter}\u{10ffff}`);
  }

  /** The query for words of which some are mistyped; null where none is near one that is known. */
  function nearQuery(words: readonly string[]): string | null {
    const parts = words.map((word) => {
      if (selectOne.get(matchQuery([word])) !== undefined) return matchQuery([word]);
      const folded = foldText(word);
      const known = listTerms(folded.slice(0, 1));
      const near = known.filter(
        (term) => nearlyTheSame(folded, term) || nearlyTheSame(folded, term.slice(0, folded.length + 1)),
      );
      return near.length === 0
        ? null
        : `(${near
            .slice(0, maxNear)
            .map((term) => `"${term}"`)
            .join(' OR ')})`;
    });
    return parts.includes(null) || parts.length === 0 ? null : parts.join(' AND ');
  }

  return {
    /** Replaces a subject's text in the caller's transaction; it is indexed a moment later, so enqueueing does not wait. */
    put(
      kind: SearchKind,
      subject: string,
      { title, subtitle, words }: { title: string; subtitle: string; words: string[] },
    ): void {
      if (kind === 'document') numberDocument.run(subject);
      const texts = [title, subtitle, words.join(' ')].map((text) => text.slice(0, maxIndexed));
      note.run(kind, subject, ...texts);
      onNoted();
    },
    flush,
    /** How many texts are not indexed yet, if any. @param asked whether the list is searched or needs keys of the texts */
    coming(asked: boolean): { coming?: number } {
      const coming = asked ? countDue.one() : 0;
      return coming === 0 ? {} : { coming };
    },
    catchUp,
    /** The query for typed text; null without a word. Indexes a few new texts first. */
    queryFor,
    /** Numbers of a kind's matching subjects, ascending: a vendor's or document's own, else the entry's. */
    hits: (kind: SearchKind, query: string): IntegerSet =>
      readSet({ sql: selectHits(kind), values: { query } }),
    /** Finds the words; if nothing has them, words that they may be mistyped for. */
    find(text: string, limit: number): SearchHit[] {
      const query = queryFor(text);
      if (query === null) return [];
      const ranked = limit * rankedForEach;
      const inTitle = read(`{title} : (${query})`, ranked);
      const anywhere = inTitle.length < limit ? read(query, ranked) : [];
      const found = bestFirst(text, inTitle, anywhere).slice(0, limit);
      const near = found.length > 0 ? null : nearQuery(toWords(text));
      return near === null ? found : read(near, limit);
    },
  };
}

/** How well a title answers what was typed, 0 the best. */
function distance(title: string, typed: string): number {
  const folded = foldText(title);
  if (folded === typed) return 0;
  if (folded.startsWith(typed)) return 1;
  const words = new Set(folded.match(/[\p{L}\p{N}]+/gu));
  return (typed.match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => words.has(word)) ? 2 : 3;
}

/** Orders hits by title: exact, beginning, all words, others; hits elsewhere last. Stable. */
function bestFirst<Hit extends { kind: string; id: string; title: string }>(
  text: string,
  inTitle: readonly Hit[],
  anywhere: readonly Hit[],
): Hit[] {
  const typed = foldText(text);
  const ranked = inTitle.map((hit) => ({ hit, rank: distance(hit.title, typed) }));
  const known = new Set(inTitle.map(({ kind, id }) => `${kind} ${id}`));
  const others = anywhere.filter(({ kind, id }) => !known.has(`${kind} ${id}`));
  return [...ranked.toSorted((one, other) => one.rank - other.rank).map(({ hit }) => hit), ...others];
}
