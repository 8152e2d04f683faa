import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { ownNames } from '#shared/base/own-member.ts';
import type { EntryKinds } from '#shared/outbox/entry-kinds.ts';
import {
  entryState,
  unsentStates,
  type EntryKind,
  type EntryReason,
  type EntryState,
} from '#shared/outbox/outbox.ts';
import { createQueries, inTransaction } from '../store/query.ts';
import type { SettleAttempt } from './attempt-outcomes.ts';
import type { EntryDoubt } from './entry-doubt.ts';
import type { Verdict } from './outcome.ts';

/** Handles entries whose fate this run of the app cannot know. */
export function createEntryRecovery(
  db: Database,
  kinds: EntryKinds,
  settle: SettleAttempt,
  doubt: EntryDoubt,
) {
  const names = ownNames(kinds);
  const { prepareQuery } = createQueries(db);
  const selectInterrupted = prepareQuery(
    "SELECT seq, id, kind, claim, attempts AS attempt, changed_at AS claimedAt FROM entry WHERE state = 'sending'",
    z.object({
      seq: z.number(),
      id: z.string(),
      kind: z.custom<EntryKind>((value) => names.some((name) => name === value)),
      claim: z.string(),
      attempt: z.number(),
      claimedAt: z.number(),
    }),
  );
  const selectIn = prepareQuery(
    'SELECT seq, id, state FROM entry WHERE state IN (SELECT value FROM json_each(?))',
    z.object({ seq: z.number(), id: z.string(), state: entryState }),
  );

  // Whoever has the other data may have undone the decision, and sent the entry.
  const doubtUndo = db.prepare(
    `UPDATE history SET before = json_set(before, '$.state', 'in_doubt', '$.reason', @reason, '$.waitMs', NULL, '$.delayMs', 0)
     WHERE json_valid(before) AND json_extract(before, '$.state') IN (SELECT value FROM json_each(@unsent))`,
  );

  function holdAll(states: readonly EntryState[], reason: EntryReason, at: number): string[] {
    return inTransaction(db, () => {
      const rows = selectIn.all(JSON.stringify(states));
      for (const row of rows) doubt.hold(row, reason, at);
      doubtUndo.run({ reason: JSON.stringify(reason), unsent: JSON.stringify(unsentStates) });
      return rows.map(({ id }) => id);
    });
  }

  return {
    recoverInterrupted: (verdictFor: (kind: EntryKind) => Verdict, at: number): string[] =>
      inTransaction(db, () => {
        const rows = selectInterrupted.all();
        for (const row of rows) settle(row, { verdict: verdictFor(row.kind), answer: null, words: null, at });
        return rows.map(({ id }) => id);
      }),
    /**
     * Marks every unsent entry as one that may have been sent, because the data is an older copy, made at `copyAt` (milliseconds
     * since 1970, null if unknown); returns the ids. If a person later undoes the cancel of an unsent entry, that entry is marked too.
     */
    doubtUnsent: (at: number, copyAt: number | null): string[] =>
      holdAll(
        ['queued', 'waiting'],
        { code: 'restored_from_backup', ...(copyAt === null ? {} : { copyAt }) },
        at,
      ),
    /** Does the same with everything unsent of a workspace that came from another computer: that one sends it too. */
    holdMoved: (at: number): string[] => holdAll(unsentStates, { code: 'moved_here' }, at),
  };
}
