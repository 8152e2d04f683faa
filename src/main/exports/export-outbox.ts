import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { entryReason, type EntryKind } from '#shared/outbox/outbox.ts';
import { readRefusal, refusalText, type Refusal } from '#shared/outbox/refusal.ts';
import { csvRows, csvText } from './sheet.ts';
import { time, type Column, localDayText } from './cells.ts';
import type { EntryEvent, EntryHistoryStore, EntryWithEvents } from '../store/entry-histories.ts';
import { readJson } from '#shared/base/read-json.ts';

const slice = 250;

/** Every entry with its whole history, never the token. CSV has a line for each event. */
export async function exportOutbox(histories: EntryHistoryStore, format: 'csv' | 'json', now: number) {
  const fileName = `gangway-outbox-${localDayText(now)}.${format}`;
  if (format === 'json') {
    const items = await writeOut(histories, (entries) =>
      entries.map((entry) => JSON.stringify(jsonItem(entry), null, 2)).join(',\n'),
    );
    return { fileName, contentType: 'application/json', text: `[${items.join(',\n')}]` };
  }
  const csvLines = (entry: EntryWithEvents) =>
    entry.events.map((one) => csvColumns.map(([, cell]) => cell({ entry, one })));
  const rows = await writeOut(histories, (entries) => csvRows(entries.flatMap(csvLines)));
  const head = csvColumns.map(([label]) => label);
  return { fileName, contentType: 'text/csv', text: [csvText([head]), ...rows].join('') };
}

async function writeOut(histories: EntryHistoryStore, write: (entries: EntryWithEvents[]) => string) {
  const written: string[] = [];
  for (let after = 0; ; await nextTurn()) {
    const entries = histories.page(after, slice);
    const last = entries.at(-1);
    if (last === undefined) return written;
    written.push(write(entries));
    after = last.seq;
  }
}

function refusalIn({ event, reason }: EntryEvent, kind: EntryKind): Refusal | null {
  if (event !== 'refused' || reason === null) return null;
  return readRefusal(readJson(reason, entryReason)?.value ?? null, kind);
}

function storedOrText(text: string): unknown {
  const read = readJson(text, z.unknown());
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
    // Text altered on the disk is written as it is.
    request: storedOrText(entry.body),
    tries: entry.attempts,
    queuedAt: time(entry.queued_at),
    sentAt: time(entry.sent_at),
    markedByPerson: entry.marked_by_person === 1,
    history: entry.events.map((one) => ({
      at: time(one.at),
      event: one.event,
      try: one.attempt,
      reason: one.reason === null ? null : storedOrText(one.reason),
      refusal: refusalIn(one, entry.kind),
    })),
  };
}

const csvColumns: readonly Column<{ entry: EntryWithEvents; one: EntryEvent }>[] = [
  ['Item', ({ entry }) => entry.id],
  ['Kind', ({ entry }) => entry.kind],
  ['State now', ({ entry }) => entry.state],
  ['For', ({ entry }) => entry.title],
  ['Detail', ({ entry }) => entry.subtitle],
  ['Queued', ({ entry }) => time(entry.queued_at)],
  ['Sent', ({ entry }) => time(entry.sent_at)],
  ['Attempts', ({ entry }) => entry.attempts],
  ['When', ({ one }) => time(one.at)],
  ['What happened', ({ one }) => one.event],
  ['Attempt', ({ one }) => one.attempt],
  ['Reason', ({ one }) => one.reason],
  [
    'Service answer',
    ({ entry, one }) => {
      const refusal = refusalIn(one, entry.kind);
      return refusal === null ? null : refusalText(refusal);
    },
  ],
];
