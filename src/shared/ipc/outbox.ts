import { z } from 'zod';
import {
  entryDecision,
  entryEvent,
  entryKind,
  entryReason,
  entryState,
  outboxGroup,
  syncStatus,
} from '../outbox/outbox.ts';
import { columnFilter, outboxColumn } from '../settings/lists.ts';
import { call, instant, nothing, loadPage, pageRequest, entryId, textFile } from './call.ts';
import { keptAnswer, keptAnswerFacts } from './answers.ts';

export const entryProgress = z.object({
  entryId,
  state: entryState,
  reason: entryReason.nullable(),
  attempts: z.number(),
  queuedAt: instant,
  changedAt: instant,
  nextAt: instant.nullable(),
  sentAt: instant.nullable(),
  markedByPerson: z.boolean(),
  /** Not sent before this time, so that it can be undone; absent where it does not wait. */
  notBefore: instant.optional(),
  /** Who sent it; absent where this computer did or does. */
  colleague: z.string().optional(),
});
export type EntryProgress = z.infer<typeof entryProgress>;

export const outboxRow = entryProgress.extend({
  kind: entryKind,
  title: z.string(),
  /** The contact's name or the license number. */
  subtitle: z.string(),
});
export type OutboxRow = z.infer<typeof outboxRow>;

export const historyItem = z.object({
  at: instant,
  event: z.union([entryEvent, z.literal('enqueued')]),
  attempt: z.number().nullable(),
  reason: entryReason.nullable(),
  answer: keptAnswerFacts.optional(),
});
export type HistoryItem = z.infer<typeof historyItem>;

const entryAnswer = keptAnswer.extend({ attempt: z.number() });
export type EntryAnswer = z.infer<typeof entryAnswer>;

/** What the page of one entry shows, whatever its kind. */
export const entryDetail = {
  idempotencyKey: z.string(),
  replaces: entryId.nullable(),
  replacedBy: entryId.nullable(),
  answer: entryAnswer.nullable(),
  history: z.array(historyItem),
};

const oneEntry = z.object({ entryId });
export const maxDecided = 5000;
export const manyEntries = z.array(entryId).min(1).max(maxDecided);

/** `held`: not sent, since a colleague invited the same vendor. */
export const outboxNarrowing = z.enum(['refused', 'in_doubt', 'held']);
export type OutboxNarrowing = z.infer<typeof outboxNarrowing>;

export const outboxQuery = z.object({
  search: z.string().max(200).default(''),
  where: z.partialRecord(outboxColumn, columnFilter).default({}),
  sort: outboxColumn.nullable().default(null),
  descending: z.boolean().default(false),
});
export type OutboxQuery = z.infer<typeof outboxQuery>;

export const outboxCalls = {
  'outbox.status': call(nothing, syncStatus),
  /** `refused`: refused, or given up. `in_doubt`: may have been sent. */
  'outbox.page': call(
    pageRequest.extend({
      group: outboxGroup,
      only: outboxNarrowing.nullable().default(null),
      ...outboxQuery.shape,
    }),
    loadPage(outboxRow),
  ),
  /** Only for entries in doubt, and only because a person asked: the service may send a second email. */
  'outbox.sendAgain': call(oneEntry, entryProgress),
  'outbox.markAsSent': call(oneEntry, entryProgress),
  'outbox.retryNow': call(oneEntry, entryProgress),
  'outbox.retryAllNow': call(nothing, z.object({ retried: z.number() })),
  'outbox.cancel': call(oneEntry, entryProgress),
  /** One decision on many, in one commit. Entries whose state does not allow it are left alone. */
  'outbox.decideMany': call(
    z.object({ entryIds: manyEntries, decision: entryDecision.exclude(['corrected']) }),
    z.object({ changed: z.array(entryId), notBefore: instant.nullable() }),
  ),
  /** Undoes a decision where nothing has happened since; `enqueued` cancels. `changed` counts what could not be undone. */
  'outbox.undo': call(
    z.object({ entryIds: manyEntries, what: entryDecision.or(z.literal('enqueued')) }),
    z.object({ undone: z.array(entryId), sending: z.number(), changed: z.number() }),
  ),
  /** Undoes all that waits until this time: canceled, or as unclear or given up as before. */
  'outbox.undoDelayed': call(
    z.object({ until: instant }),
    z.object({ undone: z.number(), left: z.number() }),
  ),
  'outbox.sendDelayed': call(z.object({ until: instant }), z.object({ released: z.number() })),
  'outbox.inDoubt': call(nothing, z.record(entryKind, z.array(entryId).max(maxDecided))),
  'outbox.pause': call(z.object({ paused: z.boolean() }), syncStatus),
  'outbox.workOffline': call(z.object({ on: z.boolean() }), syncStatus),
  'outbox.syncNow': call(nothing, syncStatus),
  'outbox.export': call(z.object({ format: z.enum(['csv', 'json']) }), textFile),
};
