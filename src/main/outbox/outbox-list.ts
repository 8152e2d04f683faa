import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { displayName, nameOf } from '#shared/foreign-text.ts';
import { maxDecided, type OutboxNarrowing, type OutboxRow } from '#shared/ipc/outbox.ts';
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
  const row = {
    ...progressOf(raw),
    kind,
    title: nameOf(title, subtitle),
    subtitle: displayName(subtitle) ?? '',
  };
  return { seq, row };
}

/** Entries of both kinds as the Outbox groups them. */
export interface OutboxList {
  page(request: { group: OutboxGroup; only?: OutboxNarrowing | null; after: string | null; limit: number }): {
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
  /** Those that were changed last, of all that a number on Today counts. */
  latest(only: OutboxNarrowing, limit: number): { rows: OutboxRow[]; total: number };
  /** What may have been sent, by kind. */
  inDoubt(): Record<EntryKind, string[]>;
}

const columns = `${progressColumns}, e.title, e.subtitle`;
/** What has settled is listed newest first, what waits in the order in which it goes out. */
const newestFirst: readonly OutboxGroup[] = ['needs_you', 'sent', 'cancelled'];

/** What Today counts. */
const narrowedStates: Record<OutboxNarrowing, readonly EntryState[]> = {
  refused: ['rejected', 'dead'],
  in_doubt: ['in_doubt'],
};

/** @param counts how many entries are in each state, of both kinds */
export function createOutboxList(db: Database, counts: () => StateCounts): OutboxList {
  const statement = keepingStatements(db);
  const numberIn = (states: readonly EntryState[]) => {
    const inState = counts();
    return states.reduce((sum, state) => sum + inState[state], 0);
  };
  const statesIn = (group: OutboxGroup, only: OutboxNarrowing | null) =>
    groupStates[group].filter((state) => only === null || narrowedStates[only].includes(state));
  const idsInDoubt = db
    .prepare(`SELECT id FROM entry WHERE state = 'in_doubt' AND kind = ? ORDER BY seq LIMIT ${maxDecided}`)
    .pluck();
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
    latest(only, limit) {
      const states = statesIn('needs_you', only);
      const where = `e.state IN (${states.map((state) => `'${state}'`).join(', ')})`;
      return {
        rows: db
          .prepare(`SELECT ${columns} FROM entry e WHERE ${where} ORDER BY e.changed_at DESC LIMIT ?`)
          .all(limit)
          .map((raw) => rowOf(raw).row),
        total: numberIn(states),
      };
    },
    inDoubt() {
      const ids = (kind: EntryKind) => z.array(z.string()).parse(idsInDoubt.all(kind));
      return { invite: ids('invite'), verification: ids('verification') };
    },
  };
}
