import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { displayName, getName } from '#shared/base/foreign-text.ts';
import type { ListPage, PageRequest } from '#shared/ipc/call.ts';
import { maxDecided, type OutboxNarrowing, type OutboxQuery, type OutboxRow } from '#shared/ipc/outbox.ts';
import {
  entryKind,
  groupStates,
  entryState,
  type EntryKind,
  type EntryState,
  type OutboxGroup,
  type StateCounts,
} from '#shared/outbox/outbox.ts';
import { isHeldSql, progressColumns, toProgress } from '../store/entry-progress.ts';
import { createListReader, entriesInOrder, type ListTab } from '../store/list-reader.ts';
import { createQueries, createRowReader } from '../store/query.ts';
import type { SearchIndex } from '../store/search-index.ts';

const shown = z.object({ seq: z.number(), kind: entryKind, title: z.string(), subtitle: z.string() });

function toRow(raw: unknown): { seq: number; row: OutboxRow } {
  const { seq, kind, title, subtitle } = shown.parse(raw);
  const row = {
    ...toProgress(raw),
    kind,
    title: getName(title, subtitle),
    subtitle: displayName(subtitle) ?? '',
  };
  return { seq, row };
}

export interface OutboxPageRequest extends Partial<OutboxQuery>, PageRequest {
  group: OutboxGroup;
  only?: OutboxNarrowing | null;
  /** From when ages are counted. */
  now?: number;
}

const columns = `${progressColumns}, e.title, e.subtitle`;
const newestFirst: readonly OutboxGroup[] = ['needs_you', 'sent', 'cancelled'];

/** SQL for an entry that a colleague's invite holds and that was never sent. */
const isHeld = `(${isHeldSql('reason')} AND COALESCE(reason ->> '$.mayBeSent', 0) = 0)`;

/** What Today counts; `condition` in SQL, null for all in these states. */
const narrowings: Record<OutboxNarrowing, { states: readonly EntryState[]; condition: string | null }> = {
  refused: { states: ['rejected', 'dead'], condition: null },
  in_doubt: { states: ['in_doubt'], condition: `NOT COALESCE(${isHeld}, 0)` },
  held: { states: ['in_doubt'], condition: isHeld },
};

/**
 * Entries of both kinds as the Outbox groups them.
 * @param counts how many entries are in each state, of both kinds
 */
export function createOutboxList(db: Database, search: SearchIndex, counts: () => StateCounts) {
  const { prepareQuery, prepareNumber, prepareText } = createQueries(db);
  const getRows = createRowReader(
    db,
    `SELECT ${columns} FROM entry e WHERE e.seq IN (SELECT value FROM json_each(?))`,
    toRow,
  );
  const read = createListReader(db, search, 'outbox', getRows);
  const numberIn = (states: readonly EntryState[]) => {
    const inState = counts();
    return states.reduce((sum, state) => sum + inState[state], 0);
  };
  const statesIn = (group: OutboxGroup, only: OutboxNarrowing | null) =>
    groupStates[group].filter((state) => only === null || narrowings[only].states.includes(state));
  const idsInDoubt = prepareText(
    `SELECT id FROM entry WHERE state = 'in_doubt' AND kind = ? AND ${narrowings.in_doubt.condition} ORDER BY seq LIMIT ${maxDecided}`,
  );

  const isAmong = (states: readonly EntryState[], condition: string | null) =>
    `state IN (${states.map((state) => `'${state}'`).join(', ')})${condition === null ? '' : ` AND ${condition}`}`;
  const count = (states: readonly EntryState[], condition: string | null) =>
    condition === null
      ? numberIn(states)
      : prepareNumber(`SELECT COUNT(*) FROM entry WHERE ${isAmong(states, condition)}`).one();

  function toTab(states: readonly EntryState[], condition: string | null, descending: boolean): ListTab {
    const among = isAmong(states, condition);
    return {
      size: count(states, condition),
      numbers: `SELECT seq AS number FROM entry WHERE ${among}`,
      fits: (number) => `EXISTS (SELECT 1 FROM entry t WHERE t.seq = ${number} AND ${among})`,
      inOwnOrder:
        states.length === 0 || condition !== null
          ? null
          : entriesInOrder(states, entryKind.options, descending),
    };
  }

  return {
    page(request: OutboxPageRequest): ListPage<OutboxRow> {
      const { group, only = null, search: text = '', where = {}, after, limit, now = Date.now() } = request;
      // Only what waits for another attempt has a time for it.
      const sort = request.sort === 'next' && group !== 'will_retry' ? null : (request.sort ?? null);
      const descending = sort === null ? newestFirst.includes(group) : (request.descending ?? false);
      const condition = only === null ? null : narrowings[only].condition;
      const tab = toTab(statesIn(group, only), condition, descending);
      return read({ tab, text, where, sort, descending, after, limit, now });
    },
    /** Every entry, in the order of enqueueing. */
    everything({ after, limit }: { after: string | null; limit: number }): ListPage<OutboxRow> {
      const all = { size: numberIn(entryState.options), numbers: null, fits: null, inOwnOrder: null };
      return read({ tab: all, text: '', where: {}, sort: null, descending: false, after, limit, now: 0 });
    },
    /** Those that were changed last, of all that a number on Today counts. */
    latest(only: OutboxNarrowing, limit: number): { rows: OutboxRow[]; total: number } {
      const { states, condition } = narrowings[only];
      return {
        rows: prepareQuery(
          `SELECT ${columns} FROM entry e WHERE ${isAmong(states, condition)}
           ORDER BY e.changed_at DESC LIMIT ? + 0`,
          (raw) => toRow(raw).row,
        ).all(limit),
        total: count(states, condition),
      };
    },
    /** What may have been sent, by kind. */
    inDoubt(): Record<EntryKind, string[]> {
      return { invite: idsInDoubt.all('invite'), verification: idsInDoubt.all('verification') };
    },
  };
}
