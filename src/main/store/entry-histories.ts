import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { entryKind } from '#shared/outbox/outbox.ts';
import { createQueries } from './query.ts';

const entryRow = z.object({
  seq: z.number(),
  id: z.string(),
  kind: entryKind,
  state: z.string(),
  title: z.string(),
  subtitle: z.string(),
  idempotency_key: z.string(),
  body: z.string(),
  attempts: z.number(),
  queued_at: z.number(),
  sent_at: z.number().nullable(),
  marked_by_person: z.number(),
});
export const eventRow = z.object({
  entry: z.number(),
  at: z.number(),
  event: z.string(),
  attempt: z.number().nullable(),
  reason: z.string().nullable(),
});
export type EntryEvent = z.infer<typeof eventRow>;
export type EntryWithEvents = z.infer<typeof entryRow> & { events: EntryEvent[] };

export type EntryHistoryStore = ReturnType<typeof createEntryHistoryStore>;

/** All entries with their history, in the order in which they were enqueued. */
export function createEntryHistoryStore(db: Database) {
  const { prepareQuery } = createQueries(db);
  const selectEntries = prepareQuery(
    `SELECT seq, id, kind, state, title, subtitle, idempotency_key, body, attempts, queued_at, sent_at, marked_by_person
     FROM entry WHERE seq > ? ORDER BY seq LIMIT ? + 0`,
    entryRow,
  );
  const selectEvents = prepareQuery(
    `SELECT entry, at, event, attempt, reason FROM entry_event WHERE entry BETWEEN ? AND ?
     ORDER BY entry, place`,
    eventRow,
  );
  return {
    page(after: number, limit: number): EntryWithEvents[] {
      const entries = selectEntries.all(after, limit);
      const [first, last] = [entries.at(0), entries.at(-1)];
      if (first === undefined || last === undefined) return [];
      const events = Map.groupBy(selectEvents.all(first.seq, last.seq), (one) => one.entry);
      return entries.map((entry) => ({ ...entry, events: events.get(entry.seq) ?? [] }));
    },
  };
}
