import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { cacheStatements, cacheWhileUnchanged } from './statement-cache.ts';
import { cutPage, readKeyset } from './query.ts';
import type { ListOrder } from './list-columns.ts';
import { numbersAsJson, numbersInSql, readNumbers, type IntegerSet } from './integer-set.ts';

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

/** @returns the function that finds a page of a list in one of its orders; equal rows are sorted by number */
export function createListWalk(db: Database): (walk: ListWalk) => NumberPage {
  const statement = cacheStatements(db);
  const keptOrder = cacheWhileUnchanged<IntegerSet>(db);

  function sql({ order, descending, fits }: ListWalk, after: unknown, how: 'walk' | 'sort', more: string[]) {
    const { table, index, only, number } = order;
    const direction = descending ? 'DESC' : 'ASC';
    const beyond =
      after === null
        ? []
        : [
            order.key === number
              ? `${number} ${descending ? '<' : '>'} @number`
              : `(${order.key}, ${number}) ${descending ? '<' : '>'} (@place, @number)`,
          ];
    const where = [
      ...(only === null ? [] : [only]),
      ...(fits === null ? [] : [fits(`${table}.${number}`)]),
      ...more,
      ...beyond,
    ];
    const from = how === 'walk' && index !== null ? `${table} INDEXED BY ${index}` : table;
    // Disables the index, so that the chosen rows are sorted.
    const plus = how === 'sort' ? '+' : '';
    return {
      from,
      where: where.length === 0 ? '1' : where.join(' AND '),
      by:
        order.key === number
          ? `${plus}${number} ${direction}`
          : `${plus}${order.key} ${direction}, ${number} ${direction}`,
    };
  }

  /** The rows of an index that is in the order stretch by stretch, from the one in which the last seen row is. */
  function inStretches(walk: ListWalk, from: Chosen | null, stretches: readonly string[]): string {
    const { number, key: sorted } = walk.order;
    const left = walk.descending ? stretches.toReversed() : stretches;
    const at = from === null ? 0 : left.indexOf(String(from.place));
    const parts = left.slice(Math.max(at, 0)).map((value, index) => {
      const here = [`${sorted} = '${value}'`];
      if (from !== null && index === 0) here.push(`${number} ${walk.descending ? '<' : '>'} @number`);
      const { from: table, where } = sql(walk, null, 'walk', here);
      return `SELECT * FROM (SELECT ${number} AS listed, ${sorted} AS place FROM ${table} WHERE ${where}
        ORDER BY ${number} ${walk.descending ? 'DESC' : 'ASC'} LIMIT @limit)`;
    });
    const direction = walk.descending ? 'DESC' : 'ASC';
    return `SELECT listed, place FROM (${parts.join(' UNION ALL ')}) ORDER BY place ${direction}, listed ${direction} LIMIT @limit`;
  }

  function page(walk: ListWalk, from: Chosen | null, how: 'walk' | 'sort', these: string | null): Chosen[] {
    const { number, key: sorted } = walk.order;
    const parts = sql(
      walk,
      from,
      how,
      these === null ? [] : [`${number} IN (SELECT value FROM json_each(@these))`],
    );
    if (how === 'walk' && these === null && walk.order.stretches !== null) {
      const stretched = statement(inStretches(walk, from, walk.order.stretches));
      return z.array(chosen).parse(stretched.all({ ...bound(walk, from), limit: walk.limit + 1 }));
    }
    const found = statement(
      `SELECT ${number} AS listed, ${sorted} AS place FROM ${parts.from} WHERE ${parts.where} ORDER BY ${parts.by} LIMIT @limit`,
    ).all({ ...bound(walk, from), these, limit: walk.limit + 1 });
    return z.array(chosen).parse(found);
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
    const parts = sql(walk, from, 'walk', []);
    // Numbers alone: the other columns of thousands of rows would take longer than the walk itself.
    const inOrder = statement(
      `SELECT ${order.number} FROM ${parts.from} WHERE ${parts.where} ORDER BY ${parts.by} LIMIT @limit`,
    ).pluck();
    for (const number of inOrder.iterate({ ...bound(walk, from), limit: maxLookedAt })) {
      lookedAt += 1;
      if (typeof number === 'number' && among.has(number)) found.push(number);
      if (found.length > limit) break;
    }
    if (found.length > limit || lookedAt < maxLookedAt)
      return page(walk, from, 'sort', JSON.stringify(found));
    if (from === null && walk.fits === null)
      return page(walk, from, 'sort', JSON.stringify(getFirst(walk, among)));
    return page(walk, from, 'walk', numbersAsJson(among));
  }

  /** The first of a set in an order, without a query for each row before them. */
  function getFirst(walk: ListWalk, among: IntegerSet): number[] {
    const parts = sql(walk, null, 'walk', []);
    const inOrder = keptOrder(JSON.stringify([parts, walk.values]), () =>
      readNumbers(
        statement(
          `SELECT ${numbersInSql('listed')} FROM (SELECT ${walk.order.number} AS listed FROM ${parts.from}
             WHERE ${parts.where} ORDER BY ${parts.by})`,
        )
          .pluck()
          .get({ ...walk.values }),
      ),
    );
    const found: number[] = [];
    for (const number of inOrder.numbers) {
      if (among.has(number)) found.push(number);
      if (found.length > walk.limit) break;
    }
    return found;
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
