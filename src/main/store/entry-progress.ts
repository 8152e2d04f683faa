import { z } from 'zod';
import type { EntryProgress } from '#shared/ipc/outbox.ts';
import { entryReason, entryState, type EntryReason } from '#shared/outbox/outbox.ts';
import { readStoredJson } from './stored-json.ts';

/** A row with {@link progressColumns}. */
export const entryRow = z.object({
  seq: z.number(),
  id: z.string(),
  state: entryState,
  reason: z.string().nullable(),
  attempts: z.number(),
  counted_attempts: z.number(),
  first_counted_at: z.number().nullable(),
  queued_at: z.number(),
  changed_at: z.number(),
  next_at: z.number().nullable(),
  not_before: z.number(),
  sent_at: z.number().nullable(),
  marked_by_person: z.number(),
});

/** Columns of `entry` that {@link toProgress} reads; for lists that join it. */
export const progressColumns =
  'e.seq, e.id, e.kind, e.state, e.reason, e.attempts, e.counted_attempts, e.first_counted_at, e.queued_at, e.changed_at, e.next_at, e.not_before, e.sent_at, e.marked_by_person';

/** An altered reason counts as none; the state alone decides. */
export function readReason(text: string | null): EntryReason | null {
  return text === null ? null : (readStoredJson(text, entryReason)?.value ?? null);
}

/** An entry's progress from a row with {@link progressColumns}. */
export function toProgress(raw: unknown): EntryProgress {
  const row = entryRow.parse(raw);
  return {
    entryId: row.id,
    state: row.state,
    reason: readReason(row.reason),
    attempts: row.attempts,
    queuedAt: row.queued_at,
    changedAt: row.changed_at,
    nextAt: row.next_at,
    sentAt: row.sent_at,
    markedByPerson: row.marked_by_person === 1,
    ...(row.state === 'queued' && row.not_before > 0 && { notBefore: row.not_before }),
  };
}
