import { z } from 'zod';
import { invitationResult } from '../service/invitation-result.ts';
import { readingOf } from '../service/reading.ts';
import { vendorInvitation } from '../service/vendor-invitation.ts';
import { call, instant, nothing, pageOf, pageRequest } from './call.ts';
import { entryId, entryProgress, historyItem, keptAnswer } from './outbox.ts';

export const inviteRow = entryProgress.extend({
  contactName: z.string().nullable(),
  companyName: z.string().nullable(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  vendorId: z.string().nullable(),
  /** Words of the service's answer, verbatim. */
  complianceStatus: z.string().nullable(),
  vendorStatus: z.string().nullable(),
});
export type InviteRow = z.infer<typeof inviteRow>;

export const inviteTab = z.enum(['all', 'waiting', 'invited', 'needs_you', 'cancelled']);
export type InviteTab = z.infer<typeof inviteTab>;

export const inviteDetail = inviteRow.extend({
  invitation: vendorInvitation,
  idempotencyKey: z.string(),
  /** The entry that this one was corrected from, and the one that corrects this. */
  replaces: entryId.nullable(),
  replacedBy: entryId.nullable(),
  answer: keptAnswer.nullable(),
  /** The answer field by field; null where there is none or it cannot be read. */
  result: readingOf(invitationResult).nullable(),
  /** Newest first. */
  history: z.array(historyItem),
});
export type InviteDetail = z.infer<typeof inviteDetail>;

/** An earlier invite to the same e-mail address or vendor. */
export const possibleDuplicate = entryProgress.extend({
  contactName: z.string().nullable(),
  email: z.string().nullable(),
  vendorId: z.string().nullable(),
});

export const inviteCalls = {
  /** Commits the invite to this computer and returns when it is safe. `replaces` names a refused entry that this one corrects. */
  'invites.handOver': call(
    z.object({ invitation: vendorInvitation, replaces: entryId.nullable() }),
    inviteRow,
  ),
  'invites.page': call(
    pageRequest.extend({ tab: inviteTab.default('all'), search: z.string().max(200).default('') }),
    pageOf(inviteRow),
  ),
  'invites.counts': call(nothing, z.record(inviteTab, z.number())),
  'invites.get': call(z.object({ entryId }), inviteDetail),
  'invites.duplicates': call(
    z.object({ email: z.string().max(400).nullable(), vendorId: z.string().max(200).nullable() }),
    z.array(possibleDuplicate),
  ),
  /** When the person last edited a half-written invite; it is kept over a restart. */
  'invites.draft': call(nothing, z.object({ invitation: vendorInvitation, savedAt: instant }).nullable()),
  'invites.saveDraft': call(z.object({ invitation: vendorInvitation.nullable() }), nothing),
};
