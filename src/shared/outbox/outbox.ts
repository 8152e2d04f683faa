import { z } from 'zod';
import { doubt } from '../service/doubts.ts';

export const entryKind = z.enum(['invite', 'verification']);
export type EntryKind = z.infer<typeof entryKind>;

export const entryState = z.enum([
  'queued',
  'sending',
  'waiting',
  'in_doubt',
  'accepted',
  'rejected',
  'dead',
  'cancelled',
]);
export type EntryState = z.infer<typeof entryState>;

export const entryEvent = z.enum([
  'claimed',
  'accepted',
  'refused',
  'outcome_unknown',
  'postponed',
  'unauthorised',
  'gave_up',
  'altered',
  'cancelled',
  'corrected',
  'sent_again',
  'marked_as_sent',
  'retried_now',
  'undone',
]);
export type EntryEvent = z.infer<typeof entryEvent>;

export const entryDecision = entryEvent.extract([
  'cancelled',
  'corrected',
  'sent_again',
  'marked_as_sent',
  'retried_now',
]);
export type EntryDecision = z.infer<typeof entryDecision>;

/** The only legal transitions. Only a person's decision leaves `in_doubt`, so no second email is sent unasked ({@link canUndo}). */
export const transitions: Record<EntryState, Partial<Record<EntryEvent, EntryState>>> = {
  // `altered`: the disk does not have what was enqueued. Never sent.
  // `outcome_unknown`: a restored backup may show an entry as unsent that was sent later.
  queued: { claimed: 'sending', cancelled: 'cancelled', outcome_unknown: 'in_doubt', altered: 'rejected' },
  sending: {
    accepted: 'accepted',
    refused: 'rejected',
    outcome_unknown: 'in_doubt',
    postponed: 'waiting',
    unauthorised: 'queued',
    gave_up: 'dead',
  },
  waiting: {
    claimed: 'sending',
    retried_now: 'queued',
    cancelled: 'cancelled',
    outcome_unknown: 'in_doubt',
    altered: 'rejected',
  },
  in_doubt: { sent_again: 'queued', marked_as_sent: 'accepted', cancelled: 'cancelled' },
  accepted: {},
  rejected: { marked_as_sent: 'accepted', cancelled: 'cancelled', corrected: 'cancelled' },
  dead: { retried_now: 'queued', cancelled: 'cancelled', corrected: 'cancelled' },
  cancelled: {},
};

export const nextState = (from: EntryState, event: EntryEvent): EntryState | null =>
  transitions[from][event] ?? null;

/** Whether an entry in state `now` can return to `before`, where the decision was made. */
export const canUndo = (before: EntryState, decision: EntryDecision, now: EntryState): boolean =>
  nextState(before, decision) === now;

/** Why a correction is not queued: there is another one, or the entry may have been sent or was canceled. */
export type CorrectionProblem = 'corrected' | 'on_its_way' | 'superseded' | 'not_editable';

/** `path` as the service wrote it, in steps where it came in steps. */
export const refusalSaid = z.object({
  message: z.string().nullable(),
  fields: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), words: z.string() })),
});
export type RefusalSaid = z.infer<typeof refusalSaid>;

const answered = { status: z.number(), contentType: z.string().nullable(), body: z.string() };

export const entryReason = z.discriminatedUnion('code', [
  z.object({ code: z.literal('unreachable'), detail: z.string() }),
  z.object({ code: z.literal('no_answer'), detail: z.string() }),
  z.object({ code: z.literal('closed_while_sending') }),
  z.object({ code: z.literal('server_error'), status: z.number(), body: z.string() }),
  z.object({ code: z.literal('busy'), status: z.number(), waitMs: z.number().nullable() }),
  z.object({
    code: z.literal('refused'),
    ...answered,
    /** What the whole body said, where the kept beginning is not all. */
    said: refusalSaid.optional(),
  }),
  /** A success that is a web page: something may have answered in the service's place. */
  z.object({ code: z.literal('web_page'), ...answered }),
  /** A success without an answer of the operation in it. */
  z.object({ code: z.literal('unreadable_answer'), ...answered }),
  /** A success that does not say that it was done. `wrappedIn`: an envelope that is not set. */
  z.object({
    code: z.literal('answer_not_clear'),
    ...answered,
    doubts: z.array(doubt),
    wrappedIn: z.string().optional(),
    /** See answerPattern; absent where no rule can be kept for such an answer. */
    pattern: z.string().optional(),
  }),
  z.object({ code: z.literal('redirected'), status: z.number(), location: z.string().nullable() }),
  /** `seen`: an ID at a place that the workspace does not name. */
  z.object({
    code: z.literal('no_request_id'),
    body: z.string(),
    seen: z.object({ at: z.string(), id: z.string() }).optional(),
  }),
  z.object({ code: z.literal('token_refused') }),
  /** An older copy of the data replaced it, made at `copyAt` if known. */
  z.object({ code: z.literal('restored_from_backup'), copyAt: z.number().optional() }),
  /** Unsent in a workspace from another computer, which may have sent it since. */
  z.object({ code: z.literal('moved_here') }),
  z.object({ code: z.literal('altered') }),
  /** Not sent, since a colleague invited the same vendor. `known`: up to which of their invites a person decides here. */
  z.object({
    code: z.literal('invited_by_colleague'),
    colleague: z.string(),
    at: z.number(),
    state: z.enum(['queued', 'in_doubt', 'sent']),
    known: z.number(),
    /** Whether an earlier attempt of one's own may have been sent. */
    mayBeSent: z.boolean().optional(),
  }),
]);
export type EntryReason = z.infer<typeof entryReason>;
export type InvitedByColleague = Extract<EntryReason, { code: 'invited_by_colleague' }>;

/** Why an entry is held since a colleague invited the same vendor; null if it is not held. */
export function findHold(entry: {
  state: EntryState;
  reason: EntryReason | null;
}): InvitedByColleague | null {
  return entry.state === 'in_doubt' && entry.reason?.code === 'invited_by_colleague' ? entry.reason : null;
}

/** Whether an entry that waits for a person may have been sent; one that is only held was not. */
export function isFateOpen(entry: { state: EntryState; reason: EntryReason | null }): boolean {
  const hold = findHold(entry);
  return hold === null ? entry.state === 'in_doubt' : hold.mayBeSent === true;
}

/** Reasons after which nobody knows whether the service did it. */
export const openFateReasons: readonly EntryReason['code'][] = [
  'no_answer',
  'server_error',
  'web_page',
  'unreadable_answer',
  'answer_not_clear',
  'closed_while_sending',
];

export const needsPersonStates: readonly EntryState[] = ['in_doubt', 'rejected', 'dead'];
export const unsentStates: readonly EntryState[] = ['queued', 'sending', 'waiting'];

export const outboxGroup = z.enum(['needs_you', 'sending', 'will_retry', 'waiting', 'sent', 'cancelled']);
export type OutboxGroup = z.infer<typeof outboxGroup>;

export const groupStates: Record<OutboxGroup, readonly EntryState[]> = {
  needs_you: needsPersonStates,
  sending: ['sending'],
  will_retry: ['waiting'],
  waiting: ['queued'],
  sent: ['accepted'],
  cancelled: ['cancelled'],
};

/** The state of the queue as a whole. Times are milliseconds since 1970. */
export const queueCondition = z.discriminatedUnion('kind', [
  /** No answer yet since the start, or the last request had none. */
  z.object({ kind: z.literal('connecting') }),
  z.object({ kind: z.literal('online') }),
  z.object({ kind: z.literal('offline'), since: z.number(), detail: z.string() }),
  z.object({ kind: z.literal('busy'), until: z.number() }),
  /** The service answers with errors; the breaker waits. */
  z.object({ kind: z.literal('server_trouble'), until: z.number() }),
  /** The service redirects, which is not followed. Nothing is sent before `until`, if not null. */
  z.object({ kind: z.literal('redirected'), location: z.string().nullable(), until: z.number().nullable() }),
  z.object({ kind: z.literal('signed_out'), reason: z.enum(['refused', 'no_token', 'keychain']) }),
  z.object({ kind: z.literal('paused') }),
  /** The app did not close properly; nothing is sent until its data is checked. */
  z.object({ kind: z.literal('checking_data') }),
  z.object({ kind: z.literal('working_offline') }),
  /** The queue cannot be written (disk full, folder read-only). `detail`: see {@link storageTrouble}. */
  z.object({ kind: z.literal('cannot_save'), detail: z.string() }),
]);
export type QueueCondition = z.infer<typeof queueCondition>;

export const stateCounts = z.record(entryState, z.number());
export type StateCounts = z.infer<typeof stateCounts>;

/** The current or last run of sending, from when the queue began to move. */
const sendingRun = z.object({
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  enqueued: z.number(),
  /** Ended one way or another, and of those: sent. */
  settled: z.number(),
  sent: z.number(),
});

/** Entries enqueued together, not sent before `until` so that they can be undone. */
const delayedGroup = z.object({ until: z.number(), entries: z.record(z.string(), z.number()) });
export type DelayedGroup = z.infer<typeof delayedGroup>;

/** The service is there, but not well. Holds nothing back. */
const serviceFinding = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trouble'), status: z.number(), at: z.number() }),
  z.object({ kind: z.literal('redirected'), location: z.string().nullable(), at: z.number() }),
]);

export type ServiceFinding = z.infer<typeof serviceFinding>;

export const syncStatus = z.object({
  condition: queueCondition,
  counts: stateCounts,
  run: sendingRun.nullable(),
  concurrency: z.number(),
  lastAnswerAt: z.number().nullable(),
  /** When the service last answered properly. */
  wellAt: z.number().nullable(),
  /** What it said instead the last time; null where all is well or nothing is known. */
  finding: serviceFinding.nullable(),
  /** Since when requests wait for any answer; null where none waits. */
  unansweredSince: z.number().nullable(),
  lastSentAt: z.number().nullable(),
  lastSentTo: z.string().nullable(),
  nextAt: z.number().nullable(),
  /** What waits so that it can be undone, next first. */
  delayed: z.array(delayedGroup),
  /** How many of these are entries; the others are rows of a list not in the outbox yet. */
  delayedEntries: z.number(),
});
export type SyncStatus = z.infer<typeof syncStatus>;

const sum = (counts: StateCounts, states: readonly EntryState[]): number =>
  states.reduce((total, state) => total + counts[state], 0);

export const unsentCount = ({ counts }: SyncStatus): number => sum(counts, unsentStates);
export const needsPersonCount = ({ counts }: SyncStatus): number => sum(counts, needsPersonStates);
