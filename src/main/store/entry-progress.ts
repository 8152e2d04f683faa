import { z } from 'zod';
import { entryProgress, type EntryProgress } from '#shared/ipc/outbox.ts';
import { entryReason, openFateReasons, type EntryReason } from '#shared/outbox/outbox.ts';
import { selectColumns } from './query.ts';
import { readJson } from '#shared/base/read-json.ts';

const entryRow = entryProgress.omit({ entryId: true }).extend({
  reason: z.string().nullable(),
  notBefore: z.number(),
  markedByPerson: z.number(),
  colleague: z.string().nullable(),
});
const named = z.object({ entryId: z.string() });

/** What decisions change of an entry. */
export const decidableRow = entryRow.extend({
  seq: z.number(),
  entryId: z.string(),
  countedAttempts: z.number(),
  firstCountedAt: z.number().nullable(),
});
export type DecidableRow = z.infer<typeof decidableRow>;

/** Columns of `entry` that {@link toProgress} reads; for lists that join it. */
export const progressColumns = `e.seq, e.id AS entryId, e.kind, ${selectColumns('e', entryRow)}`;

/** An altered reason counts as none; the state alone decides. */
export const readReason = (text: string | null): EntryReason | null =>
  text === null ? null : (readJson(text, entryReason)?.value ?? null);

/** Reasons that say that something may have been sent, by this computer or by one that has a copy of its workspace. */
const maySentReasons: readonly EntryReason['code'][] = [
  ...openFateReasons,
  'restored_from_backup',
  'moved_here',
];

/** SQL for whether an entry is held since a colleague invited the same vendor. @param reason SQL for its reason */
export const isHeldSql = (reason: string): string =>
  `(json_valid(${reason}) AND ${reason} ->> '$.code' = 'invited_by_colleague')`;

/** SQL for whether any attempt of an entry may have been sent, whatever a person said since. @param entry SQL for its number */
export const mayBeSentSql = (entry: string): string =>
  `EXISTS (SELECT 1 FROM history o WHERE o.entry = ${entry} AND json_valid(o.reason)
     AND o.reason ->> '$.code' IN (${maySentReasons.map((code) => `'${code}'`).join(', ')}))`;

/** An entry's progress from a row with {@link progressColumns}. */
export function toProgress(raw: unknown): EntryProgress {
  const { reason, notBefore, markedByPerson, colleague, ...row } = entryRow.parse(raw);
  return {
    ...named.parse(raw),
    ...row,
    reason: readReason(reason),
    markedByPerson: markedByPerson === 1,
    ...(row.state === 'queued' && notBefore > 0 && { notBefore }),
    ...(colleague !== null && { colleague }),
  };
}
