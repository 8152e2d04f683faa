import type { Reminders } from '#shared/ipc/invites.ts';
import { recipientKey, type InviteStore } from '../store/invites.ts';

/** The sent invites to repeat as reminders: the newest per recipient, none with one still under way. */
export function getReminders(invites: InviteStore, entryIds: readonly string[]): Reminders {
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
