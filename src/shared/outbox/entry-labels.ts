import type { EntryKind, EntryReason, EntryState } from './outbox.ts';
import type { ScreenId } from '../settings/place.ts';
import { saysAlreadyInvited } from './refusal.ts';

export interface EntryLabels {
  one: string;
  many: string;
  title: string;
  accepted: string;
  /** As in "after the invite was sent". */
  request: { thing: string; verb: 'was' | 'were' };
  doubtHeadline: string;
}

/** Apart from the definition, so that screens need no request schema for it. */
export interface EntryPresentation {
  /** How to recognize a refusal because it was done before, and what to say then; null for none. */
  doneBefore: { says(reason: EntryReason | null): boolean; brief: string; sentence: string } | null;
  labels: EntryLabels;
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

/** The word for a state where nothing else is known, as in a filter. */
export const stateWord = (state: EntryState, kind: EntryKind | null): string =>
  state === 'accepted' && kind !== null ? entryLabels[kind].labels.accepted : stateLabels[state];
