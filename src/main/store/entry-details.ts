import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { KeptAnswer } from '#shared/ipc/answers.ts';
import type { EntryAnswer } from '#shared/ipc/outbox.ts';
import { entryKind, type EntryKind } from '#shared/outbox/outbox.ts';
import { enteredInvitation, enteredVerification } from '#shared/service/service-dates.ts';
import { vendorInvitation, type VendorInvitation } from '#shared/service/vendor-invitation.ts';
import { verificationRequest, type VerificationRequest } from '#shared/service/verification.ts';
import { dateForm, type DateForm } from '#shared/settings/settings.ts';
import { answerColumns, toKeptAnswer } from './kept-answer.ts';
import { readStoredJson } from './stored-json.ts';

export type EntryDetailStore = ReturnType<typeof createEntryDetailStore>;

const requestRow = z.object({
  body: z.string(),
  idempotency_key: z.string(),
  date_form: dateForm.nullable().catch(null),
});
const attemptRow = z.object({ attempt: z.number() });
const queuedRows = z.array(z.object({ id: z.string(), kind: entryKind }));

/** What is kept of an entry beside its progress. Each throws where there is no such entry. */
export function createEntryDetailStore(db: Database) {
  const selectRequest = db.prepare('SELECT body, idempotency_key, date_form FROM entry WHERE id = ?');
  const answersOf = `SELECT attempt, at, ${answerColumns} FROM history
    WHERE entry = (SELECT seq FROM entry WHERE id = ?) AND status IS NOT NULL`;
  const selectDeciding = db.prepare(
    `${answersOf} AND event IN ('accepted', 'outcome_unknown') ORDER BY attempt DESC LIMIT 1`,
  );
  const selectAnswer = db.prepare(`${answersOf} AND attempt = ?`);
  const selectReplaced = db.prepare('SELECT replaces FROM entry WHERE id = ?');
  const selectReplacing = db.prepare('SELECT id FROM entry WHERE replaces = ? ORDER BY seq DESC LIMIT 1');
  const selectLast = db.prepare('SELECT id, kind FROM entry ORDER BY seq DESC LIMIT ?');

  function request(entryId: string): { body: string; idempotencyKey: string; dateForm: DateForm } {
    const row = requestRow.parse(selectRequest.get(entryId));
    return { body: row.body, idempotencyKey: row.idempotency_key, dateForm: row.date_form ?? 'iso' };
  }

  return {
    /** The request as it is sent, word for word, and the key that goes with every try. A form of dates that was altered is ISO 8601. */
    request,
    /** The verification of an entry as entered, with its date form; empty if altered beyond reading. */
    verification(entryId: string): VerificationRequest & { dateForm: DateForm } {
      const { body, dateForm: form } = request(entryId);
      const sent = readStoredJson(body, verificationRequest)?.value ?? { type: '', data: {} };
      return { ...enteredVerification(sent, form), dateForm: form };
    },
    /** The invite that was enqueued under an entry: as it was entered, and as it is sent; empty where it cannot be read. */
    invitation(entryId: string): { entered: VendorInvitation; sent: VendorInvitation } {
      const { body, dateForm: form } = request(entryId);
      const sent = readStoredJson(body, vendorInvitation)?.value ?? {};
      return { entered: enteredInvitation(sent, form), sent };
    },
    /** The service's answer by which the entry was accepted, or else put in doubt; null while there is none. */
    answer(entryId: string): EntryAnswer | null {
      const raw = selectDeciding.get(entryId);
      return raw === undefined ? null : { ...toKeptAnswer(raw).answer, ...attemptRow.parse(raw) };
    },
    /** The answer to an attempt with its exact bytes; null where none came. */
    attemptAnswer(entryId: string, attempt: number): { answer: KeptAnswer; bytes: Uint8Array } | null {
      const raw = selectAnswer.get(entryId, attempt);
      return raw === undefined ? null : toKeptAnswer(raw);
    },
    /** The entry that this one corrects, and the latest that corrects it. */
    links(entryId: string): { replaces: string | null; replacedBy: string | null } {
      const own = z.object({ replaces: z.string().nullable() }).parse(selectReplaced.get(entryId));
      const later = z.object({ id: z.string() }).safeParse(selectReplacing.get(entryId));
      return { replaces: own.replaces, replacedBy: later.success ? later.data.id : null };
    },
    /** The entries that were enqueued last, the newest first. */
    lastQueued: (limit: number): { id: string; kind: EntryKind }[] => queuedRows.parse(selectLast.all(limit)),
  };
}
