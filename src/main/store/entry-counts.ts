import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { entryState, type EntryKind, type EntryState } from '#shared/outbox.ts';

const counted = z.array(z.object({ state: entryState, number: z.number() }));

/** Reads the kept counts of a kind once; the answer tells how many entries are in any of some states. */
export function countEntries(db: Database, kind: EntryKind): (states: readonly EntryState[]) => number {
  const rows = counted.parse(db.prepare('SELECT state, number FROM entry_count WHERE kind = ?').all(kind));
  return (states) =>
    rows.filter((row) => states.includes(row.state)).reduce((sum, row) => sum + row.number, 0);
}
