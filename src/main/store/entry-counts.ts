import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  entryState,
  stateCounts,
  type EntryKind,
  type EntryState,
  type StateCounts,
} from '#shared/outbox/outbox.ts';
import { createQueries } from './query.ts';

export type EntryCounts = ReturnType<typeof createEntryCounts>;

/**
 * Screens ask for the counts several times a second while entries go out, and counting a hundred thousand rows each time would
 * hold everything else up. They are counted once here, and triggers keep them in a table of this connection's own, in memory: a
 * commit then has one page less to bring to the disk. That holds because one process alone writes to a workspace
 * (docs/decisions/opening-a-workspace.md).
 */
const keepCounts = `
PRAGMA temp_store = MEMORY;
CREATE TEMP TABLE entry_count (
  kind TEXT NOT NULL, state TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (kind, state)) STRICT, WITHOUT ROWID;
INSERT INTO entry_count SELECT kind, state, COUNT(*) FROM main.entry GROUP BY state, kind;

CREATE TEMP TRIGGER entry_counted_in AFTER INSERT ON main.entry BEGIN
  INSERT INTO entry_count VALUES (NEW.kind, NEW.state, 1) ON CONFLICT DO UPDATE SET number = number + 1;
END;

CREATE TEMP TRIGGER entry_counted_on AFTER UPDATE OF reason ON main.entry WHEN OLD.state <> NEW.state BEGIN
  UPDATE entry_count SET number = number - 1 WHERE kind = OLD.kind AND state = OLD.state;
  INSERT INTO entry_count VALUES (NEW.kind, NEW.state, 1) ON CONFLICT DO UPDATE SET number = number + 1;
END;`;

/** How many entries are in each state, by kind; kept along with every change, and undone with a change that is undone. */
export function createEntryCounts(db: Database) {
  db.exec(keepCounts);
  const { prepareQuery } = createQueries(db);
  const rows = prepareQuery(
    'SELECT kind, state, number FROM temp.entry_count',
    z.object({ kind: z.string(), state: entryState, number: z.number() }),
  );
  const add = db.prepare(
    `INSERT INTO temp.entry_count VALUES (@kind, @state, @number)
     ON CONFLICT DO UPDATE SET number = number + excluded.number`,
  );
  const sum = (some: readonly { number: number }[]) => some.reduce((total, row) => total + row.number, 0);
  return {
    /** Counts claims, in their transaction: no trigger does. */
    noteClaims(claimed: readonly { kind: string; state: EntryState }[]): void {
      for (const [kind, ofKind] of Map.groupBy(claimed, (row) => row.kind)) {
        for (const [state, { length }] of Map.groupBy(ofKind, (row) => row.state))
          add.run({ kind, state, number: -length });
        add.run({ kind, state: 'sending', number: ofKind.length });
      }
    },
    /** How many entries of a kind are in any of these states. */
    of: (states: readonly EntryState[], kind: EntryKind): number =>
      sum(rows.all().filter((row) => row.kind === kind && states.includes(row.state))),
    all(): StateCounts {
      const found = rows.all();
      const count = (state: EntryState) => sum(found.filter((row) => row.state === state));
      return stateCounts.parse(Object.fromEntries(entryState.options.map((state) => [state, count(state)])));
    },
  };
}
