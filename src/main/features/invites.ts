import { randomUUID } from 'node:crypto';
import { recipientProblem } from '#shared/outbox/invite-rules.ts';
import type { InviteDetail, InviteRow, Reminders } from '#shared/ipc/invites.ts';
import type { ParsedInput } from '#shared/ipc/contract.ts';
import type { CorrectionProblem } from '#shared/outbox/outbox.ts';
import {
  invitationResult,
  vendorInvitation,
  type VendorInvitation,
} from '#shared/service/vendor-invitation.ts';
import { invitationToSend } from '#shared/service/service-dates.ts';
import { inviteTitles, describeInvite, recipientKey, type InviteStore } from '../store/invites.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { done, gone, orGone, refuse, type CallsOf, type Handlers } from '../ipc/handlers.ts';
import { refuseCorrection, sendNotBefore, stripEmpty, emitQueued } from './queueing.ts';

export function inviteHandlers(workspace: Workspace): Handlers<CallsOf<'invites'>> {
  const { invites, colleaguesEntries, entries, drafts, clock, entryDetails } = workspace;

  async function getDetail(entryId: string): Promise<InviteDetail | null> {
    const row = invites.get(entryId);
    if (row === null) return null;
    const { entered, sent } = entryDetails.invitation(entryId);
    const answer = entryDetails.answer(entryId);
    return {
      ...row,
      invitation: entered,
      sent,
      idempotencyKey: entryDetails.request(entryId).idempotencyKey,
      ...entryDetails.links(entryId),
      answer,
      result: await workspace.readAnswer('invite', invitationResult, answer),
      history: entries.history(entryId),
    };
  }

  /** @param despite the earlier invites that a person saw; null for all, as a reminder is for a vendor that was invited */
  function commit(
    invitation: VendorInvitation,
    notBefore: number,
    { replaces, edits, draft }: Omit<ParsedInput<'invites.enqueue'>, 'invitation' | 'despite'>,
    despite: readonly string[] | null,
  ): InviteRow | CorrectionProblem | null {
    const id = randomUUID();
    const { dateForm } = workspace.settings();
    return entries.enqueue(
      {
        id,
        kind: 'invite',
        body: JSON.stringify(invitationToSend(invitation, dateForm)),
        dateForm,
        notBefore,
        ...inviteTitles(describeInvite(invitation)),
        replaces,
        edits,
      },
      clock.wall(),
      () => {
        if (draft !== undefined) drafts.remove({ kind: 'invite', key: draft });
        invites.insert(id, invitation);
        colleaguesEntries.noteKnown(id, despite);
        return invites.get(id);
      },
    );
  }

  function copy(entryIds: readonly string[], fits: (row: InviteRow) => boolean, notBefore: number): string[] {
    const queued = workspace.transaction(() =>
      entryIds.flatMap((entryId) => {
        const row = invites.get(entryId);
        if (row === null || !fits(row)) return [];
        const queued = commit(entryDetails.invitation(entryId).entered, notBefore, { replaces: null }, null);
        return queued === null || typeof queued === 'string' ? [] : [queued.entryId];
      }),
    );
    if (queued.length > 0) workspace.emit('entries.changed', { ids: queued });
    workspace.dispatcher.enqueued();
    return queued;
  }

  return {
    'invites.enqueue': ({ invitation: typed, despite = [], ...of }) => {
      const { replaces } = of;
      const invitation = vendorInvitation.parse(stripEmpty(typed));
      const problem = recipientProblem(invitation.vendor?.email ?? '', invitation.vendorId ?? '');
      if (problem !== null) return refuse('bad_input', problem);
      if (replaces !== null && invites.get(replaces) === null) return gone;
      const row = commit(invitation, sendNotBefore(workspace, 1), of, despite);
      if (row === null) return gone;
      if (typeof row === 'string') return refuseCorrection(row);
      emitQueued(workspace, 'invite', row.entryId, of);
      return done(row);
    },
    'invites.remindable': ({ entryIds }) => done(getReminders(invites, entryIds)),
    'invites.remind': ({ entryIds }) => {
      const { entryIds: reminded, leftOut } = getReminders(invites, entryIds);
      const notBefore = sendNotBefore(workspace, reminded.length);
      const queued = copy(reminded, ({ state }) => state === 'accepted', notBefore);
      return done({ queued, notBefore: notBefore === 0 ? null : notBefore, leftOut });
    },
    'invites.page': (request) => done(invites.page({ ...request, now: clock.wall() })),
    'invites.archive': ({ entryIds, archived }) => {
      const changed = invites.archive(entryIds, archived ? clock.wall() : null);
      if (changed.length > 0) workspace.emit('entries.changed', { ids: changed });
      return done({ changed });
    },
    'invites.counts': () => done(invites.counts()),
    'invites.get': async ({ entryId }) => orGone(await getDetail(entryId)),
    'invites.duplicates': ({ email, vendorId }) =>
      done([
        ...colleaguesEntries.unsentTo(email, vendorId).map(toUnsentRow),
        ...invites.sameRecipient(email, vendorId),
      ]),
  };
}

/** A colleague's invite as one of the earlier ones; it has no page here until it is sent. */
const toUnsentRow = ({
  at,
  name,
  ...row
}: ReturnType<Workspace['colleaguesEntries']['unsentTo']>[number]): InviteRow => ({
  ...row,
  contactName: name,
  reason: null,
  attempts: 0,
  queuedAt: at,
  changedAt: at,
  nextAt: null,
  sentAt: null,
  markedByPerson: false,
  companyName: null,
  email: null,
  phoneNumber: null,
  vendorId: null,
  complianceStatus: null,
  vendorStatus: null,
  archivedAt: null,
  settled: false,
});

/** The sent invites to repeat as reminders: the newest per recipient, none with one still under way. */
function getReminders(invites: InviteStore, entryIds: readonly string[]): Reminders {
  const found = [...new Set(entryIds)].flatMap((entryId) => invites.get(entryId) ?? []);
  const sent = found
    .filter(({ state }) => state === 'accepted')
    .toSorted((one, other) => other.queuedAt - one.queuedAt);
  const recipients = new Set<string>();
  const underWay = new Set<string>();
  const chosen = new Set<string>();
  let sameRecipient = 0;
  for (const row of sent) {
    const key = recipientKey(row) ?? row.entryId;
    if (recipients.has(key)) sameRecipient += 1;
    else if (invites.isUnderWay(row)) underWay.add(key);
    else chosen.add(row.entryId);
    recipients.add(key);
  }
  return {
    // In the order of the request.
    entryIds: found.map(({ entryId }) => entryId).filter((entryId) => chosen.has(entryId)),
    leftOut: { notSent: found.length - sent.length, sameRecipient, underWay: underWay.size },
  };
}
