import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { KeptAnswer } from '#shared/ipc/answers.ts';
import type { EntryAnswer } from '#shared/ipc/outbox.ts';
import { entryKind, type EntryKind } from '#shared/outbox/outbox.ts';
import { enteredInvitation, enteredVerification } from '#shared/service/service-dates.ts';
import { vendorInvitation, type VendorInvitation } from '#shared/service/vendor-invitation.ts';
import { verificationRequest, type VerificationRequest } from '#shared/service/verification.ts';
import { dateForm, type DateForm } from '#shared/settings/settings.ts';
import { answerColumns, toKeptAnswer } from './read-answers.ts';
import { createQueries, selectColumns } from './query.ts';
import { readJson } from '#shared/base/read-json.ts';

const requestRow = z.object({
  body: z.string(),
  idempotencyKey: z.string(),
  // An altered one counts as ISO 8601.
  dateForm: dateForm.catch('iso'),
});
const attemptRow = z.object({ attempt: z.number() });

/** An entry's request, answers and links. Each throws where there is no such entry. */
export function createEntryDetailStore(db: Database) {
  const { prepareQuery, prepareValue, prepareText } = createQueries(db);
  const selectRequest = prepareQuery(
    `SELECT ${selectColumns('entry', requestRow)} FROM entry WHERE id = ?`,
    requestRow,
  );
  const answersOf = `SELECT attempt, at, ${answerColumns} FROM history
    WHERE entry = (SELECT seq FROM entry WHERE id = ?) AND status IS NOT NULL`;
  const selectDeciding = prepareQuery(
    `${answersOf} AND event IN ('accepted', 'outcome_unknown') ORDER BY attempt DESC LIMIT 1`,
    (raw): EntryAnswer => ({ ...toKeptAnswer(raw).answer, ...attemptRow.parse(raw) }),
  );
  const selectAnswer = prepareQuery(`${answersOf} AND attempt = ?`, toKeptAnswer);
  const selectReplaced = prepareValue('SELECT replaces FROM entry WHERE id = ?', z.string().nullable());
  const selectReplacing = prepareText('SELECT id FROM entry WHERE replaces = ? ORDER BY seq DESC LIMIT 1');
  // Colleagues' may be a million, so that no more than the last few are looked through.
  const selectLast = prepareQuery(
    `SELECT id, kind FROM (SELECT seq, id, kind, colleague FROM entry ORDER BY seq DESC LIMIT 2000)
     WHERE colleague IS NULL ORDER BY seq DESC LIMIT ? + 0`,
    z.object({ id: z.string(), kind: entryKind }),
  );

  const request = (entryId: string) => selectRequest.one(entryId);

  return {
    /** The request as sent, and its idempotency key. */
    request,
    /** The verification of an entry as entered, with its date form; empty if altered beyond reading. */
    verification(entryId: string): VerificationRequest & { dateForm: DateForm } {
      const { body, dateForm: form } = request(entryId);
      const sent = readJson(body, verificationRequest)?.value ?? { type: '', data: {} };
      return { ...enteredVerification(sent, form), dateForm: form };
    },
    /** An entry's invite as entered and as sent; empty if altered beyond reading. */
    invitation(entryId: string): { entered: VendorInvitation; sent: VendorInvitation } {
      const { body, dateForm: form } = request(entryId);
      const sent = readJson(body, vendorInvitation)?.value ?? {};
      return { entered: enteredInvitation(sent, form), sent };
    },
    /** The answer that accepted the entry or put it in doubt. */
    answer: (entryId: string): EntryAnswer | null => selectDeciding.get(entryId),
    /** The answer to an attempt with its exact bytes; null where none came. */
    attemptAnswer: (entryId: string, attempt: number): { answer: KeptAnswer; bytes: Uint8Array } | null =>
      selectAnswer.get(entryId, attempt),
    /** The entry that this one corrects, and the latest that corrects it. */
    links: (entryId: string): { replaces: string | null; replacedBy: string | null } => ({
      replaces: selectReplaced.one(entryId),
      replacedBy: selectReplacing.get(entryId),
    }),
    /** What this computer queued last, the newest first. */
    lastQueued: (limit: number): { id: string; kind: EntryKind }[] => selectLast.all(limit),
  };
}
