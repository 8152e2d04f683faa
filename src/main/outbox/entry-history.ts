import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { historyItem, type EntryProgress, type HistoryItem } from '#shared/ipc/outbox.ts';
import { progressColumns, readReason, toProgress } from '../store/entry-progress.ts';
import { eventRow } from '../store/entry-histories.ts';
import { factColumns, toFactsOrNone } from '../store/read-answers.ts';
import { createQueries } from '../store/query.ts';
import type { EntryReason } from '#shared/outbox/outbox.ts';
import type { KnownTroubles } from './breaker.ts';
import { asksAllToWait } from '../service-client/service-sign.ts';

const historyRow = eventRow.omit({ entry: true });

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
       AND colleague IS NULL ORDER BY sent_at DESC LIMIT 1`,
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

/** Reasons that mean trouble of the service with a request. */
const troubles: readonly EntryReason['code'][] = ['busy', 'server_error', 'no_answer', 'redirected'];
const troubleCodes = troubles.map((code) => `'${code}'`).join(', ');
const firstTrouble = `SELECT h.id FROM history h
  WHERE h.entry = e.seq AND h.event = 'postponed' AND json_valid(h.reason) AND json_extract(h.reason, '$.code') IN (${troubleCodes})
  ORDER BY h.id LIMIT 1`;

const lastGoodAnswer =
  "SELECT id FROM history WHERE event IN ('accepted', 'refused') ORDER BY id DESC LIMIT 1";

const inTrouble = z.array(
  z.object({
    id: z.string(),
    own: z.number(),
    code: z.string(),
    status: z.number().nullable(),
    wait: z.number().nullable(),
  }),
);

/** Which waiting entries are in trouble by themselves, derived from the order of stored troubles and good answers. */
export function readTroubles(db: Database): KnownTroubles {
  const found = inTrouble.parse(
    db
      .prepare(
        `SELECT id, first < COALESCE((${lastGoodAnswer}), 0) AS own, json_extract(reason, '$.code') AS code,
           json_extract(reason, '$.status') AS status, json_extract(reason, '$.waitMs') AS wait
         FROM (
           SELECT e.id, e.reason, e.changed_at, (${firstTrouble}) AS first
           FROM entry e WHERE e.state = 'waiting' AND e.counted_attempts > 0)
         WHERE first IS NOT NULL AND json_valid(reason) ORDER BY changed_at`,
      )
      .all(),
  );
  const askedToWait = found.filter(
    ({ own, code, status, wait }) =>
      own === 0 && code === 'busy' && wait !== null && status !== null && asksAllToWait(status),
  );
  return {
    own: found.flatMap(({ id, own }) => (own === 1 ? [id] : [])),
    askedToWait: askedToWait.map(({ id }) => id),
  };
}
