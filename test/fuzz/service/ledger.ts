import type { EntryKind } from '#shared/outbox/outbox.ts';
import type { Operation } from './meaning.ts';

/** What a person decided about an entry. */
export type Deed = 'send_again' | 'mark_as_sent' | 'cancel' | 'retry_now' | 'correct';

/** An entry as the person remembers it. */
export interface Handed {
  entryId: string;
  kind: EntryKind;
  /** The email address or the license number; no two entries share one. */
  mark: string;
  /** How often the person asked for it to be sent again although it may have been done. */
  askedAgain: number;
  deeds: { what: Deed; /** How many answers the service had given to it by then. */ afterAnswers: number }[];
}

export function getOperation(kind: EntryKind): Operation {
  return kind === 'invite' ? 'inviteVendor' : 'queueVerification';
}
