import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { EntryReason } from '#shared/outbox/outbox.ts';
import { createQueries } from '../store/query.ts';

const shifts = [
  "UPDATE entry SET next_at = next_at + @byMs WHERE state = 'waiting'",
  "UPDATE entry SET not_before = not_before + @byMs WHERE state = 'queued' AND not_before > 0",
  "UPDATE import_batch SET not_before = not_before + @byMs WHERE state = 'queued' AND not_before > 0",
  "UPDATE entry SET first_counted_at = first_counted_at + @byMs WHERE state IN ('queued', 'sending', 'waiting')",
  "UPDATE watch SET next_at = next_at + @byMs, started_at = started_at + @byMs WHERE state = 'watching'",
];

/** @param kinds the names of the kinds of entries that there are */
export function createEntryTimes(db: Database, kinds: readonly string[]) {
  const { prepareValue } = createQueries(db);
  const nextDue = prepareValue(
    "SELECT MIN(next_at) FROM entry INDEXED BY entry_due WHERE state = 'waiting'",
    z.number().nullable(),
  );
  const selectAnyQueued = db.prepare(
    kinds
      .map((kind) => `SELECT 1 FROM entry WHERE state = 'queued' AND kind = '${kind}' AND not_before <= @at`)
      .join(' UNION ALL ') + ' LIMIT 1',
  );
  return {
    nextDue: (): number | null => nextDue.one(),
    hasQueued: (at: number): boolean => selectAnyQueued.get({ at }) !== undefined,
    /** Makes every waiting entry due; `reasons` limits it to entries that wait for these reasons. Returns the ids. */
    makeDue(at: number, reasons: readonly EntryReason['code'][] | null): string[] {
      const condition =
        reasons === null
          ? ''
          : `AND json_valid(reason) AND json_extract(reason, '$.code') IN (${reasons.map(() => '?').join(', ')})`;
      return prepareValue(
        `UPDATE entry SET next_at = ? WHERE state = 'waiting' AND next_at > ? ${condition} RETURNING id`,
        z.string(),
      ).all(at, at, ...(reasons ?? []));
    },
    /** Moves planned times, and the times from which trying and watching are counted, along with a wall clock that was set. */
    shiftPlannedTimes(byMs: number): void {
      db.transaction(() => {
        for (const shift of shifts) db.prepare(shift).run({ byMs });
      }).immediate();
    },
    /** Cuts waits that no rule can have made. */
    clampPlannedTimes(latest: number): void {
      db.prepare("UPDATE entry SET next_at = @latest WHERE state = 'waiting' AND next_at > @latest").run({
        latest,
      });
    },
  };
}
