import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { nextState, openFateReasons, type EntryReason, type EntryState } from '#shared/outbox/outbox.ts';
import { DamagedData } from '../store/damage.ts';
import { readReason } from '../store/entry-progress.ts';

export type EntryDoubt = ReturnType<typeof createEntryDoubt>;

/** Entries that must not be sent before a person has decided about them. Runs inside the caller's transaction. */
export function createEntryDoubt(db: Database) {
  const openFates = `FROM history
     WHERE entry = @seq AND event IN ('postponed', 'gave_up')
       AND json_valid(reason) AND json_extract(reason, '$.code') IN (${openFateReasons.map((code) => `'${code}'`).join(', ')})
       AND id > (SELECT COALESCE(MAX(id), 0) FROM history WHERE entry = @seq AND event = 'sent_again')`;
  const selectOpenFate = db.prepare(`SELECT reason ${openFates} ORDER BY id DESC LIMIT 1`).pluck();
  const countOpenFates = db.prepare(`SELECT COUNT(*) ${openFates}`).pluck();
  const hold = db.prepare(
    `UPDATE entry SET state = ?, claim = NULL, reason = ?, changed_at = ?, next_at = NULL, not_before = 0
     WHERE seq = ? AND state = ?`,
  );
  const insertHistory = db.prepare('INSERT INTO history (entry, at, event, reason) VALUES (?, ?, ?, ?)');
  return {
    /** Why it is not known whether an entry was sent since a person last asked for it; null where it is known that it was not. */
    findOpenFate: (seq: number): EntryReason | null =>
      readReason(
        z
          .string()
          .nullable()
          .parse(selectOpenFate.get({ seq }) ?? null),
      ),
    /** How many attempts since then are of unknown fate. */
    countOpenFates: (seq: number): number => z.number().parse(countOpenFates.get({ seq })),
    /** Leaves an entry to a person: as one that was altered on the disk where that is the reason, else as one in doubt. */
    hold({ seq, state }: { seq: number; state: EntryState }, reason: EntryReason, at: number): void {
      const event = reason.code === 'altered' ? 'altered' : 'outcome_unknown';
      const text = JSON.stringify(reason);
      if (hold.run(nextState(state, event), text, at, seq, state).changes !== 1)
        throw new DamagedData('An entry that is due cannot be held.');
      insertHistory.run(seq, at, event, text);
    },
  };
}
