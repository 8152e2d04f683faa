import { z } from 'zod';
import { columnFilter, inviteColumn } from '../settings/lists.ts';
import { entryState } from '../outbox/outbox.ts';
import { invitationResult, vendorInvitation } from '../service/vendor-invitation.ts';
import { getReading } from '../service/reading.ts';
import { call, instant, nothing, loadPage, pageRequest, entryId } from './call.ts';
import { draftKey } from './drafts.ts';
import { entryProgress, historyItem, entryAnswer, manyEntries } from './outbox.ts';

export const inviteRow = entryProgress.extend({
  contactName: z.string().nullable(),
  companyName: z.string().nullable(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  vendorId: z.string().nullable(),
  /** Words of the service's answer, verbatim. */
  complianceStatus: z.string().nullable(),
  vendorStatus: z.string().nullable(),
  /** When a person put it aside; null while it is among those invited. */
  archivedAt: instant.nullable(),
  /** Whether it was sent and its vendor's profile is kept here, so that it is no longer under Invited. */
  settled: z.boolean(),
});
export type InviteRow = z.infer<typeof inviteRow>;

/** Each invite is in `all` and one other tab. `done`: sent, and its vendor's profile is kept or it is archived. */
export const inviteTab = z.enum(['all', 'waiting', 'invited', 'needs_you', 'done', 'cancelled']);
export type InviteTab = z.infer<typeof inviteTab>;

/** What the list of invites is narrowed by beside its tab; null where it is not. */
export const inviteFilter = z.object({
  archived: z.boolean().nullable().default(null),
  /** Enqueued within this many days. */
  withinDays: z.number().int().min(1).max(3650).nullable().default(null),
  answered: z.boolean().nullable().default(null),
  state: entryState.nullable().default(null),
  /** Only those that were sent and whose vendor's profile is kept here. */
  settled: z.literal(true).nullable().default(null),
  list: z.number().int().min(1).nullable().default(null),
});
export type InviteFilter = z.infer<typeof inviteFilter>;

export const inviteQuery = z.object({
  tab: inviteTab.default('all'),
  search: z.string().max(200).default(''),
  filter: inviteFilter.prefault({}),
  /** Only those that fit each of these. */
  where: z.partialRecord(inviteColumn, columnFilter).default({}),
  sort: inviteColumn.default('queued'),
  descending: z.boolean().default(true),
});

const inviteDetail = inviteRow.extend({
  /** As it was entered, whatever form its dates were sent in. */
  invitation: vendorInvitation,
  /** Word for word as it is sent. */
  sent: vendorInvitation,
  idempotencyKey: z.string(),
  /** The entry that this one was corrected from, and the one that corrects this. */
  replaces: entryId.nullable(),
  replacedBy: entryId.nullable(),
  answer: entryAnswer.nullable(),
  /** The answer field by field; null where there is none or it cannot be read. */
  result: getReading(invitationResult).nullable(),
  history: z.array(historyItem),
});
export type InviteDetail = z.infer<typeof inviteDetail>;

/** An earlier invite to the same email address or vendor. */
const possibleDuplicate = entryProgress.extend({
  contactName: z.string().nullable(),
  email: z.string().nullable(),
  vendorId: z.string().nullable(),
});

/** Which sent invites are repeated as reminders, and how many of the requested ones are not. */
const reminders = z.object({
  entryIds: z.array(entryId),
  leftOut: z.object({
    notSent: z.number(),
    /** Another requested one goes to the same recipient. */
    sameRecipient: z.number(),
    /** An invite or a reminder to the recipient is not sent yet, or may have been. */
    underWay: z.number(),
  }),
});
export type Reminders = z.infer<typeof reminders>;

export const inviteCalls = {
  /**
   * Commits the invite to this computer and returns when it is safe. `replaces` names a refused entry that this one corrects, or
   * with `edits` one that is still to be sent and goes out in this form instead; `draft` the draft that it was, which is dropped
   * in the same commit.
   */
  'invites.enqueue': call(
    z.object({
      invitation: vendorInvitation,
      replaces: entryId.nullable(),
      edits: z.boolean().optional(),
      draft: draftKey.optional(),
    }),
    inviteRow,
  ),
  /** What `invites.remind` would do with these now. */
  'invites.remindable': call(z.object({ entryIds: manyEntries }), reminders),
  /** Queues a second invite with the same details, once per recipient, all or none. The service has no reminder of its own. */
  'invites.remind': call(
    z.object({ entryIds: manyEntries }),
    z.object({
      queued: z.array(entryId),
      notBefore: instant.nullable(),
      leftOut: reminders.shape.leftOut,
    }),
  ),
  'invites.page': call(pageRequest.extend(inviteQuery.shape), loadPage(inviteRow)),
  /** Archives sent invites or restores them, on this computer only. Unsent ones stay as they are. */
  'invites.archive': call(
    z.object({ entryIds: manyEntries, archived: z.boolean() }),
    z.object({ changed: z.array(entryId) }),
  ),
  'invites.counts': call(nothing, z.record(inviteTab, z.number())),
  'invites.get': call(z.object({ entryId }), inviteDetail),
  'invites.duplicates': call(
    z.object({ email: z.string().max(400).nullable(), vendorId: z.string().max(200).nullable() }),
    z.array(possibleDuplicate),
  ),
};

export const templateLimits = { name: 80, text: 10_000, number: 200 } as const;

/** A text for the message of an invite; words in braces are filled for each invite. */
export const messageTemplate = z.object({
  id: z.uuid(),
  name: z.string(),
  text: z.string(),
  changedAt: instant,
});
export type MessageTemplate = z.infer<typeof messageTemplate>;

export const templateCalls = {
  /** All of them, by name. */
  'templates.list': call(nothing, z.array(messageTemplate)),
  /** Saves a new, changed or restored template by the screen's id; `bad_input` for a taken name or too many templates. */
  'templates.save': call(
    z.object({
      id: z.uuid(),
      name: z.string().trim().min(1).max(templateLimits.name),
      text: z.string().trim().min(1).max(templateLimits.text),
    }),
    messageTemplate,
  ),
  'templates.delete': call(z.object({ id: z.uuid() }), nothing),
};
