import { z } from 'zod';
import { columnFilter, inviteColumn } from '../settings/lists.ts';
import { entryState } from '../outbox/outbox.ts';
import { invitationResult, vendorInvitation } from '../service/vendor-invitation.ts';
import { getReading } from '../service/reading.ts';
import { messageTemplate } from '../outbox/message-template.ts';
import { call, instant, nothing, loadPage, pageRequest, entryId, toOverridden } from './call.ts';
import { draftKey } from './drafts.ts';
import { entryDetail, entryProgress, manyEntries } from './outbox.ts';

export const inviteFields = z.object({
  contactName: z.string().nullable(),
  companyName: z.string().nullable(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  vendorId: z.string().nullable(),
  complianceStatus: z.string().nullable(),
  vendorStatus: z.string().nullable(),
  archivedAt: instant.nullable(),
});
export const inviteRow = entryProgress.extend({
  ...inviteFields.shape,
  /** Sent, and its vendor's profile is kept here, so it is no longer under Invited. */
  settled: z.boolean(),
});
export type InviteRow = z.infer<typeof inviteRow>;

/** Each invite is in `all` and one other tab. `done`: sent, and its vendor's profile is kept or it is archived. */
export const inviteTab = z.enum(['all', 'waiting', 'invited', 'needs_you', 'done', 'cancelled']);
export type InviteTab = z.infer<typeof inviteTab>;

export const inviteFilter = z.object({
  archived: z.boolean().nullable().default(null),
  withinDays: z.number().int().min(1).max(3650).nullable().default(null),
  answered: z.boolean().nullable().default(null),
  state: entryState.nullable().default(null),
  settled: z.literal(true).nullable().default(null),
  list: z.number().int().min(1).nullable().default(null),
});
export type InviteFilter = z.infer<typeof inviteFilter>;

export const inviteQuery = z.object({
  tab: inviteTab.default('all'),
  search: z.string().max(200).default(''),
  filter: inviteFilter.prefault({}),
  where: z.partialRecord(inviteColumn, columnFilter).default({}),
  sort: inviteColumn.default('queued'),
  descending: z.boolean().default(true),
});

const inviteDetail = inviteRow.extend({
  /** As entered, whatever form its dates were sent in. */
  invitation: vendorInvitation,
  /** Word for word as it is sent. */
  sent: vendorInvitation,
  ...entryDetail,
  result: getReading(invitationResult).nullable(),
});
export type InviteDetail = z.infer<typeof inviteDetail>;

const reminders = z.object({
  entryIds: z.array(entryId),
  leftOut: z.object({
    notSent: z.number(),
    sameRecipient: z.number(),
    /** An invite or reminder to the recipient is not sent yet, or may have been. */
    underWay: z.number(),
  }),
});
export type Reminders = z.infer<typeof reminders>;

export const inviteCalls = {
  /** Returns once the invite is durable. `replaces`: a refused entry, or with `edits` an unsent one. `draft` is deleted with it. */
  'invites.enqueue': call(
    z.object({
      invitation: vendorInvitation,
      replaces: entryId.nullable(),
      edits: z.boolean().optional(),
      draft: draftKey.optional(),
      /** Earlier invites that the person saw and wants this one nevertheless. */
      despite: z.array(entryId).max(100).optional(),
    }),
    inviteRow,
  ),
  'invites.remindable': call(z.object({ entryIds: manyEntries }), reminders),
  /** Queues a second invite with the same details, once per recipient, all or none. The service has no reminders. */
  'invites.remind': call(
    z.object({ entryIds: manyEntries }),
    z.object({ queued: z.array(entryId), notBefore: instant.nullable(), leftOut: reminders.shape.leftOut }),
  ),
  'invites.page': call(pageRequest.extend(inviteQuery.shape), loadPage(inviteRow)),
  /** Archives sent invites or restores them, on this computer only. */
  'invites.archive': call(
    z.object({ entryIds: manyEntries, archived: z.boolean() }),
    z.object({ changed: z.array(entryId) }),
  ),
  'invites.counts': call(nothing, z.record(inviteTab, z.number())),
  'invites.get': call(z.object({ entryId }), inviteDetail),
  /** Earlier invites to the same recipient; among them those of colleagues that are not sent, which have no page here. */
  'invites.duplicates': call(
    z.object({ email: z.string().max(400).nullable(), vendorId: z.string().max(200).nullable() }),
    z.array(inviteRow),
  ),
};

export const templateLimits = { name: 80, text: 10_000, number: 200 } as const;

export type MessageTemplate = z.infer<typeof messageTemplate>;

export const templateCalls = {
  'templates.list': call(nothing, z.array(messageTemplate)),
  /** Of templates that two people saved within a minute: the version that does not count, for a week. */
  'templates.overridden': call(
    nothing,
    z.array(toOverridden(messageTemplate.pick({ name: true, text: true }))),
  ),
  /** Saves a template by the screen's ID; `bad_input` for a taken name or too many templates. */
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
