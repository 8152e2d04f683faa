import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ListPage, PageRequest } from '#shared/ipc/call.ts';
import type { ColumnFilters, TableName } from '#shared/settings/lists.ts';
import {
  createSetReader,
  intersect,
  type IntegerSet,
  type NumberQuery,
  numbersAsJson,
} from './integer-set.ts';
import { cacheWhileUnchanged, createQueries, cutPage, readKeyset } from './query.ts';
import { listOrder, type ListOrder } from './list-columns.ts';
import { createListFilters, toMinute } from './list-filters.ts';
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

interface ListRequest extends PageRequest {
  tab: ListTab;
  text: string;
  where: ColumnFilters<string>;
  /** What narrows the list besides. */
  also?: readonly NumberQuery[];
  /** A column, or an order that needs no key table; null for the list's own order, by number. */
  sort: string | ListOrder | null;
  descending: boolean;
  /** From when ages are counted. */
  now: number;
}

const ownPlace = z.tuple([z.number(), z.number()]);

/** Reads a list page by page. @param getRows reads rows by numbers, in their order */
export function createListReader<Row>(
  db: Database,
  search: SearchIndex,
  list: TableName,
  getRows: (numbers: readonly number[]) => Row[],
): (request: ListRequest) => ListPage<Row> {
  const { prepareNumber } = createQueries(db);
  const kept = cacheWhileUnchanged<IntegerSet>(db);
  const readSet = createSetReader(db);
  const walk = createListWalk(db);
  const filters = createListFilters(db, search);
  const found = createRowSearch(db, search, list);

  function ownPage(sql: string, { after, limit, descending }: ListRequest) {
    const place = readKeyset(ownPlace, after)?.[1] ?? (descending ? Number.MAX_SAFE_INTEGER : 0);
    const read = prepareNumber(sql).all({ place, limit: limit + 1 });
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
    const order = typeof sort === 'object' && sort !== null ? sort : listOrder(list, sort ?? 'queued');
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
export function entriesInOrder(states: readonly string[], kinds: readonly string[], descending: boolean) {
  const [beyond, direction] = descending ? ['<', 'DESC'] : ['>', 'ASC'];
  const ranges = states.flatMap((state) =>
    kinds.map(
      (kind) => `SELECT * FROM (SELECT seq FROM entry WHERE state = '${state}' AND kind = '${kind}'
        AND seq ${beyond} @place ORDER BY seq ${direction} LIMIT @limit + 0)`,
    ),
  );
  return `SELECT seq FROM (${ranges.join(' UNION ALL ')}) ORDER BY seq ${direction} LIMIT @limit + 0`;
}

interface ListWalk extends PageRequest {
  order: ListOrder;
  descending: boolean;
  /** The rows among which the list is; null for all of them. */
  among: IntegerSet | null;
  /** SQL that a row fits besides, from the column that holds its number, with its table; null where there is none. */
  fits: ((number: string) => string) | null;
  /** Named values of the order's SQL. */
  values?: Readonly<Record<string, string>>;
}

/** Up to so many rows are sorted; among more, walking the index fills a page sooner. */
export const fewRows = 2000;
/** After so many rows without enough hits the search changes its method: all hits may be at the end. */
const maxLookedAt = 4000;

const key = z.union([z.string(), z.number()]);
/** `listed` is the row's number: a list may have a column of that name. */
const chosen = z.object({ listed: z.number(), place: key });
type Chosen = z.infer<typeof chosen>;
const place = z.tuple([key, z.number()]);

/** The SQL of a walk behind a row, or from the start. `sort` disables the index, so that the chosen rows are sorted. */
function toSql(
  { order, descending, fits }: ListWalk,
  columns: string,
  from: Chosen | null,
  how: 'walk' | 'sort',
  more: readonly string[] = [],
): string {
  const { table, index, only, number, key: sorted } = order;
  const [beyond, direction] = descending ? ['<', 'DESC'] : ['>', 'ASC'];
  const isByNumber = sorted === number;
  const where = [
    ...(only === null ? [] : [only]),
    ...(fits === null ? [] : [fits(`${table}.${number}`)]),
    ...more,
    ...(from === null
      ? []
      : [isByNumber ? `${number} ${beyond} @number` : `(${sorted}, ${number}) ${beyond} (@place, @number)`]),
  ];
  const plus = how === 'sort' ? '+' : '';
  const by = isByNumber ? `${plus}${number}` : `${plus}${sorted} ${direction}, ${number}`;
  return `SELECT ${columns} FROM ${table} ${how === 'walk' && index !== null ? `INDEXED BY ${index}` : ''}
    WHERE ${where.length === 0 ? '1' : where.join(' AND ')} ORDER BY ${by} ${direction}`;
}

const toColumns = ({ order }: ListWalk) => `${order.number} AS listed, ${order.key} AS place`;

/** The rows of an index that is in the order stretch by stretch, from the one in which the last seen row is. */
function inStretches(walk: ListWalk, from: Chosen | null, stretches: readonly string[]): string {
  const { number, key: sorted } = walk.order;
  const [beyond, direction] = walk.descending ? ['<', 'DESC'] : ['>', 'ASC'];
  const left = walk.descending ? stretches.toReversed() : stretches;
  const at = from === null ? 0 : left.indexOf(String(from.place));
  const parts = left.slice(Math.max(at, 0)).map((value, index) => {
    const here = [`${sorted} = '${value}'`];
    if (from !== null && index === 0) here.push(`${number} ${beyond} @number`);
    return `SELECT * FROM (${toSql(walk, toColumns(walk), null, 'walk', here)} LIMIT @limit + 0)`;
  });
  return `SELECT listed, place FROM (${parts.join(' UNION ALL ')}) ORDER BY place ${direction}, listed ${direction}`;
}

/** @returns the function that finds a page of a list in one of its orders; equal rows are sorted by number */
export function createListWalk(db: Database) {
  const { prepareQuery } = createQueries(db);
  const readSet = createSetReader(db);

  function page(walk: ListWalk, from: Chosen | null, how: 'walk' | 'sort', these: string | null): Chosen[] {
    const { number, stretches } = walk.order;
    const among = these === null ? [] : [`${number} IN (SELECT value FROM json_each(@these))`];
    const sql =
      how === 'walk' && these === null && stretches !== null
        ? inStretches(walk, from, stretches)
        : toSql(walk, toColumns(walk), from, how, among);
    const values = { ...bound(walk, from), these, limit: walk.limit + 1 };
    return prepareQuery(`${sql} LIMIT @limit + 0`, chosen).all(values);
  }

  const bound = ({ values }: ListWalk, from: Chosen | null) => ({
    ...values,
    place: from?.place ?? null,
    number: from?.listed ?? null,
  });

  /** The first of many rows, which may be anywhere in the order. */
  function amongMany(walk: ListWalk, among: IntegerSet, from: Chosen | null): Chosen[] {
    const { limit, order } = walk;
    const found: number[] = [];
    let lookedAt = 0;
    // Numbers alone: the other columns of thousands of rows would take longer than the walk itself.
    const inOrder = db.prepare(`${toSql(walk, order.number, from, 'walk')} LIMIT @limit + 0`).pluck();
    for (const number of inOrder.iterate({ ...bound(walk, from), limit: maxLookedAt })) {
      lookedAt += 1;
      if (typeof number === 'number' && among.has(number)) found.push(number);
      if (found.length > limit) break;
    }
    if (found.length > limit || lookedAt < maxLookedAt)
      return page(walk, from, 'sort', JSON.stringify(found));
    if (from !== null || walk.fits !== null) return page(walk, from, 'walk', numbersAsJson(among));
    // Without a query for each row before them.
    const sql = toSql(walk, `${order.number} AS number`, null, 'walk');
    const first: number[] = [];
    for (const number of readSet({ sql, values: { ...walk.values } }).numbers) {
      if (among.has(number)) first.push(number);
      if (first.length > limit) break;
    }
    return page(walk, from, 'sort', JSON.stringify(first));
  }

  return (walk: ListWalk) => {
    const read = readKeyset(place, walk.after);
    const from = read === null ? null : { place: read[0], listed: read[1] };
    const { among } = walk;
    const rows =
      among === null
        ? page(walk, from, 'walk', null)
        : among.numbers.length <= fewRows
          ? page(walk, from, 'sort', numbersAsJson(among))
          : amongMany(walk, among, from);
    const cut = cutPage(rows, walk.limit, (row) => [row.place, row.listed]);
    return { numbers: cut.rows.map(({ listed }) => listed), next: cut.next };
  };
}
