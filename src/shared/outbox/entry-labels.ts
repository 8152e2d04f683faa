import type { EntryKind, EntryReason, EntryState } from './outbox.ts';
import type { ScreenId } from '../settings/place.ts';
import { saysAlreadyInvited } from './refusal.ts';

/** How entries of a kind are called wherever they are shown. */
export interface EntryLabels {
  one: string;
  many: string;
  /** As a title or in a column. */
  title: string;
  accepted: string;
  /** What is sent, with its verb, as in "after the invite was sent". */
  request: { thing: string; verb: 'was' | 'were' };
  /** What it means for the person's work that nobody knows whether it arrived. */
  doubtHeadline: string;
}

/** What screens say of a kind of entry; apart from its definition, so that they need no schema of a request for it. */
export interface EntryPresentation {
  /** How a refusal is recognized that says that it was done before, and what is said then; null where none says so. */
  doneBefore: { says(reason: EntryReason | null): boolean; brief: string; sentence: string } | null;
  labels: EntryLabels;
  /** The screen where entries of this kind are listed, opened, and corrected under `new`. */
  screen: ScreenId;
}

export const entryLabels: Readonly<Record<EntryKind, EntryPresentation>> = {
  invite: {
    doneBefore: {
      says: saysAlreadyInvited,
      brief: 'Service says already invited',
      sentence: 'The service says this vendor was already invited. Mark as sent?',
    },
    labels: {
      one: 'invite',
      many: 'invites',
      title: 'Invite',
      accepted: 'Invited',
      request: { thing: 'the invite', verb: 'was' },
      doubtHeadline: 'The vendor may already have the email.',
    },
    screen: 'invites',
  },
  verification: {
    doneBefore: null,
    labels: {
      one: 'verification',
      many: 'verifications',
      title: 'Verification',
      accepted: 'Sent',
      request: { thing: 'the license details', verb: 'were' },
      doubtHeadline: 'The service may already be verifying these details.',
    },
    screen: 'verifications',
  },
};

const stateLabels: Record<EntryState, string> = {
  queued: 'Waiting to send',
  sending: 'Sending',
  waiting: 'Waiting to retry',
  in_doubt: 'May have been sent',
  accepted: 'Sent',
  rejected: 'Refused',
  dead: 'Stopped trying',
  cancelled: 'Canceled',
};

/** The word for an entry's state where nothing else is known of it, as in a filter. */
export function stateWord(state: EntryState, kind: EntryKind | null): string {
  return state === 'accepted' && kind !== null ? entryLabels[kind].labels.accepted : stateLabels[state];
}
