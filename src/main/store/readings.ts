import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { verificationCheck } from '#shared/ipc/verifications.ts';
import type { ResultKind } from '#shared/service/result-kinds.ts';
import { createQueries } from './query.ts';

export type ReadingStore = ReturnType<typeof createReadingStore>;

/** Every reading of a result with its time; the body is kept once as long as it stays the same. */
export function createReadingStore(db: Database) {
  const { prepareQuery, prepareValue } = createQueries(db);
  const latest = prepareQuery(
    `SELECT body, at FROM reading WHERE kind = ? AND subject = ? AND body IS NOT NULL ORDER BY id DESC LIMIT 1`,
    z.object({ body: z.string(), at: z.number() }).nullable().catch(null),
  );
  const lastSeen = prepareValue(
    'SELECT MAX(at) FROM reading WHERE kind = ? AND subject = ? AND problem IS NULL',
    z.number().nullable(),
  );
  const insert = db.prepare(
    `INSERT INTO reading (kind, subject, number, at, status, differing, problem, body)
     VALUES (@kind, @subject, (SELECT COUNT(*) + 1 FROM reading WHERE kind = @kind AND subject = @subject),
       @at, @status, @differing, @problem, @body)`,
  );
  const select = prepareQuery(
    'SELECT number, at, status, differing, problem FROM reading WHERE kind = ? AND subject = ? ORDER BY id DESC LIMIT 500',
    verificationCheck,
  );

  function latestBody(kind: ResultKind, subject: string) {
    const row = latest.get(kind, subject);
    return row === null ? null : { body: row.body, at: lastSeen.one(kind, subject) ?? row.at };
  }

  return {
    add(
      kind: ResultKind,
      subject: string,
      reading: Omit<z.infer<typeof verificationCheck>, 'number'> & { body: string | null },
    ): void {
      const same = reading.body !== null && latestBody(kind, subject)?.body === reading.body;
      insert.run({ kind, subject, ...reading, body: same ? null : reading.body });
    },
    of: (kind: ResultKind, subject: string): z.infer<typeof verificationCheck>[] => select.all(kind, subject),
    /** The latest body that could be read, and when it was last seen. */
    latestBody,
  };
}
