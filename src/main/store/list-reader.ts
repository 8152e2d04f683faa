import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ColumnFilters, TableName } from '#shared/settings/lists.ts';
import { createSetReader, intersect, type IntegerSet, type NumberQuery } from './integer-set.ts';
import { cacheWhileUnchanged, createQueries, cutPage, readKeyset } from './query.ts';
import { listOrder, type ListOrder } from './list-columns.ts';
import { createListFilters, toMinute } from './list-filters.ts';
import { createListWalk, fewRows } from './list-walk.ts';
import { createRowSearch } from './row-search.ts';
import type { SearchIndex } from './search-index.ts';

/** A part of a list, in SQL. */
export interface ListTab {
  size: number;
  /** The numbers of its rows; null where it is all of the list. */
  numbers: string | null;
  /** SQL that the row with a number is in it; null where its numbers are quicker to read, however many they are. */
  fits: ((number: string) => string) | null;
  /** SQL for up to `@limit` of its numbers beyond `@place`, in the list's own order; null where no index has that. */
  inOwnOrder: string | null;
}

export interface ListRequest {
  tab: ListTab;
  text: string;
  where: ColumnFilters<string>;
  /** What narrows the list besides. */
  also?: readonly NumberQuery[];
  /** A column, or an order that needs no key table; null for the list's own order, by number. */
  sort: string | ListOrder | null;
  descending: boolean;
  after: string | null;
  limit: number;
  /** From when ages are counted. */
  now: number;
}

export interface ListPage<Row> {
  rows: Row[];
  next: string | null;
  total: number;
  /** How many rows have no search text and no sort keys yet, if the page needs them. */
  coming?: number;
}

const ownPlace = z.tuple([z.number(), z.number()]);

/**
 * Reads a list page by page: within a tab, searched, narrowed by its columns, in any order.
 * @param byNumber the column of the list's own order
 * @param getRows reads rows by their numbers, in the order of these
 */
export function createListReader<Row>(
  db: Database,
  search: SearchIndex,
  list: TableName,
  byNumber: string,
  getRows: (numbers: readonly number[]) => Row[],
): (request: ListRequest) => ListPage<Row> {
  const { prepareValue } = createQueries(db);
  const kept = cacheWhileUnchanged<IntegerSet>(db);
  const readSet = createSetReader(db);
  const walk = createListWalk(db);
  const filters = createListFilters(db, search);
  const found = createRowSearch(db, search, list);

  function ownPage(sql: string, { after, limit, descending }: ListRequest) {
    const place = readKeyset(ownPlace, after)?.[1] ?? (descending ? Number.MAX_SAFE_INTEGER : 0);
    const read = prepareValue(sql, z.number()).all({ place, limit: limit + 1 });
    const page = cutPage(read, limit, (number) => [number, number]);
    return { numbers: page.rows, next: page.next };
  }

  return (request) => {
    const { tab, text, where, also = [], sort, descending, after, limit, now } = request;
    const query = search.queryFor(text);
    const needsKeys = query !== null || typeof sort === 'string' || Object.keys(where).length > 0;
    if (needsKeys) search.catchUp();
    const narrowing = [
      ...(query === null ? [] : [found(text)]),
      ...filters.sets(list, where, now),
      ...also.map(readSet),
    ];
    const coming = search.coming(needsKeys);
    if (narrowing.length === 0 && sort === null && tab.inOwnOrder !== null) {
      const page = ownPage(tab.inOwnOrder, request);
      return { rows: getRows(page.numbers), next: page.next, total: tab.size, ...coming };
    }
    // A page of a large tab is soon full in any order; its numbers would have to be read after every write.
    const fits = narrowing.length === 0 && tab.size > fewRows ? tab.fits : null;
    const sets = [
      ...narrowing,
      ...(fits !== null || tab.numbers === null ? [] : [readSet({ sql: tab.numbers })]),
    ];
    const among =
      sets.length < 2
        ? (sets[0] ?? null)
        : kept(JSON.stringify([tab.numbers, query, where, also, toMinute(now)]), () => intersect(sets));
    const order = typeof sort === 'object' && sort !== null ? sort : listOrder(list, sort ?? byNumber);
    const page = walk({ order, descending, among, fits, after, limit });
    return {
      rows: getRows(page.numbers),
      next: page.next,
      total: among?.numbers.length ?? tab.size,
      ...coming,
    };
  };
}

/** SQL for the numbers of entries in some states, up to `@limit` beyond `@place`, as one index range per state and kind. */
export function entriesInOrder(
  states: readonly string[],
  kinds: readonly string[],
  descending: boolean,
): string {
  const [beyond, direction] = descending ? ['<', 'DESC'] : ['>', 'ASC'];
  const ranges = states.flatMap((state) =>
    kinds.map(
      (kind) => `SELECT * FROM (SELECT seq FROM entry WHERE state = '${state}' AND kind = '${kind}'
        AND seq ${beyond} @place ORDER BY seq ${direction} LIMIT @limit)`,
    ),
  );
  return `SELECT seq FROM (${ranges.join(' UNION ALL ')}) ORDER BY seq ${direction} LIMIT @limit`;
}
