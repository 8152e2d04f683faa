import type { RowChip } from '../base/tone.ts';
import type { OutboxRow } from '../ipc/outbox.ts';
import type { EntryKind, EntryReason, QueueCondition } from '../outbox/outbox.ts';
import { queueHold } from './queue-hold.ts';
import { toDoubt } from './sentences.ts';

export type { RowChip };

export type ChipEntry = Pick<
  OutboxRow,
  'kind' | 'state' | 'reason' | 'attempts' | 'nextAt' | 'markedByPerson'
>;

export interface ChipContext {
  settled: boolean;
  time: (at: number) => string;
  due: boolean;
}

const quiet = { tone: 'neu', filled: false } as const;
const good = { tone: 'pos', filled: false } as const;
const active = { tone: 'prog', filled: true } as const;
const bad = { tone: 'neg', filled: true } as const;

const waitingToSend: RowChip = { ...quiet, icon: 'clock', word: 'Waiting to send', sentence: 'Waiting.' };

export const draftChip: RowChip = {
  ...quiet,
  icon: 'pencil',
  word: 'Draft',
  sentence: 'Not queued yet. Only on this computer.',
};

/** The chip of an entry (style guide, "What a row's chip says"). */
export function rowChip(entry: ChipEntry, condition: QueueCondition, context: ChipContext): RowChip {
  switch (entry.state) {
    case 'queued':
      return heldChip(condition, null, context) ?? waitingToSend;
    case 'sending': {
      const sentence = 'Being sent now. It can no longer be canceled.';
      return { ...active, icon: 'circle-arrow-up', word: 'Sending', sentence };
    }
    case 'waiting':
      return heldChip(condition, entry.nextAt, context) ?? chipOfRetry(entry.nextAt, context);
    case 'in_doubt': {
      const { headline, sentence } = toDoubt(entry.reason, entry.kind);
      return {
        icon: 'circle-question-mark',
        word: doubtWord(entry.reason),
        tone: 'cau',
        filled: true,
        sentence: `${headline} ${sentence}`,
      };
    }
    case 'rejected': {
      // The service has said nothing of an entry altered on the disk.
      const altered = 'It was altered on the disk and was not sent. Correct it and send it again.';
      const refused = 'The service refused this. Correct it and send it again.';
      return entry.reason?.code === 'altered'
        ? { ...bad, icon: 'octagon-pause', word: 'Altered', sentence: altered }
        : { ...bad, icon: 'octagon-x', word: 'Refused', sentence: refused };
    }
    case 'dead': {
      const times = entry.attempts === 1 ? 'time' : 'times';
      const sentence = `Tried ${entry.attempts} ${times} without success. It stays here until you try again or discard it.`;
      return { ...bad, icon: 'octagon-pause', word: 'Stopped trying', sentence };
    }
    case 'accepted':
      return acceptedChips[entry.kind](entry.markedByPerson, context.settled);
    case 'cancelled':
      return { ...quiet, icon: 'ban', word: 'Canceled', sentence: 'Canceled by you. Kept for the record.' };
  }
}

function doubtWord(reason: EntryReason | null): string {
  if (reason?.code === 'answer_not_clear') return 'Answer not clear';
  if (reason?.code === 'invited_by_colleague') return 'Already invited';
  return reason?.code === 'no_request_id' ? 'Sent without ID' : 'May have been sent';
}

function chipOfRetry(nextAt: number | null, context: ChipContext): RowChip {
  if (nextAt === null || context.due) return waitingToSend;
  const at = context.time(nextAt);
  const sentence = `It hasn’t gone through yet. Gangway tries again at ${at}.`;
  return { ...quiet, icon: 'timer', word: `Retry ${at}`, sentence };
}

const markedAsSent: RowChip = {
  ...good,
  icon: 'check',
  word: 'Marked as sent',
  sentence: 'Somebody said this one was sent. The service did not confirm it.',
};

const acceptedChips: Record<EntryKind, (marked: boolean, settled: boolean) => RowChip> = {
  invite(marked, settled) {
    const done = 'Finished: it was sent, and the vendor’s profile is on file. It moved from Invited to Done.';
    if (settled) return { ...good, icon: 'circle-check', word: 'Done', sentence: done };
    const invited = 'The service accepted the invite and emails the vendor.';
    return marked ? markedAsSent : { ...good, icon: 'check', word: 'Invited', sentence: invited };
  },
  verification(marked, settled) {
    if (marked) return markedAsSent;
    const sentence = 'The service accepted the details. The result is not in yet.';
    return settled
      ? { ...good, icon: 'circle-check', word: 'Done', sentence: 'Finished.' }
      : { ...active, icon: 'loader', word: 'Checking', sentence };
  },
};

/** The chip of an entry that only the queue's condition stops; null where nothing does. */
function heldChip(condition: QueueCondition, nextAt: number | null, context: ChipContext): RowChip | null {
  const hold = queueHold(condition, context.time);
  if (hold === null) return null;
  const { icon, word, tone, filled, what, until, notBefore } = hold;
  // An entry that waits for a later time does not send with the others.
  if (notBefore !== null && nextAt !== null && nextAt > notBefore) return null;
  const retry = notBefore === null || nextAt === null ? null : `Retry ${context.time(notBefore)}`;
  // Its own last attempt says why it waits.
  const sentence = `${retry === null ? `${what} ` : ''}This will send ${until}.`;
  return { icon, word: retry ?? word, tone, filled, sentence };
}
