import type { EntryKind, EntryReason, EntryState, QueueCondition } from '../outbox/outbox.ts';
import { queueHold } from './queue-hold.ts';
import { toDoubt } from './sentences.ts';
import type { ChipIcon, Tone } from '../base/tone.ts';

export interface RowChip {
  icon: ChipIcon;
  word: string;
  tone: Tone;
  /** Only what acts now or needs a person is filled. */
  filled: boolean;
  sentence: string;
}

export interface ChipEntry {
  kind: EntryKind;
  state: EntryState;
  reason: EntryReason | null;
  attempts: number;
  nextAt: number | null;
  markedByPerson: boolean;
}

export interface ChipContext {
  settled: boolean;
  time: (at: number) => string;
  due: boolean;
}

const waitingToSend: RowChip = {
  icon: 'clock',
  word: 'Waiting to send',
  tone: 'neu',
  filled: false,
  sentence: 'Waiting.',
};

/** The service has said nothing of an entry altered on the disk. */
const alteredChip: RowChip = {
  icon: 'octagon-pause',
  word: 'Altered',
  tone: 'neg',
  filled: true,
  sentence: 'It was altered on the disk and was not sent. Correct it and send it again.',
};

export const draftChip: RowChip = {
  icon: 'pencil',
  word: 'Draft',
  tone: 'neu',
  filled: false,
  sentence: 'Not queued yet. Only on this computer.',
};

/** The chip of an entry (style guide, "What a row's chip says"). */
export function rowChip(entry: ChipEntry, condition: QueueCondition, context: ChipContext): RowChip {
  switch (entry.state) {
    case 'queued':
      return heldChip(condition, null, context) ?? waitingToSend;
    case 'sending':
      return {
        icon: 'circle-arrow-up',
        word: 'Sending',
        tone: 'prog',
        filled: true,
        sentence: 'Being sent now. It can no longer be canceled.',
      };
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
    case 'rejected':
      if (entry.reason?.code === 'altered') return alteredChip;
      return {
        icon: 'octagon-x',
        word: 'Refused',
        tone: 'neg',
        filled: true,
        sentence: 'The service refused this. Correct it and send it again.',
      };
    case 'dead':
      return {
        icon: 'octagon-pause',
        word: 'Stopped trying',
        tone: 'neg',
        filled: true,
        sentence: `Tried ${entry.attempts} ${entry.attempts === 1 ? 'time' : 'times'} without success. It stays here until you try again or discard it.`,
      };
    case 'accepted':
      return acceptedChips[entry.kind](entry.markedByPerson, context.settled);
    case 'cancelled':
      return {
        icon: 'ban',
        word: 'Canceled',
        tone: 'neu',
        filled: false,
        sentence: 'Canceled by you. Kept for the record.',
      };
  }
}

function doubtWord(reason: EntryReason | null): string {
  if (reason?.code === 'answer_not_clear') return 'Answer not clear';
  return reason?.code === 'no_request_id' ? 'Sent without ID' : 'May have been sent';
}

function chipOfRetry(nextAt: number | null, context: ChipContext): RowChip {
  if (nextAt === null || context.due) return waitingToSend;
  const at = context.time(nextAt);
  return {
    icon: 'timer',
    word: `Retry ${at}`,
    tone: 'neu',
    filled: false,
    sentence: `It hasn’t gone through yet. Gangway tries again at ${at}.`,
  };
}

const markedAsSent: RowChip = {
  icon: 'check',
  word: 'Marked as sent',
  tone: 'pos',
  filled: false,
  sentence: 'You said this one was sent. The service did not confirm it.',
};

/** The chip of an accepted entry. */
const acceptedChips: Record<EntryKind, (marked: boolean, settled: boolean) => RowChip> = {
  invite(marked, settled) {
    if (settled)
      return {
        icon: 'circle-check',
        word: 'Done',
        tone: 'pos',
        filled: false,
        sentence:
          'Finished: it was sent, and the vendor’s profile is on file. It moved from Invited to Done.',
      };
    if (marked) return markedAsSent;
    return {
      icon: 'check',
      word: 'Invited',
      tone: 'pos',
      filled: false,
      sentence: 'The service accepted the invite and emails the vendor.',
    };
  },
  verification(marked, settled) {
    if (marked) return markedAsSent;
    if (settled)
      return { icon: 'circle-check', word: 'Done', tone: 'pos', filled: false, sentence: 'Finished.' };
    return {
      icon: 'loader',
      word: 'Checking',
      tone: 'prog',
      filled: true,
      sentence: 'The service accepted the details. The result is not in yet.',
    };
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
