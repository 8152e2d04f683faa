import { useState } from 'react';
import { fromDayNumber, toDayNumber } from '#shared/base/dates.ts';
import { maxNoteLength } from '#shared/ipc/notes.ts';
import { replyDays } from '#shared/settings/today-days.ts';
import { openMailDraft } from '../../mail-draft.ts';
import { useAction } from '../../stores/action.ts';
import { useJudgingDay, useStart } from '../../stores/session.ts';
import type { MissingLetter } from './missing-letter.ts';

/** Opens a letter to a vendor in the mail program and notes it, with a follow-up; `problem` says what failed. */
export function useLetter() {
  const { host } = useStart();
  const today = useJudgingDay();
  const add = useAction('notes.add');
  const [unopened, setUnopened] = useState<string | null>(null);

  async function write(subject: string, letter: MissingLetter): Promise<void> {
    const sentence = await openMailDraft(letter, host);
    setUnopened(sentence);
    if (sentence !== null) return;
    const text = `${letter.subject}\n\n${letter.body}`;
    await add.run({
      subject,
      kind: 'letter',
      text: text.length > maxNoteLength ? `${text.slice(0, maxNoteLength - 1).toWellFormed()}…` : text,
      asked: letter.asked,
      followUp: fromDayNumber(toDayNumber(today) + replyDays),
    });
  }

  return { write, pending: add.pending, problem: unopened ?? add.error?.message ?? null };
}
