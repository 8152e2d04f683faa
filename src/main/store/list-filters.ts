import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { foldText } from '#shared/base/fold-text.ts';
import type { ColumnFilter, ColumnFilters, TableName } from '#shared/settings/lists.ts';
import { expiryRange } from './expiry.ts';
import { cacheStatements, cacheWhileUnchanged } from './statement-cache.ts';
import { listOrder } from './list-columns.ts';
import { numbersInSql, readNumbers, type IntegerSet } from './integer-set.ts';
import { lastKey, lastTime } from './list-keys.ts';
import type { SearchIndex } from './search-index.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The beginning of a moment's minute: ages are counted from there, so that all pages of a list have the same rows. */
export function toMinute(moment: number): number {
  return Math.floor(moment / 60_000) * 60_000;
}

function fitting(key: string, filter: ColumnFilter, now: number): { sql: string; values: object } {
  switch (filter.kind) {
    case 'is':
      return { sql: `${key} = @value`, values: { value: filter.value } };
    case 'begins': {
      const value = foldText(filter.value);
      return { sql: `${key} >= @value AND ${key} < @end`, values: { value, end: `${value}${lastKey}` } };
    }
    case 'given':
      return {
        sql: `${filter.given ? 'NOT ' : ''}(${key} = @text OR ${key} = @time)`,
        values: { text: lastKey, time: lastTime },
      };
    case 'within':
      return {
        sql: `${key} >= @since AND ${key} < @last`,
        values: { since: now - filter.days * dayMs, last: lastTime },
      };
    case 'older':
      return { sql: `${key} < @before`, values: { before: now - filter.days * dayMs } };
    case 'next':
      return { sql: `${key} BETWEEN @from AND @to`, values: expiryRange(filter.days, now) };
    case 'past':
      return { sql: `${key} < @from`, values: { from: expiryRange(0, now).from } };
  }
}

/** One value of a column, as it is filtered by and as one of its rows has it. */
export interface ListValue {
  value: string;
  label: string;
  count: number;
}

/** More values than can be chosen from in a list. */
const maxValues = 200;

const valueRow = z.array(
  z.object({ value: z.union([z.string(), z.number()]), count: z.number(), one: z.number() }),
);
const titles = z.array(z.object({ value: z.string(), label: z.string(), count: z.number() }));

export type ListFilters = ReturnType<typeof createListFilters>;

/** Narrows a list by its columns. What the search noted just now gets its keys first. */
export function createListFilters(db: Database, search: SearchIndex) {
  const statement = cacheStatements(db);
  const kept = cacheWhileUnchanged<IntegerSet>(db);

  function read(sql: string, values: object): IntegerSet {
    return kept(`${sql} ${JSON.stringify(values)}`, () => readNumbers(statement(sql).pluck().get(values)));
  }

  return {
    /** For each filter the numbers of the rows that fit it. */
    sets(list: TableName, filters: ColumnFilters<string>, at: number): IntegerSet[] {
      if (Object.keys(filters).length > 0) search.catchUp();
      return Object.entries(filters).flatMap(([column, filter]) => {
        if (filter === undefined) return [];
        // A vendor offers several services, and is found by each of them.
        if (list === 'vendors' && column === 'services' && filter.kind === 'is') {
          const sql = `SELECT ${numbersInSql('vendor')} FROM vendor_service WHERE title = @value`;
          return [read(sql, { value: filter.value })];
        }
        // Views that were saved while this column held the states of the outbox ask for all that were sent.
        if (
          list === 'verifications' &&
          column === 'state' &&
          filter.kind === 'is' &&
          filter.value === 'accepted'
        ) {
          const sent = `SELECT ${numbersInSql('seq')} FROM entry WHERE kind = 'verification' AND state = 'accepted'`;
          return [read(sent, {})];
        }
        const order = listOrder(list, column);
        const { sql, values } = fitting(order.key, filter, toMinute(at));
        const only = order.only === null ? '' : `${order.only} AND `;
        return [
          read(`SELECT ${numbersInSql(order.number)} FROM ${order.table} WHERE ${only}(${sql})`, values),
        ];
      });
    },
    /** The values of a column, most frequent first, up to 200; those that are not given are left out. */
    values(list: TableName, column: string): ListValue[] {
      search.catchUp();
      if (list === 'vendors' && column === 'services') {
        return titles.parse(
          statement(
            `SELECT title AS value, title AS label, COUNT(*) AS count FROM vendor_service
             GROUP BY title ORDER BY count DESC, title LIMIT @limit`,
          ).all({ limit: maxValues }),
        );
      }
      const order = listOrder(list, column);
      const only = order.only === null ? '' : `WHERE ${order.only}`;
      const rows = valueRow.parse(
        statement(
          `SELECT ${order.key} AS value, COUNT(*) AS count, MIN(${order.number}) AS one
           FROM ${order.table} ${order.index === null ? '' : `INDEXED BY ${order.index}`} ${only}
           GROUP BY ${order.key} ORDER BY count DESC, value LIMIT @limit`,
        ).all({ limit: maxValues + 1 }),
      );
      // A folded value is shown as one of its rows writes it.
      const written = order.written === null ? null : statement(order.written).pluck();
      return rows
        .filter(({ value }) => value !== lastKey && value !== lastTime)
        .slice(0, maxValues)
        .map(({ value, count, one }) => ({
          value: String(value),
          label:
            z
              .string()
              .nullish()
              .parse(written?.get({ number: one })) ?? String(value),
          count,
        }));
    },
  };
}
