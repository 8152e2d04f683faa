import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { OutboxRow } from '#shared/ipc/outbox.ts';
import {
  entryKind,
  groupStates,
  entryState,
  type EntryKind,
  type EntryState,
  type OutboxGroup,
  type StateCounts,
} from '#shared/outbox.ts';
import { entriesInOrder } from '../store/entries-in-order.ts';
import { keepingStatements } from '../store/keeping.ts';
import { cutPage, readKeyset } from '../store/keyset.ts';
import { progressColumns, progressOf } from './entry-store.ts';

const shown = z.object({ seq: z.number(), kind: entryKind, title: z.string(), subtitle: z.string() });

function rowOf(raw: unknown): { seq: number; row: OutboxRow } {
  const { seq, kind, title, subtitle } = shown.parse(raw);
  return { seq, row: { ...progressOf(raw), kind, title, subtitle } };
}

/** Entries of both kinds as the Outbox groups them. */
export interface OutboxList {
  page(request: { group: OutboxGroup; only?: 'refused' | null; after: string | null; limit: number }): {
    rows: OutboxRow[];
    next: string | null;
    total: number;
  };
  /** Every entry, in the order of handing over. */
  everything(request: { after: string | null; limit: number }): {
    rows: OutboxRow[];
    next: string | null;
    total: number;
  };
  refused(limit: number): { rows: OutboxRow[]; total: number };
  kindOf(id: string): EntryKind | null;
}

const columns = `${progressColumns}, e.title, e.subtitle`;
/** What has settled is listed newest first, what waits in the order in which it goes out. */
const newestFirst: readonly OutboxGroup[] = ['needs_you', 'sent', 'cancelled'];

/** What Today counts as refused. */
const refusedStates: readonly EntryState[] = ['rejected', 'dead'];

/** @param counts how many entries are in each state, of both kinds */
export function createOutboxList(db: Database, counts: () => StateCounts): OutboxList {
  const statement = keepingStatements(db);
  const numberIn = (states: readonly EntryState[]) => {
    const inState = counts();
    return states.reduce((sum, state) => sum + inState[state], 0);
  };
  const statesIn = (group: OutboxGroup, only: 'refused' | null) =>
    groupStates[group].filter((state) => only === null || refusedStates.includes(state));
  return {
    page({ group, only = null, after, limit }) {
      const down = newestFirst.includes(group);
      const place = readKeyset(z.tuple([z.number()]), after)?.[0] ?? (down ? Number.MAX_SAFE_INTEGER : 0);
      const states = statesIn(group, only);
      if (states.length === 0) return { rows: [], next: null, total: 0 };
      const direction = down ? 'DESC' : 'ASC';
      const rows = statement(
        `SELECT ${columns} FROM entry e WHERE e.seq IN (${entriesInOrder(states, entryKind.options, direction)})
         ORDER BY e.seq ${direction}`,
      )
        .all({ place, limit: limit + 1 })
        .map(rowOf);
      const page = cutPage(rows, limit, ({ seq }) => [seq]);
      return { rows: page.rows.map(({ row }) => row), next: page.next, total: numberIn(states) };
    },
    everything({ after, limit }) {
      const place = readKeyset(z.tuple([z.number()]), after)?.[0] ?? 0;
      const rows = db
        .prepare(`SELECT ${columns} FROM entry e WHERE e.seq > ? ORDER BY e.seq LIMIT ?`)
        .all(place, limit + 1)
        .map(rowOf);
      const page = cutPage(rows, limit, ({ seq }) => [seq]);
      return { rows: page.rows.map(({ row }) => row), next: page.next, total: numberIn(entryState.options) };
    },
    refused(limit) {
      const states = statesIn('needs_you', 'refused');
      const where = `e.state IN (${states.map((state) => `'${state}'`).join(', ')})`;
      return {
        rows: db
          .prepare(`SELECT ${columns} FROM entry e WHERE ${where} ORDER BY e.changed_at DESC LIMIT ?`)
          .all(limit)
          .map((raw) => rowOf(raw).row),
        total: numberIn(states),
      };
    },
    kindOf(id) {
      const found = z
        .object({ kind: entryKind })
        .safeParse(db.prepare('SELECT kind FROM entry WHERE id = ?').get(id));
      return found.success ? found.data.kind : null;
    },
  };
}
