import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { createQueries } from '../store/query.ts';
import type { DecidableRow } from '../store/entry-progress.ts';
import { readJson } from '#shared/base/read-json.ts';
import {
  canUndo,
  entryDecision,
  entryState,
  unsentStates,
  type EntryDecision,
  type EntryState,
} from '#shared/outbox/outbox.ts';
import { findCorrectionProblem, type ChainFacts } from './correction-chain.ts';

/** An entry before a decision, as far as decisions change it. Waits are the milliseconds left. */
const entryBefore = z.object({
  state: entryState,
  reason: z.string().nullable(),
  waitMs: z.number().nullable(),
  delayMs: z.number(),
  countedAttempts: z.number(),
  firstCountedAt: z.number().nullable(),
  sentAt: z.number().nullable(),
  marked: z.number(),
  /** Whether the entry was canceled because an edited one went in its place. */
  edited: z.boolean().optional(),
});

/** Decisions on entries that can be undone, in a workspace's database. Runs inside the caller's transaction. */
export function createEntryUndo(db: Database, readChain: (entryId: string) => ChainFacts) {
  const selectHistory = createQueries(db).prepareQuery(
    'SELECT event, before FROM history WHERE entry = ? ORDER BY id DESC',
    z.object({ event: z.string(), before: z.string().nullable() }),
  );
  const restore = db.prepare(
    `UPDATE entry SET state = @state, reason = @reason, changed_at = @at, next_at = @nextAt, not_before = @notBefore,
       counted_attempts = @countedAttempts, first_counted_at = @firstCountedAt, sent_at = @sentAt, marked_by_person = @marked
     WHERE seq = @seq AND state = @from`,
  );
  const insertHistory = db.prepare("INSERT INTO history (entry, at, event) VALUES (?, ?, 'undone')");

  function standing(seq: number): { decision: EntryDecision; before: string | null } | null {
    let undone = 0;
    for (const { event, before } of selectHistory.all(seq)) {
      const decision = entryDecision.safeParse(event);
      if (event === 'undone') undone += 1;
      else if (!decision.success) return null;
      else if (undone > 0) undone -= 1;
      else return { decision: decision.data, before };
    }
    return null;
  }

  /** Whether the chain lets an entry return to this state. */
  function isFree(row: DecidableRow, to: EntryState): boolean {
    if (unsentStates.includes(row.state)) return true;
    const facts = readChain(row.entryId);
    return findCorrectionProblem(facts) === null && !(unsentStates.includes(to) && facts.isOtherTriedSince);
  }

  return {
    /** The note with a decision that lets it be undone. */
    before: (row: DecidableRow, at: number, edited = false): string =>
      JSON.stringify({
        state: row.state,
        reason: row.reason,
        waitMs: row.nextAt === null ? null : Math.max(row.nextAt - at, 0),
        delayMs: Math.max(row.notBefore - at, 0),
        countedAttempts: row.countedAttempts,
        firstCountedAt: row.firstCountedAt,
        sentAt: row.sentAt,
        marked: row.markedByPerson,
        ...(edited && { edited }),
      } satisfies z.infer<typeof entryBefore>),
    standing,
    /** Whether the last decision canceled the entry for an edited one. */
    wasEdited(seq: number): boolean {
      const before = standing(seq)?.before ?? null;
      return before !== null && readJson(before, entryBefore)?.value.edited === true;
    },
    /** Restores an entry to before its last decision, if that is this one and its chain allows; returns whether it did. */
    undo(row: DecidableRow, decision: EntryDecision, at: number): boolean {
      const last = standing(row.seq);
      if (last === null || last.before === null || last.decision !== decision) return false;
      const noted = readJson(last.before, entryBefore);
      if (noted === null) return false;
      const { waitMs, delayMs, ...before } = noted.value;
      if (!canUndo(before.state, decision, row.state) || !isFree(row, before.state)) return false;
      // A clock may have been set in between, so what was left of a wait is waited for again.
      const nextAt = waitMs === null ? null : at + waitMs;
      const notBefore = delayMs === 0 ? 0 : at + delayMs;
      const change = { ...before, at, nextAt, notBefore, seq: row.seq, from: row.state };
      if (restore.run(change).changes !== 1)
        throw new Error('An entry changed between being read and being put back.');
      insertHistory.run(row.seq, at);
      return true;
    },
  };
}
