import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { EntryKind } from '#shared/outbox/outbox.ts';

const range = z.object({ first: z.number().nullable(), last: z.number().nullable() });

/**
 * Makes the function that counts what of an imported list is not sent yet: its rows that are not in the outbox yet, and its
 * entries. A list's entries have numbers that follow each other unless something was enqueued between them; then the
 * index of states alone tells the count, where a hundred thousand entries would otherwise be looked at one by one.
 */
export function createUnsentCount(db: Database): (list: { number: number; kind: EntryKind }) => number {
  const unsent = "state IN ('queued', 'waiting')";
  const number = (raw: unknown) => z.number().parse(raw);
  const staged = db.prepare('SELECT COUNT(*) FROM import_row WHERE batch = ?').pluck();
  const getStatements = (table: EntryKind) => ({
    range: db.prepare(
      `SELECT (SELECT MIN(entry) FROM ${table} WHERE import_batch = @batch) AS first,
         (SELECT MAX(entry) FROM ${table} WHERE import_batch = @batch) AS last`,
    ),
    between: db
      .prepare(
        `SELECT COUNT(*) FROM entry WHERE ${unsent} AND kind = '${table}' AND seq BETWEEN @first AND @last`,
      )
      .pluck(),
    entries: db.prepare(`SELECT COUNT(*) FROM ${table} WHERE import_batch = ?`).pluck(),
    oneByOne: db
      .prepare(
        `SELECT COUNT(*) FROM ${table} d CROSS JOIN entry e ON e.seq = d.entry WHERE d.import_batch = ? AND e.${unsent}`,
      )
      .pluck(),
  });
  const statements = { invite: getStatements('invite'), verification: getStatements('verification') };
  return ({ number: batch, kind }) => {
    const { range: ends, between, entries, oneByOne } = statements[kind];
    const waiting = number(staged.get(batch));
    const { first, last } = range.parse(ends.get({ batch }));
    if (first === null || last === null) return waiting;
    const among = number(between.get({ first, last }));
    if (among === 0 || last - first + 1 === number(entries.get(batch))) return waiting + among;
    return waiting + number(oneByOne.get(batch));
  };
}
