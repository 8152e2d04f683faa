import type { RowChip } from './chip.ts';
import type { VerificationRow } from './ipc/verifications.ts';
import { meaningOf, type StatusWords } from './status.ts';

type Judged = Pick<
  VerificationRow,
  | 'state'
  | 'markedByPerson'
  | 'differing'
  | 'answeredId'
  | 'isMatch'
  | 'isVerified'
  | 'status'
  | 'watch'
  | 'decision'
>;

/** Why a result asks for a person; null where it does not, or where there is none yet. */
export function resultConcern(
  row: Pick<Judged, 'differing' | 'answeredId' | 'isMatch' | 'isVerified' | 'status'>,
  own: StatusWords,
): { word: string; sentence: string } | null {
  const { differing, status } = row;
  if (row.answeredId !== null) {
    return {
      word: 'Another ID',
      sentence: 'The service answered with another ID, so this may be the result of another verification.',
    };
  }
  if (differing !== null && differing > 0) {
    return {
      word: `${differing} ${differing === 1 ? 'differs' : 'differ'}`,
      sentence: 'The result is in, and not every detail is the same.',
    };
  }
  if (row.isMatch === false) {
    return { word: 'No match', sentence: 'The service says that what was found does not match.' };
  }
  const meaning = status === null ? null : meaningOf(status, own);
  if (row.isVerified === false && meaning?.final === true) {
    return { word: 'Not verified', sentence: 'The service says that it could not verify this license.' };
  }
  if (meaning?.category === 'problem') {
    return { word: 'Problem', sentence: 'The service’s status word means a problem.' };
  }
  return null;
}

/**
 * What a row says of the result of a license check. Null where the entry's own chip says more: it has not been accepted yet,
 * or its result is still being waited for.
 */
export function resultChip(row: Judged, own: StatusWords): RowChip | null {
  if (row.state !== 'accepted' || row.markedByPerson) return null;
  const concern = resultConcern(row, own);
  if (concern !== null) {
    if (row.decision !== null) return decidedChip(row.decision.choice, concern.word);
    if (row.answeredId !== null)
      return { icon: 'circle-question-mark', tone: 'cau', filled: true, ...concern };
    const differs = row.differing !== null && row.differing > 0;
    return { icon: differs ? 'equal-not' : 'octagon-x', tone: 'neg', filled: true, ...concern };
  }
  if (row.watch?.kind === 'by_hand') {
    return {
      icon: 'clock',
      word: 'Check by hand',
      tone: 'neu',
      filled: false,
      sentence: 'No final result came in 31 days. Gangway checks again when you ask.',
    };
  }
  return null;
}

function decidedChip(choice: string, concern: string): RowChip {
  if (choice === 'ask_vendor') {
    return {
      icon: 'mail',
      word: 'Vendor asked',
      tone: 'neu',
      filled: false,
      sentence: `${concern}. A draft to the vendor was opened.`,
    };
  }
  return {
    icon: 'check',
    word: 'Accepted',
    tone: 'neu',
    filled: false,
    sentence: `${concern}. That was accepted.`,
  };
}
