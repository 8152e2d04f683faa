import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { csvText } from './csv-text.ts';

const exported = z.object({
  id: z.string(),
  kind: z.string(),
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
const event = z.object({
  entry_id: z.string(),
  at: z.number(),
  event: z.string(),
  attempt: z.number().nullable(),
  reason: z.string().nullable(),
});

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** Everything that was handed over with its whole history, never the token. CSV has a line for each event. */
export function exportOutbox(db: Database, format: 'csv' | 'json', now: number) {
  const entries = z.array(exported).parse(
    db
      .prepare(
        `SELECT id, kind, state, title, subtitle, idempotency_key, body, attempts, queued_at, sent_at, marked_by_person
           FROM entry ORDER BY seq`,
      )
      .all(),
  );
  const events = z
    .array(event)
    .parse(
      db
        .prepare(
          'SELECT e.id AS entry_id, h.at, h.event, h.attempt, h.reason FROM history h JOIN entry e ON e.seq = h.entry ORDER BY h.id',
        )
        .all(),
    );
  const eventsOf = Map.groupBy(events, (one) => one.entry_id);
  const fileName = `gangway-outbox-${new Date(now).toISOString().slice(0, 10)}.${format}`;
  if (format === 'json') {
    const items = entries.map((entry) => ({
      id: entry.id,
      kind: entry.kind,
      state: entry.state,
      for: entry.title,
      detail: entry.subtitle,
      idempotencyKey: entry.idempotency_key,
      request: z.unknown().parse(JSON.parse(entry.body)),
      tries: entry.attempts,
      queuedAt: iso(entry.queued_at),
      sentAt: iso(entry.sent_at),
      markedByPerson: entry.marked_by_person === 1,
      history: (eventsOf.get(entry.id) ?? []).map((one) => ({
        at: iso(one.at),
        event: one.event,
        try: one.attempt,
        reason: one.reason === null ? null : z.unknown().parse(JSON.parse(one.reason)),
      })),
    }));
    return { fileName, contentType: 'application/json', text: JSON.stringify(items, null, 2) };
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
  ];
  const rows = entries.flatMap((entry) =>
    (eventsOf.get(entry.id) ?? []).map((one) => [
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
    ]),
  );
  return { fileName, contentType: 'text/csv', text: csvText([head, ...rows]) };
}
