import { z } from 'zod';
import { vendorAnswer } from '../onboarding/answer.ts';
import { call, instant, nothing } from './call.ts';
import { documentRow } from './documents.ts';
import { inviteRow } from './invites.ts';
import { outboxRow } from './outbox.ts';
import { verificationRow } from './verifications.ts';

const getSection = <T extends z.ZodType>(row: T) => z.object({ total: z.number(), rows: z.array(row) });

const stoppedVendor = z.object({
  subject: z.string(),
  name: z.string(),
  why: z.string(),
  since: instant,
  isNew: z.boolean(),
});

const endingItem = z.object({
  kind: z.enum(['vendor', 'license']),
  /** The vendor's subject, or the verification's ID. */
  id: z.string(),
  name: z.string(),
  what: z.string(),
  days: z.number(),
});

const askedItem = z.object({
  kind: z.enum(['verification', 'document']),
  id: z.string(),
  name: z.string(),
  what: z.string(),
  at: instant,
});

const dueFollowUp = z.object({
  /** The note's ID. */
  id: z.string(),
  subject: z.string(),
  name: z.string(),
  text: z.string(),
  /** The names of the requirements that it waits for, and when they were last asked for. */
  awaits: z.array(z.string()),
  at: instant,
  /** 0 where it is due today, negative where it is overdue. */
  days: z.number(),
});
export type DueFollowUp = z.infer<typeof dueFollowUp>;

const renewalPile = z.object({
  /** The vendors to write to, the most urgent first, up to {@link maxRenewals} of `total`. */
  subjects: z.array(z.string()),
  total: z.number(),
  /** All of them have something that expires within so many days. */
  within: z.number(),
});

const expiringVendor = z.object({
  subject: z.string(),
  name: z.string(),
  ends: z.array(z.string()),
  until: z.iso.date(),
  days: z.number(),
});

const activityItem = z.object({
  at: instant,
  kind: z.enum([
    'invite_sent',
    'invite_queued',
    'check_sent',
    'check_queued',
    'in_doubt',
    'refused',
    'result_same',
    'result_differs',
    'result_problem',
    'document_result',
    'profile_fetched',
    'decision',
  ]),
  subject: z.string(),
  detail: z.string(),
});

const expiringLicense = z.object({
  entryId: z.string(),
  name: z.string(),
  trade: z.string().nullable(),
  expiryDate: z.string(),
  lacksDay: z.boolean(),
  days: z.number(),
});

const todaySummary = z.object({
  unclear: getSection(outboxRow),
  held: getSection(outboxRow),
  refused: getSection(outboxRow),
  mismatched: getSection(verificationRow),
  lowQuality: getSection(documentRow),
  stopped: getSection(stoppedVendor).extend({ newTotal: z.number() }),
  endsSoon: getSection(endingItem),
  /** Requests of {@link replyDays} ago or earlier, oldest first. */
  asked: getSection(askedItem),
  /** Open follow-ups whose day has come, the earliest first. */
  followUps: getSection(dueFollowUp),
  /** Vendors to remind of a renewal; null for none. */
  renewals: renewalPile.nullable(),
  expiringVendors: getSection(expiringVendor),
  /** Labels of the details that differ, by entry; only for the first of `mismatched`. */
  differingDetails: z.record(z.string(), z.array(z.string())),
  /** The lowest part of a document's score, 0 to 100, by job ID; only for the first of `lowQuality`. */
  weakestParts: z.record(z.string(), z.object({ label: z.string(), score: z.number() })),
  /** How many licenses expire soon, on which days, and the first of them. Also counts ambiguous dates. */
  expiring: z.object({
    total: z.number(),
    perDay: z.array(z.number()),
    rows: z.array(expiringLicense),
    unclear: z.number(),
  }),
  activity: z.array(activityItem),
});
export type TodaySummary = z.infer<typeof todaySummary>;

export const needsYouCounts = z.record(
  z.enum(['today', 'invites', 'verifications', 'documents', 'vendors', 'unsent']),
  z.number(),
);
export type NeedsYouCounts = z.infer<typeof needsYouCounts>;

export const lastQueuedItems = 5;

const lastQueuedItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invite'), row: inviteRow }),
  z.object({ kind: z.literal('verification'), row: verificationRow }),
]);
export type LastQueuedItem = z.infer<typeof lastQueuedItem>;

const firstSteps = z.record(z.enum(['requirements', 'vendors', 'invites', 'verifications']), z.number());
export type FirstSteps = z.infer<typeof firstSteps>;

const foundAnswer = vendorAnswer.extend({
  /** The job site named in the search; null for all in the profile. */
  site: z.string().nullable(),
});

const searchHit = z.object({
  answer: foundAnswer.optional(),
  kind: z.enum(['vendor', 'invite', 'verification', 'document']),
  id: z.string(),
  title: z.string(),
  subtitle: z.string(),
});
export type SearchHit = z.infer<typeof searchHit>;

export const todayCalls = {
  /** What needs somebody; of `mine` what is assigned to this person or, where nobody is, their own. */
  'today.summary': call(z.literal('mine').nullable(), todaySummary),
  'today.firstSteps': call(nothing, firstSteps),
  'today.lastQueued': call(nothing, z.array(lastQueuedItem).max(lastQueuedItems)),
  'today.counts': call(nothing, needsYouCounts),
  'search.find': call(z.object({ text: z.string().max(200) }), z.array(searchHit)),
};
