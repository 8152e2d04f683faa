import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { historyItem, type EntryProgress, type HistoryItem } from '#shared/ipc/outbox.ts';
import { progressColumns, readReason, toProgress } from '../store/entry-progress.ts';
import { factColumns, toFactsOrNone } from '../store/read-answers.ts';
import { createQueries } from '../store/query.ts';

const historyRow = z.object({
  at: z.number(),
  event: z.string(),
  attempt: z.number().nullable(),
  reason: z.string().nullable(),
});

/** Progress and history of entries. */
export function createEntryHistory(db: Database) {
  const { prepareQuery } = createQueries(db);
  const progress = prepareQuery(`SELECT ${progressColumns} FROM entry e WHERE e.id = ?`, toProgress);
  const history = prepareQuery(
    `SELECT at, event, attempt, reason, ${factColumns('v')} FROM entry_event v
     WHERE entry = (SELECT seq FROM entry WHERE id = ?) ORDER BY place DESC`,
    toHistoryItem,
  );
  const lastSent = prepareQuery(
    `SELECT sent_at AS at, title AS "to" FROM entry WHERE state = 'accepted' AND marked_by_person = 0
       AND sent_at = (SELECT MAX(sent_at) FROM entry WHERE state = 'accepted' AND marked_by_person = 0) LIMIT 1`,
    z.object({ at: z.number(), to: z.string() }),
  );
  return {
    progress: (id: string): EntryProgress | null => progress.get(id),
    history: (id: string): HistoryItem[] => history.all(id),
    /** What the service accepted last; what a person marked as sent does not count. */
    lastSent: (): { at: number; to: string } | null => lastSent.get(),
  };
}

function toHistoryItem(raw: unknown): HistoryItem {
  const row = historyRow.parse(raw);
  const answer = toFactsOrNone(raw);
  return historyItem.parse({ ...row, ...(answer && { answer }), reason: readReason(row.reason) });
}
