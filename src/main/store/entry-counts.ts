import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  entryState,
  stateCounts,
  type EntryKind,
  type EntryState,
  type StateCounts,
} from '#shared/outbox/outbox.ts';

export type EntryCounts = ReturnType<typeof createEntryCounts>;

const counted = z.array(z.object({ kind: z.string(), state: entryState, number: z.number() }));
/** From so many moves on, they are added up where they are read. */
const foldFrom = 100;

/**
 * Screens ask for the counts several times a second while entries go out, and counting a hundred thousand rows each time would
 * hold everything else up. They are counted once here, and triggers note each move in a table of this connection's own, in
 * memory: a commit then has one page less to bring to the disk. That holds because one process alone writes to a workspace
 * (docs/decisions/opening-a-workspace.md).
 */
const keepCounts = `
PRAGMA temp_store = MEMORY;
CREATE TEMP TABLE entry_move (kind TEXT NOT NULL, came_from TEXT, state TEXT NOT NULL, number INTEGER NOT NULL) STRICT;
INSERT INTO entry_move SELECT kind, NULL, state, COUNT(*) FROM main.entry GROUP BY state, kind;

CREATE TEMP TRIGGER entry_counted_in AFTER INSERT ON main.entry BEGIN
  INSERT INTO entry_move VALUES (NEW.kind, NULL, NEW.state, 1);
END;

CREATE TEMP TRIGGER entry_counted_on AFTER UPDATE OF reason ON main.entry WHEN OLD.state <> NEW.state BEGIN
  INSERT INTO entry_move VALUES (NEW.kind, OLD.state, NEW.state, 1);
END;`;

const sums = `SELECT kind, state, SUM(number) AS number FROM (
    SELECT kind, state, number FROM temp.entry_move
    UNION ALL SELECT kind, came_from, -number FROM temp.entry_move WHERE came_from IS NOT NULL)
  GROUP BY kind, state`;

/** How many entries are in each state, by kind; kept along with every change, and undone with a change that is undone. */
export function createEntryCounts(db: Database) {
  db.exec(keepCounts);
  const select = db.prepare(sums);
  const countMoves = db.prepare('SELECT COUNT(*) FROM temp.entry_move').pluck();
  const insert = db.prepare('INSERT INTO temp.entry_move VALUES (?, ?, ?, ?)');
  const empty = db.prepare('DELETE FROM temp.entry_move');
  function rows(): z.infer<typeof counted> {
    const found = counted.parse(select.all());
    if (z.number().parse(countMoves.get()) < foldFrom) return found;
    db.transaction(() => {
      empty.run();
      for (const { kind, state, number } of found) insert.run(kind, null, state, number);
    })();
    return found;
  }
  const sum = (some: z.infer<typeof counted>) => some.reduce((total, row) => total + row.number, 0);
  return {
    /** Counts claims, in their transaction: no trigger does. */
    noteClaims(claimed: readonly { kind: string; state: EntryState }[]): void {
      const alike = Map.groupBy(claimed, ({ kind, state }) => `${kind} ${state}`);
      for (const rows of alike.values())
        if (rows[0] !== undefined) insert.run(rows[0].kind, rows[0].state, 'sending', rows.length);
    },
    /** How many entries of a kind are in any of these states. */
    of: (states: readonly EntryState[], kind: EntryKind): number =>
      sum(rows().filter((row) => row.kind === kind && states.includes(row.state))),
    all(): StateCounts {
      const found = rows();
      const count = (state: EntryState) => sum(found.filter((row) => row.state === state));
      return stateCounts.parse(Object.fromEntries(entryState.options.map((state) => [state, count(state)])));
    },
  };
}
