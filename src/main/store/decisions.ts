import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { localDecision } from '#shared/ipc/verifications.ts';
import type { ResultKind } from '#shared/service/result-kinds.ts';
import type { Act } from '#shared/team/acts.ts';
import type { Decision } from '#shared/verdict/decision-label.ts';
import { createQueries, inTransaction } from './query.ts';
import type { TeamLog } from './team-log.ts';

/** Decisions that people made; the service does not store them. Undone ones are kept. Of one subject the latest has the highest ID. */
export function createDecisionStore(db: Database, log: TeamLog, by: () => string | null) {
  const { prepareQuery } = createQueries(db);
  const insert = db.prepare(
    `INSERT INTO decision (kind, subject, choice, note, at, decided_by, uuid)
     VALUES (@kind, @subject, @choice, @note, @at, @by, @uuid) ON CONFLICT DO NOTHING`,
  );
  // A colleague's stands until the colleague takes it back.
  const latestOwn = prepareQuery(
    `SELECT d.uuid FROM decision d WHERE d.kind = @kind AND d.subject = @subject AND d.undone_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM team_record r WHERE r.subject = d.subject AND r.kind = 'decision'
         AND r.seat NOT IN (SELECT value FROM json_each(@seats))
         AND r.body ->> 'id' = d.uuid) ORDER BY d.id DESC LIMIT 1`,
    z.object({ uuid: z.string() }),
  );
  const undo = db.prepare(
    'UPDATE decision SET undone_at = @at WHERE uuid = @id AND subject = @subject AND undone_at IS NULL',
  );
  const remove = db.prepare('DELETE FROM decision WHERE uuid = @id AND subject = @subject');
  // Skipping puts a document off; it stays to review.
  const noteStanding = db.prepare(
    `UPDATE document SET decided_as = standing.choice, review_group = CASE
       WHEN standing.choice NOT IN ('', 'skip') THEN 'decided' WHEN ready = 1 THEN 'to_review' ELSE 'not_ready' END
     FROM (SELECT COALESCE((SELECT choice FROM decision WHERE kind = 'document' AND subject = @subject
       AND undone_at IS NULL ORDER BY id DESC LIMIT 1), '') AS choice) AS standing
     WHERE job_id = @subject AND decided_as IS NOT standing.choice`,
  );
  /**
   * Applies all acts about the decisions on a result, in whatever order they arrived. It writes their rows again in the order of
   * their clocks: the row with the highest ID is the latest.
   */
  function settle(about: Act): void {
    const acts = log.acts(about);
    for (const { kind, subject, body } of acts) if (kind === 'decision') remove.run({ id: body.id, subject });
    for (const { kind, subject, body, by: who } of acts) {
      if (kind === 'decision') insert.run({ ...body, kind: body.of, subject, by: who, uuid: body.id });
      else if (kind === 'decision_undone') undo.run({ ...body, subject });
    }
    noteStanding.run({ subject: about.subject });
  }

  const select = prepareQuery(
    'SELECT choice, note, at, decided_by AS by FROM decision WHERE kind = ? AND subject = ? AND undone_at IS NULL ORDER BY id DESC',
    localDecision,
  );
  return {
    /** Who decides on this computer now; null where that is not known. */
    person: by,
    settle,
    add: (of: ResultKind, subject: string, choice: Decision, note: string, at: number): void =>
      inTransaction(db, () =>
        settle(log.append({ kind: 'decision', subject, body: { id: randomUUID(), of, choice, note, at } })),
      ),
    /** Undoes the latest decision of this computer on a subject; false where there is none. */
    undoLatest: (kind: ResultKind, subject: string, at: number): boolean =>
      inTransaction(db, () => {
        const found = latestOwn.get({ kind, subject, seats: JSON.stringify(log.ownSeats()) });
        if (found === null) return false;
        settle(log.append({ kind: 'decision_undone', subject, body: { id: found.uuid, of: kind, at } }));
        return true;
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
