import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { entryKind, entryReason, type EntryKind } from '#shared/outbox.ts';
import { readRefusal, refusalText, type Refusal } from '#shared/refusal.ts';
import { csvRows, csvText } from './csv-text.ts';
import { localDayText, localTimeText } from './local-time.ts';
import { readStoredJson } from '../store/stored-json.ts';

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
const eventRow = z.object({
  entry: z.number(),
  at: z.number(),
  event: z.string(),
  attempt: z.number().nullable(),
  reason: z.string().nullable(),
});
type EntryWithEvents = z.infer<typeof entryRow> & { events: z.infer<typeof eventRow>[] };

/** So many entries are read and written out before other work has its turn. */
const slice = 250;

/** Everything that was enqueued with its whole history, never the token. CSV has a line for each event. */
export async function exportOutbox(db: Database, format: 'csv' | 'json', now: number) {
  const fileName = `gangway-outbox-${localDayText(now)}.${format}`;
  if (format === 'json') {
    const items = await writeOut(db, (entries) =>
      entries.map((entry) => JSON.stringify(jsonItem(entry), null, 2)).join(',\n'),
    );
    return { fileName, contentType: 'application/json', text: `[${items.join(',\n')}]` };
  }
  const rows = await writeOut(db, (entries) => csvRows(entries.flatMap(csvLines)));
  return { fileName, contentType: 'text/csv', text: [csvText([head]), ...rows].join('') };
}

/** Writes out slice after slice; each entry stands with the history that it had at that moment. */
async function writeOut(db: Database, write: (entries: EntryWithEvents[]) => string): Promise<string[]> {
  const selectEntries = db.prepare(
    `SELECT seq, id, kind, state, title, subtitle, idempotency_key, body, attempts, queued_at, sent_at, marked_by_person
     FROM entry WHERE seq > ? ORDER BY seq LIMIT ?`,
  );
  const selectEvents = db.prepare(
    `SELECT entry, at, event, attempt, reason FROM (
       SELECT entry, id AS place, at, event, attempt, reason FROM history WHERE entry BETWEEN @first AND @last
       UNION ALL SELECT seq, 0, queued_at, 'enqueued', NULL, NULL FROM entry WHERE seq BETWEEN @first AND @last)
     ORDER BY entry, place`,
  );
  const written: string[] = [];
  for (let place = 0; ; await nextTurn()) {
    const entries = z.array(entryRow).parse(selectEntries.all(place, slice));
    const [first, last] = [entries.at(0), entries.at(-1)];
    if (first === undefined || last === undefined) return written;
    const events = Map.groupBy(
      z.array(eventRow).parse(selectEvents.all({ first: first.seq, last: last.seq })),
      (one) => one.entry,
    );
    written.push(write(entries.map((entry) => ({ ...entry, events: events.get(entry.seq) ?? [] }))));
    place = last.seq;
  }
}

const iso = (at: number | null) => (at === null ? null : localTimeText(at));

/** What the service said when it refused, with the fields that it spoke of; null for other events. */
function refusalIn({ event, reason }: z.infer<typeof eventRow>, kind: EntryKind): Refusal | null {
  if (event !== 'refused' || reason === null) return null;
  return readRefusal(readStoredJson(reason, entryReason)?.value ?? null, kind);
}

function storedOrText(text: string): unknown {
  const read = readStoredJson(text, z.unknown());
  return read === null ? text : read.value;
}

function jsonItem(entry: EntryWithEvents) {
  return {
    id: entry.id,
    kind: entry.kind,
    state: entry.state,
    for: entry.title,
    detail: entry.subtitle,
    idempotencyKey: entry.idempotency_key,
    // Words that were altered on the disk are written out as they stand.
    request: storedOrText(entry.body),
    tries: entry.attempts,
    queuedAt: iso(entry.queued_at),
    sentAt: iso(entry.sent_at),
    markedByPerson: entry.marked_by_person === 1,
    history: entry.events.map((one) => ({
      at: iso(one.at),
      event: one.event,
      try: one.attempt,
      reason: one.reason === null ? null : storedOrText(one.reason),
      refusal: refusalIn(one, entry.kind),
    })),
  };
}

const head = [
  'Item',
  'Kind',
  'State now',
  'For',
  'Detail',
  'Queued',
  'Sent',
  'Tries',
  'When',
  'What happened',
  'Try',
  'Reason',
  'What the service said',
];

function csvLines(entry: EntryWithEvents) {
  return entry.events.map((one) => {
    const refusal = refusalIn(one, entry.kind);
    return [
      entry.id,
      entry.kind,
      entry.state,
      entry.title,
      entry.subtitle,
      iso(entry.queued_at),
      iso(entry.sent_at),
      entry.attempts,
      iso(one.at),
      one.event,
      one.attempt,
      one.reason,
      refusal === null ? null : refusalText(refusal),
    ];
  });
}
