import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { localDecision } from '#shared/ipc/verifications.ts';
import type { ResultKind } from '#shared/service/result-kinds.ts';
import { createQueries, inTransaction } from './query.ts';

/** Decisions made on this computer; the service does not store them. Undone ones are kept. */
export function createDecisionStore(db: Database, by: () => string | null) {
  const { prepareQuery, prepareText } = createQueries(db);
  const insert = db.prepare(
    'INSERT INTO decision (kind, subject, choice, note, at, decided_by) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const undo = prepareText(
    `UPDATE decision SET undone_at = @at WHERE id =
       (SELECT id FROM decision WHERE +kind = @kind AND undone_at IS NULL AND (@subject IS NULL OR subject = @subject)
        ORDER BY id DESC LIMIT 1)
     RETURNING subject`,
  );
  // Skipping puts a document off; it stays to review.
  const noteStanding = db.prepare(
    `UPDATE document SET decided_as = standing.choice, review_group = CASE
       WHEN standing.choice NOT IN ('', 'skip') THEN 'decided' WHEN ready = 1 THEN 'to_review' ELSE 'not_ready' END
     FROM (SELECT COALESCE((SELECT choice FROM decision WHERE kind = 'document' AND subject = @subject
       AND undone_at IS NULL ORDER BY id DESC LIMIT 1), '') AS choice) AS standing
     WHERE job_id = @subject`,
  );
  /** What else a decision, or its undo, changes in the rows of its kind. */
  const noteDecided: Record<ResultKind, (subject: string) => void> = {
    verification: () => undefined,
    document: (subject) => void noteStanding.run({ subject }),
  };
  const select = prepareQuery(
    'SELECT choice, note, at, decided_by AS by FROM decision WHERE kind = ? AND subject = ? AND undone_at IS NULL ORDER BY id DESC',
    localDecision,
  );
  return {
    /** Who decides on this computer now; null where that is not known. */
    person: by,
    add(kind: ResultKind, subject: string, choice: string, note: string, at: number): void {
      db.transaction(() => {
        insert.run(kind, subject, choice, note, at, by());
        noteDecided[kind](subject);
      }).immediate();
    },
    /** Undoes the latest decision of a kind, or of one subject; returns the subject. */
    undoLatest: (kind: ResultKind, subject: string | null, at: number): string | null =>
      inTransaction(db, () => {
        const undone = undo.get({ kind, subject, at });
        if (undone !== null) noteDecided[kind](undone);
        return undone;
      }),
    of: (kind: ResultKind, subject: string) => select.all(kind, subject),
  };
}

/** Columns that {@link toDecision} reads from a row that joins `decision d`. */
export const decisionColumns =
  'd.choice AS decision_choice, d.note AS decision_note, d.at AS decision_at, d.decided_by AS decision_by';

const joined = z.object({
  decision_choice: z.string().nullable(),
  decision_note: z.string().nullable(),
  decision_at: z.number().nullable(),
  decision_by: z.string().nullable(),
});

export function toDecision(raw: unknown) {
  const row = joined.parse(raw);
  const { decision_choice: choice, decision_note: note, decision_at: at, decision_by: by } = row;
  return choice === null || note === null || at === null ? null : { choice, note, at, by };
}
