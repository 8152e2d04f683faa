import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { foldLetters } from '#shared/base/fold-text.ts';
import { pageReading, type PageReading } from '#shared/filing/page-reading.ts';
import { filedDocument, filingChoice, type FilingChoice } from '#shared/ipc/filing.ts';
import { createQueries, selectColumns, storedJson } from './query.ts';

const filedFile = z.object({
  fileName: z.string(),
  contentType: z.string(),
  sha256: z.string(),
  bytes: z.number(),
});
export type FiledFile = z.infer<typeof filedFile>;

const somePages = filedFile.extend({
  id: z.string(),
  firstPage: z.number(),
  lastPage: z.number().nullable(),
});

const storedPaper = somePages.extend({
  reading: storedJson(z.array(pageReading).nullable(), null),
  problem: z.string().nullable(),
  chosen: storedJson(filingChoice, {}),
});
/** A paper in the pile: some pages of a dropped file. */
export type StoredPaper = z.infer<typeof storedPaper>;

const storedDocument = somePages.extend({
  ...filedDocument.omit({ address: true }).shape,
  subject: z.string(),
  replacedBy: z.string().nullable(),
});
/** A document on file. */
export type StoredDocument = z.infer<typeof storedDocument>;

export type Filing = Pick<StoredDocument, 'subject' | 'kind' | 'signedOn' | 'validUntil' | 'number'>;

const inPile = 'f.filed_at IS NULL AND f.removed_at IS NULL';

/** Papers in the pile and documents on file; the files are beside the database. */
export function createFiledDocuments(db: Database, by: () => string | null) {
  const { prepareQuery, prepareNumber } = createQueries(db);
  const insert = db.prepare(
    `INSERT INTO filed_document (id, file_name, content_type, sha256, bytes, first_page, last_page, reading, problem, chosen, added_at)
     VALUES (@id, @fileName, @contentType, @sha256, @bytes, @firstPage, @lastPage, @reading, @problem, @chosen, @at)`,
  );
  const update = db.prepare(
    'UPDATE filed_document SET last_page = @lastPage, reading = @reading, problem = @problem, chosen = @chosen WHERE id = @id',
  );
  const selectPapers = (rest: string) =>
    prepareQuery(`SELECT ${selectColumns('f', storedPaper)} FROM filed_document f ${rest}`, storedPaper);
  const fromPile = `INDEXED BY filed_document_pile WHERE ${inPile}`;
  const pile = selectPapers(`${fromPile} ORDER BY f.added_at, f.sha256, f.first_page LIMIT ? + 0`);
  const countPile = prepareNumber(`SELECT COUNT(*) FROM filed_document f ${fromPile}`);
  const paper = selectPapers(`WHERE f.id = ? AND ${inPile}`);
  const next = selectPapers(`WHERE f.sha256 = @sha256 AND f.first_page = @page AND ${inPile}`);
  const addedAt = prepareNumber('SELECT added_at FROM filed_document WHERE id = ?');
  const selectDocuments = (where: string) =>
    prepareQuery(
      `SELECT ${selectColumns('f', storedDocument.omit({ by: true, at: true, replacedAt: true }))}, f.filed_by AS by,
         f.filed_at AS at, r.filed_at AS replacedAt
       FROM filed_document f LEFT JOIN filed_document r ON r.id = f.replaced_by WHERE ${where}`,
      storedDocument,
    );
  const documents = selectDocuments(`f.subject = ? AND f.removed_at IS NULL
    ORDER BY f.replaced_by IS NOT NULL, f.filed_at DESC, f.rowid DESC LIMIT 200`);
  const document = selectDocuments('f.id = ? AND f.subject IS NOT NULL');
  const sameFile = prepareQuery(
    `SELECT f.subject, COALESCE(f.filed_at, f.added_at) AS at FROM filed_document f
     WHERE f.sha256 = ? AND f.removed_at IS NULL ORDER BY f.filed_at DESC LIMIT 1`,
    z.object({ subject: z.string().nullable(), at: z.number() }),
  );
  const file = db.prepare(
    `UPDATE filed_document SET subject = @subject, kind = @kind, signed_on = @signedOn, valid_until = @validUntil,
       number = @number, filed_by = @by, filed_at = @at WHERE id = @id AND filed_at IS NULL AND removed_at IS NULL`,
  );
  const unfile = db.prepare(
    `UPDATE filed_document SET subject = NULL, kind = NULL, signed_on = NULL, valid_until = NULL, number = NULL,
       filed_by = NULL, filed_at = NULL, replaced_by = NULL WHERE id = ? AND filed_at IS NOT NULL`,
  );
  const replace = db.prepare('UPDATE filed_document SET replaced_by = @newer WHERE id = @id');
  const unreplace = db.prepare('UPDATE filed_document SET replaced_by = NULL WHERE replaced_by = ?');
  const change = db.prepare(
    `UPDATE filed_document SET kind = @kind, signed_on = @signedOn, valid_until = @validUntil
     WHERE id = @id AND subject IS NOT NULL`,
  );
  const remove = db.prepare(
    'UPDATE filed_document SET removed_at = @at WHERE id = @id AND removed_at IS NULL',
  );
  const restore = db.prepare('UPDATE filed_document SET removed_at = NULL WHERE id = ?');
  const forgetRemoved = db.prepare(
    'DELETE FROM filed_document WHERE removed_at IS NOT NULL AND filed_at IS NULL',
  );
  const isAny = (where: string) =>
    prepareNumber(`SELECT EXISTS (SELECT 1 FROM filed_document WHERE sha256 = ? ${where})`);
  const isKnown = isAny('');
  const isUsed = isAny('AND removed_at IS NULL');
  const isShared = isAny('AND subject IS NOT ?');
  const fileOf = prepareQuery(
    `SELECT ${selectColumns('f', filedFile)} FROM filed_document f WHERE f.sha256 = ? LIMIT 1`,
    filedFile,
  );

  const toStored = ({ lastPage, reading, problem, chosen }: Partial<StoredPaper>) => ({
    lastPage: lastPage ?? null,
    reading: reading == null ? null : JSON.stringify(reading),
    problem: problem ?? null,
    chosen: JSON.stringify(chosen ?? {}),
  });

  function add(given: FiledFile & Partial<StoredPaper>, at: number): string {
    const id = randomUUID();
    insert.run({ ...given, ...toStored(given), id, firstPage: given.firstPage ?? 1, at });
    return id;
  }

  const save = (one: StoredPaper): void => void update.run({ id: one.id, ...toStored(one) });

  return {
    /** Adds a file to the pile, to be read. */
    add: (given: FiledFile, at: number): string => add(given, at),
    pile: (limit: number): StoredPaper[] => pile.all(limit),
    countPile: (): number => countPile.one(),
    paper: (id: string): StoredPaper | null => paper.get(id),
    /** The paper of the same file that begins behind this one. */
    next: ({ sha256, lastPage }: StoredPaper): StoredPaper | null =>
      lastPage === null ? null : next.get({ sha256, page: lastPage + 1 }),
    save,
    /** Puts the pages from `pages[index]` on into a paper of their own. */
    split(one: StoredPaper, index: number, pages: readonly PageReading[]): StoredPaper | null {
      const at = addedAt.get(one.id);
      if (at === null) return null;
      const firstPage = one.firstPage + index;
      const rest = { ...one, firstPage, reading: pages.slice(index), chosen: {} };
      save({ ...one, lastPage: firstPage - 1, reading: pages.slice(0, index) });
      return { ...rest, id: add(rest, at) };
    },
    remove: (id: string, at: number): boolean => remove.run({ id, at }).changes > 0,
    restore: (id: string): boolean => restore.run(id).changes > 0,
    documents: (subject: string): StoredDocument[] => documents.all(subject),
    document: (id: string): StoredDocument | null => document.get(id),
    /** Where the same bytes are already: the vendor they are filed for, or null in the pile. */
    sameFile: (sha256: string): { subject: string | null; at: number } | null => sameFile.get(sha256),
    /**
     * Files a paper, which replaces older documents of the same type and number that end no later.
     * @returns how many it replaced; null where it is no longer in the pile
     */
    file(id: string, filing: Filing, at: number): number | null {
      const older = documents
        .all(filing.subject)
        .filter((one) => one.replacedBy === null && isReplaced(one, filing));
      if (file.run({ ...filing, id, by: by(), at }).changes === 0) return null;
      for (const one of older) replace.run({ id: one.id, newer: id });
      return older.length;
    },
    /** Puts a document back into the pile, and what it replaced into effect. */
    unfile(id: string): boolean {
      unreplace.run(id);
      return unfile.run(id).changes > 0;
    },
    change: (id: string, given: Pick<Filing, 'kind' | 'signedOn' | 'validUntil'>): boolean =>
      change.run({ id, ...given }).changes > 0,
    choose(one: StoredPaper, chosen: FilingChoice): void {
      save({ ...one, chosen: { ...one.chosen, ...chosen } });
    },
    /** The file behind a hash; null for none. */
    fileOf: (sha256: string): FiledFile | null => fileOf.get(sha256),
    /** Whether some pages of a file are not this vendor's. */
    isShared: (sha256: string, subject: string): boolean => isShared.one(sha256, subject) === 1,
    isKnown: (sha256: string): boolean => isKnown.one(sha256) === 1,
    isUsed: (sha256: string): boolean => isUsed.one(sha256) === 1,
    /** Forgets papers that were removed from the pile. */
    forgetRemoved: (): void => void forgetRemoved.run(),
  };
}

function isReplaced(older: StoredDocument, newer: Filing): boolean {
  if (foldLetters(older.kind) !== foldLetters(newer.kind)) return false;
  const [one, other] = [older.number, newer.number].map((number) => foldLetters(number ?? ''));
  if (one !== '' && other !== '' && one !== other) return false;
  if (older.validUntil !== null || newer.validUntil !== null)
    return (older.validUntil ?? '') <= (newer.validUntil ?? '');
  return (older.signedOn ?? '') <= (newer.signedOn ?? older.signedOn ?? '');
}
