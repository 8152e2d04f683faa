import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { EntryAnswer } from '#shared/ipc/outbox.ts';
import { entryKind, type EntryKind } from '#shared/outbox/outbox.ts';
import { enteredInvitation, enteredVerification } from '#shared/service/service-dates.ts';
import { vendorInvitation, type VendorInvitation } from '#shared/service/vendor-invitation.ts';
import { verificationRequest, type VerificationRequest } from '#shared/service/verification.ts';
import { dateForm, type DateForm } from '#shared/settings/settings.ts';
import type { AttemptAnswers } from './attempt-answers.ts';
import { readStoredJson } from './stored-json.ts';

export type EntryDetailStore = ReturnType<typeof createEntryDetailStore>;

const requestRow = z.object({
  body: z.string(),
  idempotency_key: z.string(),
  date_form: dateForm.nullable().catch(null),
});
const queuedRows = z.array(z.object({ id: z.string(), kind: entryKind }));

/** What is kept of an entry beside its progress. Each throws where there is no such entry. */
export function createEntryDetailStore(db: Database, answers: Pick<AttemptAnswers, 'get'>) {
  const selectRequest = db.prepare('SELECT body, idempotency_key, date_form FROM entry WHERE id = ?');
  const selectAnswered = db
    .prepare(
      `SELECT a.attempt FROM answer a JOIN history h ON h.entry = a.entry AND h.attempt = a.attempt
       WHERE a.entry = (SELECT seq FROM entry WHERE id = ?) AND h.event IN ('accepted', 'outcome_unknown')
       ORDER BY a.attempt DESC LIMIT 1`,
    )
    .pluck();
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
      const latest = selectAnswered.get(entryId);
      if (latest === undefined) return null;
      const attempt = z.number().parse(latest);
      const kept = answers.get(entryId, attempt);
      return kept === null ? null : { ...kept.answer, attempt };
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
