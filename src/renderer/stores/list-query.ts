import { columnFilter, type ColumnFilter, type ColumnFilters } from '#shared/settings/lists.ts';
import { changeQuery, useNavigation, useRoute } from './navigation.ts';

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

/** The query parameter of a column's filter; null removes it. */
export const filterPart = (column: string, filter: ColumnFilter | null): Record<string, string | null> => ({
  [`${prefix}${column}`]: filter === null ? null : writeFilter(filter),
});

/** Removes the search, the column filters and the named parameters from the address. */
export function clearFilters(others: readonly string[] = []): void {
  const { query } = useNavigation.getState().route;
  const parts = Object.keys(query).filter((name) => name === 'search' || name.startsWith(prefix));
  changeQuery(Object.fromEntries([...parts, ...others].map((name) => [name, null])));
}

/** By which column a list is sorted, and whether the other way round than that column usually is. */
export interface ListSort<Column extends string> {
  column: Column;
  descending: boolean;
}

/** The sort order after a press on a column's head; a second press reverses it. */
export function sortedBy<Column extends string>(
  now: ListSort<Column>,
  pressed: string,
  columns: readonly Column[],
  downFirst: readonly Column[],
): ListSort<Column> | null {
  const column = columns.find((one) => one === pressed);
  if (column === undefined) return null;
  return { column, descending: column === now.column ? !now.descending : downFirst.includes(column) };
}

export interface ListRules<Column extends string> {
  columns: readonly Column[];
  defaultOrder: ListSort<Column>;
  /** Whether the column's head shows the default order too. */
  showsDefault: boolean;
  downFirst: readonly Column[];
}

/** How the list on the screen is searched, narrowed and sorted; invalid parts of the address are dropped. */
export function useListQuery<Column extends string>(rules: ListRules<Column>) {
  const { columns, defaultOrder, showsDefault, downFirst } = rules;
  const { query } = useRoute();
  const search = (query['search'] ?? '').trim();
  const where = getFilters(query, columns);
  const named = columns.find((one) => one === query['sort']);
  const order = named === undefined ? defaultOrder : { column: named, descending: query['order'] === 'down' };
  return {
    search,
    where,
    order,
    sort: showsDefault || named !== undefined ? order : undefined,
    /** Whether a search or a filter by column leaves rows out. */
    isNarrowed: search !== '' || Object.keys(where).length > 0,
    /** For a press on a column's head. */
    sortBy: (pressed: string) => {
      const to = sortedBy(order, pressed, columns, downFirst);
      if (to === null) return;
      const isDefault =
        showsDefault && to.column === defaultOrder.column && to.descending === defaultOrder.descending;
      changeQuery({
        sort: isDefault ? null : to.column,
        order: isDefault ? null : to.descending ? 'down' : 'up',
      });
    },
  };
}
