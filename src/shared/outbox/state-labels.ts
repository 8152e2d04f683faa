import { entryLabels } from './entry-labels.ts';
import type { EntryKind, EntryState } from './outbox.ts';

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
