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
import { progressColumns, toProgress } from '../store/entry-progress.ts';
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

/** What Today counts. */
const narrowedStates: Record<OutboxNarrowing, readonly EntryState[]> = {
  refused: ['rejected', 'dead'],
  in_doubt: ['in_doubt'],
};

/**
 * Entries of both kinds as the Outbox groups them.
 * @param counts how many entries are in each state, of both kinds
 */
export function createOutboxList(db: Database, search: SearchIndex, counts: () => StateCounts) {
  const { prepareQuery, prepareText } = createQueries(db);
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
    groupStates[group].filter((state) => only === null || narrowedStates[only].includes(state));
  const idsInDoubt = prepareText(
    `SELECT id FROM entry WHERE state = 'in_doubt' AND kind = ?
       AND NOT (json_valid(reason) AND reason ->> '$.code' = 'invited_by_colleague') ORDER BY seq LIMIT ${maxDecided}`,
  );

  function toTab(states: readonly EntryState[], descending: boolean): ListTab {
    const among = states.map((state) => `'${state}'`).join(', ');
    return {
      size: numberIn(states),
      numbers: `SELECT seq AS number FROM entry WHERE state IN (${among})`,
      fits: (number) => `(SELECT t.state FROM entry t WHERE t.seq = ${number}) IN (${among})`,
      inOwnOrder: states.length === 0 ? null : entriesInOrder(states, entryKind.options, descending),
    };
  }

  return {
    page(request: OutboxPageRequest): ListPage<OutboxRow> {
      const { group, only = null, search: text = '', where = {}, after, limit, now = Date.now() } = request;
      // Only what waits for another attempt has a time for it.
      const sort = request.sort === 'next' && group !== 'will_retry' ? null : (request.sort ?? null);
      const descending = sort === null ? newestFirst.includes(group) : (request.descending ?? false);
      const tab = toTab(statesIn(group, only), descending);
      return read({ tab, text, where, sort, descending, after, limit, now });
    },
    /** Every entry, in the order of enqueueing. */
    everything({ after, limit }: { after: string | null; limit: number }): ListPage<OutboxRow> {
      const all = { size: numberIn(entryState.options), numbers: null, fits: null, inOwnOrder: null };
      return read({ tab: all, text: '', where: {}, sort: null, descending: false, after, limit, now: 0 });
    },
    /** Those that were changed last, of all that a number on Today counts. */
    latest(only: OutboxNarrowing, limit: number): { rows: OutboxRow[]; total: number } {
      const states = statesIn('needs_you', only);
      const where = `e.state IN (${states.map((state) => `'${state}'`).join(', ')})`;
      return {
        rows: prepareQuery(
          `SELECT ${columns} FROM entry e WHERE ${where} ORDER BY e.changed_at DESC LIMIT ? + 0`,
          (raw) => toRow(raw).row,
        ).all(limit),
        total: numberIn(states),
      };
    },
    /** What may have been sent, by kind; without invites that were not, as a colleague was first. */
    inDoubt(): Record<EntryKind, string[]> {
      return { invite: idsInDoubt.all('invite'), verification: idsInDoubt.all('verification') };
    },
  };
}
