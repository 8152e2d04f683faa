import { counted } from '#shared/counted.ts';
import type { EntryProgress } from '#shared/ipc/outbox.ts';
import { dayText, daysBetween } from '../../time.ts';

/** What of an earlier invite the warning tells. */
export type EarlierInvite = Pick<
  EntryProgress,
  'entryId' | 'state' | 'reason' | 'attempts' | 'queuedAt' | 'sentAt' | 'changedAt' | 'markedByPerson'
> & { contactName: string | null; email: string | null };

function dayWord(at: number, now: number): string {
  const days = daysBetween(at, now);
  if (days === 0) return 'today';
  return days === 1 ? 'yesterday' : `on ${dayText(at, now)}`;
}

/** A person's first name, where one is known. */
export function getFirstName(contactName: string | null): string | null {
  const first = contactName?.trim().split(/\s+/)[0];
  return first === undefined || first === '' ? null : first;
}

/** What an earlier invite to the same vendor means for a new one; null where it is no reason to wait. */
export function duplicateSentence(invite: EarlierInvite, now: number): string | null {
  const name = getFirstName(invite.contactName) ?? invite.email ?? 'This vendor';
  switch (invite.state) {
    case 'in_doubt':
      return `${name} was invited ${dayWord(invite.queuedAt, now)}, and that invite may already have been sent.`;
    case 'accepted':
      return invite.markedByPerson
        ? `${name} was invited ${dayWord(invite.sentAt ?? invite.changedAt, now)}, as you noted yourself.`
        : `${name} was invited ${dayWord(invite.sentAt ?? invite.changedAt, now)}.`;
    case 'sending':
      return `An invite to ${name} is being sent now.`;
    case 'queued':
    case 'waiting':
      return `An invite to ${name} waits to be sent since ${dayWord(invite.queuedAt, now).replace(/^on /, '')}.`;
    case 'rejected':
      if (invite.reason?.code === 'altered')
        return `An invite to ${name} was altered on the disk and is held. Nothing was sent. Open it to decide.`;
      return `An invite to ${name} was refused ${dayWord(invite.changedAt, now)}. Open it to see why.`;
    case 'dead':
      return `An invite to ${name} stopped after ${counted(invite.attempts, 'try', 'tries')}. It can be tried again.`;
    case 'cancelled':
      return null;
  }
}
