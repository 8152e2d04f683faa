import { BadgeCheck, Mail, type LucideIcon } from 'lucide-react';
import type { EntryKind, EntryState } from '#shared/outbox/outbox.ts';

/** What one choice about an entry that may have been sent, or about many of them, is followed by. */
interface DecisionTexts {
  /** Beside the choice. `name`: who may hear of it. */
  consequence: (name: string) => string;
  title: string;
  confirmLabel: string;
  question: (name: string, state: EntryState) => string;
  /** What is said before it is done with several, or with the only one of its kind. */
  ofAll: (isOne: boolean) => string;
}

/** How a kind of entry is drawn, and what a person is told of each decision on it; all else is in `entryKinds`. */
export interface EntryKindView {
  icon: LucideIcon;
  /** The second line of one among those that may have been sent. */
  inDoubtSubtitle: (subtitle: string) => string;
  /** What it stands for among the items that were queued last. */
  subject: string;
  sent_again: DecisionTexts;
  marked_as_sent: Pick<DecisionTexts, 'consequence' | 'ofAll'>;
  /** The consequence is that for an entry in doubt. */
  cancelled: DecisionTexts;
}

export const entryKindViews: Readonly<Record<EntryKind, EntryKindView>> = {
  invite: {
    icon: Mail,
    inDoubtSubtitle: (subtitle) => subtitle,
    subject: 'Invite',
    sent_again: {
      consequence: (name) => `May deliver a second email to ${name}.`,
      title: 'Send this invite again?',
      confirmLabel: 'Send again',
      question: (name) =>
        `${name} may already have it and could get a second email. This queues a new attempt.`,
      ofAll: (isOne) =>
        `${isOne ? 'The vendor may already have the email and' : 'Each vendor may already have the email and'} could get a second one.`,
    },
    marked_as_sent: {
      consequence: () => 'Counts as invited. Nothing is sent.',
      ofAll: () => 'They count as invited. Nothing is sent, and the service has not confirmed them.',
    },
    cancelled: {
      consequence: () => 'Stops tracking it. An email already sent can’t be recalled.',
      title: 'Cancel this invite?',
      confirmLabel: 'Cancel the invite',
      question: (name, state) =>
        state === 'in_doubt'
          ? `${name} may already have the email, and this does not recall it. It stays in the record as canceled.`
          : `Nothing was accepted for ${name}, and nothing will be sent. It stays in the record as canceled.`,
      ofAll: () =>
        'Stops tracking them and keeps them for the record. An email already sent can’t be recalled.',
    },
  },
  verification: {
    icon: BadgeCheck,
    inDoubtSubtitle: (subtitle) => `Verification · ${subtitle}`,
    subject: 'License',
    sent_again: {
      consequence: () => 'Submits the details again. The service may verify and bill them twice.',
      title: 'Submit these details again?',
      confirmLabel: 'Send again',
      question: () =>
        'The service may already be verifying these details and could verify and bill them twice. This queues a new attempt.',
      ofAll: (isOne) =>
        `The service may already be verifying ${isOne ? 'these details' : 'each of them'} and could verify and bill them twice.`,
    },
    marked_as_sent: {
      consequence: () => 'Counts as submitted. No result will come.',
      ofAll: () => 'They count as submitted. Nothing is sent, and no results will come.',
    },
    cancelled: {
      consequence: () => 'Stops tracking it. What the service already has can’t be recalled.',
      title: 'Cancel this verification?',
      confirmLabel: 'Cancel the verification',
      question: (_, state) =>
        state === 'in_doubt'
          ? 'The service may already be verifying these details, and this does not stop it. They stay in the record as canceled.'
          : 'It will not be submitted. It stays in the record as canceled.',
      ofAll: () =>
        'Stops tracking them and keeps them for the record. What the service already has can’t be recalled.',
    },
  },
};
