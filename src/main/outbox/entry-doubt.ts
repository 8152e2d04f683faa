import type { Database } from 'better-sqlite3';
import { nextState, openFateReasons, type EntryReason, type EntryState } from '#shared/outbox/outbox.ts';
import { DamagedData } from '../store/damage.ts';
import { mayBeSentSql, readReason } from '../store/entry-progress.ts';
import { createQueries } from '../store/query.ts';

export type EntryDoubt = ReturnType<typeof createEntryDoubt>;

/** Entries that must not be sent before a person has decided about them. Runs inside the caller's transaction. */
export function createEntryDoubt(db: Database) {
  const openFates = `FROM history
     WHERE entry = @seq AND event IN ('postponed', 'gave_up')
       AND json_valid(reason) AND json_extract(reason, '$.code') IN (${openFateReasons.map((code) => `'${code}'`).join(', ')})
       AND id > (SELECT COALESCE(MAX(id), 0) FROM history WHERE entry = @seq AND event = 'sent_again')`;
  const { prepareNumber, prepareText } = createQueries(db);
  const selectOpenFate = prepareText(`SELECT reason ${openFates} ORDER BY id DESC LIMIT 1`);
  const mayBeSent = prepareNumber(`SELECT ${mayBeSentSql('?')}`);
  const countOpenFates = prepareNumber(`SELECT COUNT(*) ${openFates}`);
  const hold = db.prepare(
    `UPDATE entry SET state = ?, claim = NULL, reason = ?, changed_at = ?, next_at = NULL, not_before = 0
     WHERE seq = ? AND state = ?`,
  );
  const insertHistory = db.prepare('INSERT INTO history (entry, at, event, reason) VALUES (?, ?, ?, ?)');
  return {
    /** Why an entry may have been sent since a person last sent it again; null if it was not. */
    findOpenFate: (seq: number): EntryReason | null => readReason(selectOpenFate.get({ seq })),
    /** Whether it may have been sent, whatever a person said since. */
    mayBeSent: (seq: number): boolean => mayBeSent.one(seq) === 1,
    /** How many attempts since then are of unknown fate. */
    countOpenFates: (seq: number): number => countOpenFates.one({ seq }),
    /** Leaves an entry to a person, as altered if that is the reason, else as in doubt. */
    hold({ seq, state }: { seq: number; state: EntryState }, reason: EntryReason, at: number): void {
      const event = reason.code === 'altered' ? 'altered' : 'outcome_unknown';
      const text = JSON.stringify(reason);
      if (hold.run(nextState(state, event), text, at, seq, state).changes !== 1)
        throw new DamagedData('An entry that is due cannot be held.');
      insertHistory.run(seq, at, event, text);
    },
  };
}
