import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { foldText } from '#shared/base/fold-text.ts';
import type { ColumnFilter, ColumnFilters, TableName } from '#shared/settings/lists.ts';
import { expiryRange } from './expiry.ts';
import { listOrder } from './list-columns.ts';
import { createSetReader, type IntegerSet, type NumberQuery } from './integer-set.ts';
import { lastKey, lastTime } from './list-keys.ts';
import { createQueries } from './query.ts';
import { dayMs } from '#shared/base/dates.ts';
import type { SearchIndex } from './search-index.ts';

/** The beginning of a moment's minute: ages are counted from there, so that all pages of a list have the same rows. */
export const toMinute = (moment: number): number => Math.floor(moment / 60_000) * 60_000;

function fitting(key: string, filter: ColumnFilter, now: number): Required<NumberQuery> {
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
      return { sql: `${key} BETWEEN @from AND @to`, values: { ...expiryRange(filter.days, now) } };
    case 'past':
      return { sql: `${key} < @from`, values: { from: expiryRange(0, now).from } };
  }
}

/** More values than can be chosen from in a list. */
const maxValues = 200;

const valueRow = z.object({ value: z.union([z.string(), z.number()]), count: z.number(), one: z.number() });
/** One value of a column, as it is filtered by and as one of its rows has it. */
const listValue = z.object({ value: z.string(), label: z.string(), count: z.number() });

export type ListValue = z.infer<typeof listValue>;

/** Narrows a list by its columns. What the search noted just now gets its keys first. */
export function createListFilters(db: Database, search: SearchIndex) {
  const { prepareQuery, prepareValue } = createQueries(db);
  const read = createSetReader(db);

  return {
    sets(list: TableName, filters: ColumnFilters<string>, at: number): IntegerSet[] {
      if (Object.keys(filters).length > 0) search.catchUp();
      return Object.entries(filters).flatMap(([column, filter]) => {
        if (filter === undefined) return [];
        // A vendor offers several services, and is found by each of them.
        if (list === 'vendors' && column === 'services' && filter.kind === 'is') {
          const sql = 'SELECT vendor AS number FROM vendor_service WHERE title = @value';
          return read({ sql, values: { value: filter.value } });
        }
        // Views that were saved while this column held the states of the outbox ask for all that were sent.
        const asksSent = filter.kind === 'is' && filter.value === 'accepted';
        if (list === 'verifications' && column === 'state' && asksSent) {
          return read({
            sql: "SELECT seq AS number FROM entry WHERE kind = 'verification' AND state = 'accepted'",
          });
        }
        const { table, number, key, only } = listOrder(list, column);
        const { sql, values } = fitting(key, filter, toMinute(at));
        return read({
          sql: `SELECT ${number} AS number FROM ${table} WHERE ${only ?? '1'} AND (${sql})`,
          values,
        });
      });
    },
    /** The values of a column, most frequent first, up to 200; those that are not given are left out. */
    values(list: TableName, column: string): ListValue[] {
      search.catchUp();
      if (list === 'vendors' && column === 'services') {
        return prepareQuery(
          `SELECT title AS value, title AS label, COUNT(*) AS count FROM vendor_service
           GROUP BY title ORDER BY count DESC, title LIMIT ? + 0`,
          listValue,
        ).all(maxValues);
      }
      const { table, index, number, key, only, written } = listOrder(list, column);
      const rows = prepareQuery(
        `SELECT ${key} AS value, COUNT(*) AS count, MIN(${number}) AS one
         FROM ${table} ${index === null ? '' : `INDEXED BY ${index}`} WHERE ${only ?? '1'}
         GROUP BY ${key} ORDER BY count DESC, value LIMIT ? + 0`,
        valueRow,
      ).all(maxValues + 1);
      // A folded value is shown as one of its rows writes it.
      const selectWritten = written === null ? null : prepareValue(written, z.string().nullable());
      return rows
        .filter(({ value }) => value !== lastKey && value !== lastTime)
        .slice(0, maxValues)
        .map(({ value, count, one }) => ({
          value: String(value),
          label: selectWritten?.get({ number: one }) ?? String(value),
          count,
        }));
    },
  };
}
