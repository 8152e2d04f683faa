import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { OutboxRow } from '#shared/ipc/outbox.ts';
import { entryKind, groupStates, type EntryKind, type EntryState, type OutboxGroup } from '#shared/outbox.ts';
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

export function createOutboxList(db: Database): OutboxList {
  const total = z.object({ total: z.number() });
  function statesIn(group: OutboxGroup, only: 'refused' | null): string {
    const states = groupStates[group].filter((state) => only === null || refusedStates.includes(state));
    return states.map((state) => `'${state}'`).join(', ');
  }
  return {
    page({ group, only = null, after, limit }) {
      const down = newestFirst.includes(group);
      const place = readKeyset(z.tuple([z.number()]), after)?.[0] ?? (down ? Number.MAX_SAFE_INTEGER : 0);
      const rows = db
        .prepare(
          `SELECT ${columns} FROM entry e WHERE e.state IN (${statesIn(group, only)}) AND e.seq ${down ? '<' : '>'} ?
           ORDER BY e.seq ${down ? 'DESC' : 'ASC'} LIMIT ?`,
        )
        .all(place, limit + 1)
        .map(rowOf);
      const page = cutPage(rows, limit, ({ seq }) => [seq]);
      const counted = total.parse(
        db.prepare(`SELECT COUNT(*) AS total FROM entry WHERE state IN (${statesIn(group, only)})`).get(),
      );
      return { rows: page.rows.map(({ row }) => row), next: page.next, total: counted.total };
    },
    everything({ after, limit }) {
      const place = readKeyset(z.tuple([z.number()]), after)?.[0] ?? 0;
      const rows = db
        .prepare(`SELECT ${columns} FROM entry e WHERE e.seq > ? ORDER BY e.seq LIMIT ?`)
        .all(place, limit + 1)
        .map(rowOf);
      const page = cutPage(rows, limit, ({ seq }) => [seq]);
      const counted = total.parse(db.prepare('SELECT COUNT(*) AS total FROM entry').get());
      return { rows: page.rows.map(({ row }) => row), next: page.next, total: counted.total };
    },
    refused(limit) {
      const where = `e.state IN (${statesIn('needs_you', 'refused')})`;
      return {
        rows: db
          .prepare(`SELECT ${columns} FROM entry e WHERE ${where} ORDER BY e.changed_at DESC LIMIT ?`)
          .all(limit)
          .map((raw) => rowOf(raw).row),
        total: total.parse(db.prepare(`SELECT COUNT(*) AS total FROM entry e WHERE ${where}`).get()).total,
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
