import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { createQueries, cutPage, readKeyset } from './query.ts';
import type { ListOrder } from './list-columns.ts';
import { createSetReader, numbersAsJson, type IntegerSet } from './integer-set.ts';

export interface ListWalk {
  order: ListOrder;
  descending: boolean;
  /** The rows among which the list is; null for all of them. */
  among: IntegerSet | null;
  /** SQL that a row fits besides, from the column that holds its number, with its table; null where there is none. */
  fits: ((number: string) => string) | null;
  /** Named values of the order's SQL. */
  values?: Readonly<Record<string, string>>;
  after: string | null;
  limit: number;
}

export interface NumberPage {
  numbers: number[];
  next: string | null;
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
    return `SELECT * FROM (${toSql(walk, toColumns(walk), null, 'walk', here)} LIMIT @limit)`;
  });
  return `SELECT listed, place FROM (${parts.join(' UNION ALL ')}) ORDER BY place ${direction}, listed ${direction}`;
}

/** @returns the function that finds a page of a list in one of its orders; equal rows are sorted by number */
export function createListWalk(db: Database): (walk: ListWalk) => NumberPage {
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
    return prepareQuery(`${sql} LIMIT @limit`, chosen).all(values);
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
    const inOrder = db.prepare(`${toSql(walk, order.number, from, 'walk')} LIMIT @limit`).pluck();
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

  return (walk) => {
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
