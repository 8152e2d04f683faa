import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { entryState, type EntryKind, type EntryState, type StateCounts } from '#shared/outbox/outbox.ts';

export type EntryCounts = ReturnType<typeof createEntryCounts>;

const counted = z.array(z.object({ kind: z.string(), state: entryState, number: z.number() }));

/**
 * The counts are asked for several times a second while entries go out, and counting a hundred thousand rows each time would
 * hold everything else up. They are counted once here and kept by triggers in a table of this connection's own, in memory: a
 * commit then has one page less to bring to the disk. That holds because one process alone writes to a workspace
 * (docs/decisions/one-process-a-workspace.md).
 */
const keepCounts = `
PRAGMA temp_store = MEMORY;
CREATE TEMP TABLE entry_count (
  kind   TEXT NOT NULL,
  state  TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (kind, state)
) STRICT, WITHOUT ROWID;

INSERT INTO entry_count (kind, state, number) SELECT kind, state, COUNT(*) FROM main.entry GROUP BY state, kind;

CREATE TEMP TRIGGER entry_counted_in AFTER INSERT ON main.entry BEGIN
  INSERT INTO entry_count (kind, state, number) VALUES (NEW.kind, NEW.state, 1)
    ON CONFLICT (kind, state) DO UPDATE SET number = number + 1;
END;

CREATE TEMP TRIGGER entry_counted_on AFTER UPDATE OF state ON main.entry WHEN OLD.state <> NEW.state BEGIN
  UPDATE entry_count SET number = number - 1 WHERE kind = OLD.kind AND state = OLD.state;
  INSERT INTO entry_count (kind, state, number) VALUES (NEW.kind, NEW.state, 1)
    ON CONFLICT (kind, state) DO UPDATE SET number = number + 1;
END;`;

/** How many entries are in each state, by kind; kept along with every change, and undone with a change that is undone. */
export function createEntryCounts(db: Database) {
  db.exec(keepCounts);
  const select = db.prepare('SELECT kind, state, number FROM temp.entry_count');
  const rows = () => counted.parse(select.all());
  const sum = (some: z.infer<typeof counted>) => some.reduce((total, row) => total + row.number, 0);
  return {
    /** How many entries of a kind are in any of these states. */
    of: (states: readonly EntryState[], kind: EntryKind): number =>
      sum(rows().filter((row) => row.kind === kind && states.includes(row.state))),
    all(): StateCounts {
      const found = rows();
      const count = (state: EntryState) => sum(found.filter((row) => row.state === state));
      return {
        queued: count('queued'),
        sending: count('sending'),
        waiting: count('waiting'),
        in_doubt: count('in_doubt'),
        accepted: count('accepted'),
        rejected: count('rejected'),
        dead: count('dead'),
        cancelled: count('cancelled'),
      };
    },
  };
}
