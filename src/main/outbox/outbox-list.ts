import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { displayName, getName } from '#shared/base/foreign-text.ts';
import { maxDecided, type OutboxNarrowing, type OutboxQuery, type OutboxRow } from '#shared/ipc/outbox.ts';
import type { OutboxColumn } from '#shared/settings/lists.ts';
import {
  entryKind,
  groupStates,
  entryState,
  type EntryKind,
  type EntryState,
  type OutboxGroup,
  type StateCounts,
} from '#shared/outbox/outbox.ts';
import { entriesInOrder } from '../store/entries-in-order.ts';
import { cacheStatements, cacheWhileUnchanged } from '../store/statement-cache.ts';
import { cutPage, readKeyset } from '../store/keyset.ts';
import { createListFilters } from '../store/list-filters.ts';
import { listOrder } from '../store/list-columns.ts';
import { createListWalk, fewRows } from '../store/list-walk.ts';
import { intersect, numbersInSql, readNumbers, type IntegerSet } from '../store/integer-set.ts';
import { createRowSearch } from '../store/row-search.ts';
import type { SearchIndex } from '../store/search-index.ts';
import { createRowReader } from '../store/shown-row.ts';
import { progressColumns, toProgress } from '../store/entry-progress.ts';

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

/** Entries of both kinds as the Outbox groups them. */
export interface OutboxList {
  page(
    request: Partial<OutboxQuery> & {
      group: OutboxGroup;
      only?: OutboxNarrowing | null;
      after: string | null;
      limit: number;
      /** From when ages are counted. */
      now?: number;
    },
  ): {
    rows: OutboxRow[];
    next: string | null;
    total: number;
    coming?: number;
  };
  /** Every entry, in the order of enqueueing. */
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
const newestFirst: readonly OutboxGroup[] = ['needs_you', 'sent', 'cancelled'];

/** What Today counts. */
const narrowedStates: Record<OutboxNarrowing, readonly EntryState[]> = {
  refused: ['rejected', 'dead'],
  in_doubt: ['in_doubt'],
};

/** @param counts how many entries are in each state, of both kinds */
export function createOutboxList(db: Database, search: SearchIndex, counts: () => StateCounts): OutboxList {
  const walk = createListWalk(db);
  const filters = createListFilters(db, search);
  const found = createRowSearch(db, search, 'outbox');
  const keptNumbers = cacheWhileUnchanged<IntegerSet>(db);
  const getRows = createRowReader(
    db,
    `SELECT ${columns} FROM entry e WHERE e.seq IN (SELECT value FROM json_each(?))`,
    toRow,
  );
  const statement = cacheStatements(db);
  const numberIn = (states: readonly EntryState[]) => {
    const inState = counts();
    return states.reduce((sum, state) => sum + inState[state], 0);
  };
  const statesIn = (group: OutboxGroup, only: OutboxNarrowing | null) =>
    groupStates[group].filter((state) => only === null || narrowedStates[only].includes(state));
  const idsInDoubt = db
    .prepare(`SELECT id FROM entry WHERE state = 'in_doubt' AND kind = ? ORDER BY seq LIMIT ${maxDecided}`)
    .pluck();
  /** A page of a group that is narrowed, or sorted by a column. */
  function chosenPage(
    {
      group,
      only = null,
      sort,
      descending = false,
      after,
      limit,
    }: { sort: OutboxColumn | null } & Omit<Parameters<OutboxList['page']>[0], 'sort'>,
    narrowing: readonly IntegerSet[],
  ) {
    search.catchUp();
    const states = statesIn(group, only)
      .map((state) => `'${state}'`)
      .join(', ');
    const inGroup = numberIn(statesIn(group, only));
    // Most of a large group is soon met in any order; its numbers would have to be read after every write.
    const large = narrowing.length === 0 && inGroup > fewRows;
    const ofGroup = () =>
      keptNumbers(states, () =>
        readNumbers(
          statement(`SELECT ${numbersInSql('seq')} FROM entry WHERE state IN (${states})`)
            .pluck()
            .get(),
        ),
      );
    const among = large ? null : intersect([...narrowing, ofGroup()]);
    const page = walk({
      order: listOrder('outbox', sort ?? 'queued'),
      descending: sort === null ? newestFirst.includes(group) : descending,
      among,
      fits: large ? (number) => `(SELECT t.state FROM entry t WHERE t.seq = ${number}) IN (${states})` : null,
      after,
      limit,
    });
    return {
      rows: getRows(page.numbers),
      next: page.next,
      total: among?.numbers.length ?? inGroup,
    };
  }

  return {
    page(request) {
      const { group, only = null, search: text = '', where = {}, after, limit, now = Date.now() } = request;
      const query = search.queryFor(text);
      const narrowing = [...(query === null ? [] : [found(text)]), ...filters.sets('outbox', where, now)];
      // Only what waits for another attempt has a time for it.
      const sort = request.sort === 'next' && group !== 'will_retry' ? null : (request.sort ?? null);
      if (narrowing.length > 0 || sort !== null) {
        return {
          ...chosenPage({ ...request, sort }, narrowing),
          ...search.coming(true),
        };
      }
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
        .map(toRow);
      const page = cutPage(rows, limit, ({ seq }) => [seq]);
      return { rows: page.rows.map(({ row }) => row), next: page.next, total: numberIn(states) };
    },
    everything({ after, limit }) {
      const place = readKeyset(z.tuple([z.number()]), after)?.[0] ?? 0;
      const rows = db
        .prepare(`SELECT ${columns} FROM entry e WHERE e.seq > ? ORDER BY e.seq LIMIT ?`)
        .all(place, limit + 1)
        .map(toRow);
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
          .map((raw) => toRow(raw).row),
        total: numberIn(states),
      };
    },
    inDoubt() {
      const ids = (kind: EntryKind) => z.array(z.string()).parse(idsInDoubt.all(kind));
      return { invite: ids('invite'), verification: ids('verification') };
    },
  };
}
