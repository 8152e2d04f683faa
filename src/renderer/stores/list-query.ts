import { columnFilter, type ColumnFilter, type ColumnFilters } from '#shared/lists.ts';

const prefix = 'where.';

/** A filter as an address names it, such as `is:pending` or `older:30`. */
export function writeFilter(filter: ColumnFilter): string {
  switch (filter.kind) {
    case 'is':
    case 'begins':
      return `${filter.kind}:${filter.value}`;
    case 'given':
      return `given:${filter.given ? 'yes' : 'no'}`;
    case 'within':
    case 'older':
    case 'next':
      return `${filter.kind}:${filter.days}`;
    case 'past':
      return 'past:';
  }
}

/** Reads what {@link writeFilter} wrote; null where it is none. */
export function readFilter(text: string): ColumnFilter | null {
  const [, kind = '', value = ''] = /^([a-z]+):(.*)$/su.exec(text) ?? [];
  const given = value === 'yes' ? true : value === 'no' ? false : undefined;
  return columnFilter.safeParse({ kind, value, given, days: Number(value) }).data ?? null;
}

/** The filters by column that an address names; what does not fit is left out. */
export function getFilters<Column extends string>(
  query: Readonly<Record<string, string | undefined>>,
  columns: readonly Column[],
): ColumnFilters<Column> {
  const filters: ColumnFilters<Column> = {};
  for (const column of columns) {
    const written = query[`${prefix}${column}`];
    const filter = written === undefined ? null : readFilter(written);
    if (filter !== null) filters[column] = filter;
  }
  return filters;
}

/** The filters as an address names them. */
export function filterQuery(filters: ColumnFilters<string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([column, filter]) =>
      filter === undefined ? [] : [[`${prefix}${column}`, writeFilter(filter)]],
    ),
  );
}

/** By which column a list is sorted, and whether the other way round than that column usually is. */
export interface ListSort<Column extends string> {
  column: Column;
  descending: boolean;
}

/** The order that an address names; null where it names none. */
export function getSort<Column extends string>(
  query: Readonly<Record<string, string | undefined>>,
  columns: readonly Column[],
): ListSort<Column> | null {
  const column = columns.find((one) => one === query['sort']);
  return column === undefined ? null : { column, descending: query['order'] === 'down' };
}

/** The order as an address names it. */
export function sortQuery(sort: ListSort<string> | null): Record<string, string> {
  return sort === null ? {} : { sort: sort.column, order: sort.descending ? 'down' : 'up' };
}

/** The order after a column's head was pressed: by that column, and pressed again the other way round. */
export function sortedBy<Column extends string>(
  now: ListSort<Column>,
  pressed: string,
  columns: readonly Column[],
  /** The columns whose largest values come first at first, such as times. */
  downFirst: readonly Column[],
): ListSort<Column> | null {
  const column = columns.find((one) => one === pressed);
  if (column === undefined) return null;
  return { column, descending: column === now.column ? !now.descending : downFirst.includes(column) };
}

/** The filters without the one of a column. */
export function without<Column extends string>(
  filters: ColumnFilters<Column>,
  column: string,
): ColumnFilters<Column> {
  const left: ColumnFilters<Column> = { ...filters };
  for (const one in left) if (one === column) delete left[one];
  return left;
}
