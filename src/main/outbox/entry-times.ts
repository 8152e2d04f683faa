import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { ownNames } from '#shared/base/own-member.ts';
import type { EntryKinds } from '#shared/outbox/entry-kinds.ts';
import type { EntryReason, DelayedGroup } from '#shared/outbox/outbox.ts';
import { createQueries, inTransaction } from '../store/query.ts';
import { noTeam, isSendableSql, toSeq, type TeamHold } from './entry-claims.ts';

const shifts = [
  "UPDATE entry SET next_at = next_at + @byMs WHERE state = 'waiting'",
  "UPDATE entry SET not_before = not_before + @byMs WHERE state = 'queued' AND not_before > 0",
  "UPDATE import_batch SET not_before = not_before + @byMs WHERE state = 'queued' AND not_before > 0",
  "UPDATE entry SET first_counted_at = first_counted_at + @byMs WHERE state IN ('queued', 'sending', 'waiting')",
  "UPDATE watch SET next_at = next_at + @byMs, started_at = started_at + @byMs WHERE state = 'watching'",
];

export function createEntryTimes(db: Database, definitions: EntryKinds, team: TeamHold = noTeam) {
  const kinds = ownNames(definitions);
  const isSendable = isSendableSql(definitions);
  const { prepareValue, prepareText } = createQueries(db);
  const nextDue = prepareValue(
    "SELECT MIN(next_at) FROM entry INDEXED BY entry_due WHERE state = 'waiting'",
    z.number().nullable(),
  );
  const selectAnyQueued = db.prepare(
    kinds
      .map((kind) => `SELECT 1 FROM entry WHERE state = 'queued' AND kind = '${kind}' AND not_before <= @at`)
      .join(' UNION ALL ') + ' LIMIT 1',
  );
  const selectAnyDue = db.prepare(
    kinds
      .map(
        (kind) =>
          `SELECT 1 FROM entry WHERE state = 'queued' AND kind = '${kind}' AND not_before <= @at AND ${isSendable}`,
      )
      .join(' UNION ALL ') +
      ` UNION ALL SELECT 1 FROM entry INDEXED BY entry_due WHERE state = 'waiting' AND next_at <= @at AND ${isSendable} LIMIT 1`,
  );
  return {
    nextDue: (): number | null => nextDue.one(),
    /** Whether an entry can be claimed. */
    hasDue: (at: number): boolean => selectAnyDue.get({ at, shared: toSeq(team.lastShared()) }) !== undefined,
    hasQueued: (at: number): boolean => selectAnyQueued.get({ at }) !== undefined,
    /** Makes every waiting entry due; `reasons` limits it to entries that wait for these reasons. Returns the ids. */
    makeDue(at: number, reasons: readonly EntryReason['code'][] | null): string[] {
      const condition =
        reasons === null
          ? ''
          : `AND json_valid(reason) AND json_extract(reason, '$.code') IN (${reasons.map(() => '?').join(', ')})`;
      return prepareText(
        `UPDATE entry SET next_at = ? WHERE state = 'waiting' AND next_at > ? ${condition} RETURNING id`,
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

/** The undo wait of what was enqueued together (docs/decisions/undo.md), kept in each entry and in a list for its rows. */
export function createSendDelay(db: Database, kinds: readonly string[]) {
  const { prepareQuery, prepareValue, prepareNumber, prepareText } = createQueries(db);
  /** One index range per kind, so that nothing else is read. */
  const ofKinds = (select: (kind: string) => string) => kinds.map(select).join(' UNION ALL ');
  const ofKind = (kind: string) =>
    `SELECT not_before AS until, '${kind}' AS kind, COUNT(*) AS number FROM entry
     WHERE state = 'queued' AND kind = '${kind}' AND not_before > @at GROUP BY not_before`;
  const selectGroups = prepareQuery(
    `${ofKinds(ofKind)}
     UNION ALL SELECT not_before, kind, (SELECT COUNT(*) FROM import_row WHERE batch = number) FROM import_batch
       WHERE state = 'queued' AND not_before > @at
     ORDER BY until`,
    z.object({ until: z.number(), kind: z.string(), number: z.number() }),
  );
  const selectCount = prepareNumber(`SELECT COALESCE(SUM(number), 0) FROM (${ofKinds(ofKind)})`);
  const next = (kind: string) =>
    `SELECT MIN(not_before) AS until FROM entry WHERE state = 'queued' AND kind = '${kind}' AND not_before > @at`;
  const selectNext = prepareValue(`SELECT MIN(until) FROM (${ofKinds(next)})`, z.number().nullable());
  const selectIds = prepareText(
    "SELECT id FROM entry WHERE state = 'queued' AND not_before = @until ORDER BY seq",
  );
  const selectBatches = prepareNumber(
    `SELECT number FROM import_batch WHERE state = 'queued' AND not_before = @until
       UNION SELECT COALESCE(i.import_batch, v.import_batch) FROM entry e
         LEFT JOIN invite i ON i.entry = e.seq LEFT JOIN verification v ON v.entry = e.seq
         WHERE e.state = 'queued' AND e.not_before = @until AND COALESCE(i.import_batch, v.import_batch) IS NOT NULL`,
  );
  const releaseEntries = prepareText(
    "UPDATE entry SET not_before = 0 WHERE state = 'queued' AND not_before = @until RETURNING id",
  );
  const releaseBatches = prepareNumber(
    `UPDATE import_batch SET not_before = 0 WHERE state = 'queued' AND not_before = @until
       RETURNING (SELECT COUNT(*) FROM import_row WHERE batch = number)`,
  );
  return {
    delayed(at: number): DelayedGroup[] {
      const found = new Map<number, Map<string, number>>();
      for (const { until, kind, number } of selectGroups.all({ at })) {
        const group = found.get(until) ?? new Map<string, number>();
        group.set(kind, (group.get(kind) ?? 0) + number);
        found.set(until, group);
      }
      return [...found]
        .map(([until, group]) => ({
          until,
          entries: Object.fromEntries([...group].filter(([, number]) => number > 0)),
        }))
        .filter(({ entries }) => Object.keys(entries).length > 0);
    },
    /** How many entries of the outbox wait at this time; a list's rows that are not in it yet do not count. */
    delayedEntries: (at: number): number => selectCount.one({ at }),
    /** When the next of those that wait may go; null where none waits. */
    nextRelease: (at: number): number | null => selectNext.one({ at }),
    /** The entries and the imported lists that wait until this time. */
    delayedUntil: (until: number): { ids: string[]; batches: number[] } => ({
      ids: selectIds.all({ until }),
      batches: selectBatches.all({ until }),
    }),
    /** Lets what waits until this time go now, in one commit; returns the ids of the entries, and how many rows of lists go too. */
    release: (until: number): { ids: string[]; rows: number } =>
      inTransaction(db, () => {
        const rows = releaseBatches.all({ until }).reduce((sum, count) => sum + count, 0);
        return { ids: releaseEntries.all({ until }), rows };
      }),
    /** For the start: what had to wait and is not sent yet waits until `notBefore`, 0 for not at all. */
    renewDelays(notBefore: number): void {
      db.transaction(() => {
        for (const table of ['entry', 'import_batch'])
          db.prepare(`UPDATE ${table} SET not_before = ? WHERE state = 'queued' AND not_before > 0`).run(
            notBefore,
          );
      }).immediate();
    },
  };
}
