import type { Database } from 'better-sqlite3';
import type { EntryProgress } from '#shared/ipc/outbox.ts';
import {
  nextState,
  unsentStates,
  type CorrectionProblem,
  type EntryDecision,
} from '#shared/outbox/outbox.ts';
import { decidableRow, progressColumns, readReason, toProgress } from '../store/entry-progress.ts';
import { createCorrectionChain, findCorrectionProblem } from './correction-chain.ts';
import { createEntryUndo } from './entry-undo.ts';
import { inTransaction } from '../store/query.ts';

/** Why a person's decision could not be carried out. */
export type DecisionProblem = 'not_found' | 'too_late' | CorrectionProblem;

/** People's decisions about entries. */
export function createEntryDecisions(db: Database) {
  const readChain = createCorrectionChain(db);
  const undoing = createEntryUndo(db, readChain);
  const select = db.prepare(
    `SELECT ${progressColumns}, e.counted_attempts AS countedAttempts, e.first_counted_at AS firstCountedAt
     FROM entry e WHERE e.id = ?`,
  );
  const update = db.prepare(
    `UPDATE entry SET state = @to, claim = NULL, reason = @reason, changed_at = @at, next_at = NULL, not_before = @notBefore,
       counted_attempts = @counted, first_counted_at = @firstCountedAt,
       sent_at = COALESCE(@sentAt, sent_at), marked_by_person = MAX(marked_by_person, @marked)
     WHERE seq = @seq AND state = @from`,
  );
  const insertHistory = db.prepare(
    'INSERT INTO history (entry, at, event, reason, before) VALUES (?, ?, ?, ?, ?)',
  );
  const findRow = (id: string) => decidableRow.optional().parse(select.get(id));

  return {
    /** Refuses to queue an entry beside another of its chain that counts. `notBefore`: when it may be sent; 0 for at once. */
    decide: (
      id: string,
      event: EntryDecision,
      at: number,
      notBefore: number = 0,
      edited = false,
    ): EntryProgress | DecisionProblem =>
      inTransaction(db, (): EntryProgress | DecisionProblem => {
        const row = findRow(id);
        if (row === undefined) return 'not_found';
        const to = nextState(row.state, event);
        if (to === null) return 'too_late';
        const leaves = unsentStates.includes(to) && !unsentStates.includes(row.state);
        const problem = leaves ? findCorrectionProblem(readChain(id)) : null;
        if (problem !== null) return problem;
        const marked = event === 'marked_as_sent';
        // A person who says "again" starts the count afresh.
        const afresh = event === 'retried_now' || event === 'sent_again';
        const kept = afresh || marked ? null : readReason(row.reason);
        const reason = kept === null ? null : JSON.stringify(kept);
        const changed = update.run({
          seq: row.seq,
          from: row.state,
          to,
          reason,
          at,
          notBefore: afresh ? notBefore : 0,
          counted: afresh ? 0 : row.countedAttempts,
          firstCountedAt: afresh ? null : row.firstCountedAt,
          sentAt: marked ? at : null,
          marked: marked ? 1 : 0,
        });
        if (changed.changes !== 1) throw new Error('An entry changed between being read and being moved.');
        insertHistory.run(row.seq, at, event, reason, undoing.before(row, at, edited));
        return toProgress(select.get(id));
      }),
    /** Restores an entry to its state before this decision; too late if anything happened since. */
    undo: (id: string, decision: EntryDecision, at: number): EntryProgress | DecisionProblem =>
      inTransaction(db, (): EntryProgress | DecisionProblem => {
        const row = findRow(id);
        if (row === undefined) return 'not_found';
        return undoing.undo(row, decision, at) ? toProgress(select.get(id)) : 'too_late';
      }),
    /** Whether an edited entry went in the place of this one, which was canceled for it. */
    wasEdited(id: string): boolean {
      const row = findRow(id);
      return row !== undefined && undoing.wasEdited(row.seq);
    },
    standingDecision(id: string): EntryDecision | null {
      const row = findRow(id);
      return row === undefined || row.state === 'sending'
        ? null
        : (undoing.standing(row.seq)?.decision ?? null);
    },
  };
}
