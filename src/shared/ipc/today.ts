import { z } from 'zod';
import { vendorAnswer } from '../onboarding/answer.ts';
import { call, instant, nothing } from './call.ts';
import { documentRow } from './documents.ts';
import { inviteRow } from './invites.ts';
import { outboxRow } from './outbox.ts';
import { verificationRow } from './verifications.ts';

function getSection<T extends z.ZodType>(row: T) {
  return z.object({ total: z.number(), rows: z.array(row) });
}

/** A vendor that may not work. */
const stoppedVendor = z.object({
  /** The vendor's ID, or @ and the address of one that has none yet. */
  subject: z.string(),
  name: z.string(),
  /** Why, worst first. */
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

/** A vendor of which something ends soon, without which it would not be ready. */
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
  /** The day that counts, as 2027-03-31. */
  expiryDate: z.string(),
  /** Whether that is the last day of a month or a year, as the service gave no day. */
  lacksDay: z.boolean(),
  days: z.number(),
});

const todaySummary = z.object({
  unclear: getSection(outboxRow),
  refused: getSection(outboxRow),
  mismatched: getSection(verificationRow),
  lowQuality: getSection(documentRow),
  /** Vendors that may not work, those first that became so in the last days. */
  stopped: getSection(stoppedVendor).extend({ newTotal: z.number() }),
  endsSoon: getSection(endingItem),
  /** Requests of {@link replyDays} ago or earlier, oldest first. */
  asked: getSection(askedItem),
  /** Vendors with standing `expiring`, earliest end first. */
  expiringVendors: getSection(expiringVendor),
  /** Labels of the details that differ, by entry; of the first of `mismatched` only. */
  differingDetails: z.record(z.string(), z.array(z.string())),
  /** What the score of a document suffers from most, 0 to 100, by job ID; of the first of `lowQuality` only. */
  weakestParts: z.record(z.string(), z.object({ label: z.string(), score: z.number() })),
  /** Licenses that expire soon: how many, on which days, and the first of them. Also counts ambiguous dates. */
  expiring: z.object({
    total: z.number(),
    perDay: z.array(z.number()),
    rows: z.array(expiringLicense),
    unclear: z.number(),
  }),
  activity: z.array(activityItem),
});
export type TodaySummary = z.infer<typeof todaySummary>;

/** What needs a person, by screen: the numbers of the sidebar. */
export const needsYouCounts = z.object({
  today: z.number(),
  invites: z.number(),
  verifications: z.number(),
  documents: z.number(),
  vendors: z.number(),
  unsent: z.number(),
});
export type NeedsYouCounts = z.infer<typeof needsYouCounts>;

/** How many of the things that were queued last are shown with what has become of them. */
export const lastQueuedItems = 5;

const lastQueuedItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invite'), row: inviteRow }),
  z.object({ kind: z.literal('verification'), row: verificationRow }),
]);
export type LastQueuedItem = z.infer<typeof lastQueuedItem>;

/** How much of each first step there is: profiles kept, and invites and verifications that were queued here. */
const firstSteps = z.object({
  requirements: z.number(),
  vendors: z.number(),
  invites: z.number(),
  verifications: z.number(),
});
export type FirstSteps = z.infer<typeof firstSteps>;

/** Whether a vendor that was found may work, as of this moment. */
const foundAnswer = vendorAnswer.extend({
  /** The job site that was named in the search; null for all that its profile names. */
  site: z.string().nullable(),
});

/** A hit of the search field in the title bar. */
const searchHit = z.object({
  /** Of vendors that requirements apply to. */
  answer: foundAnswer.optional(),
  kind: z.enum(['vendor', 'invite', 'verification', 'document']),
  id: z.string(),
  title: z.string(),
  subtitle: z.string(),
});
export type SearchHit = z.infer<typeof searchHit>;

export const todayCalls = {
  'today.summary': call(nothing, todaySummary),
  'today.firstSteps': call(nothing, firstSteps),
  /** What was queued last on this computer, the newest first. */
  'today.lastQueued': call(nothing, z.array(lastQueuedItem).max(lastQueuedItems)),
  'today.counts': call(nothing, needsYouCounts),
  'search.find': call(z.object({ text: z.string().max(200) }), z.array(searchHit)),
};
