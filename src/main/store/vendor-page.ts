import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { displayName } from '#shared/foreign-text.ts';
import type { VendorRow } from '#shared/ipc/vendors.ts';
import type { ColumnFilters, VendorColumn } from '#shared/lists.ts';
import { cacheWhileUnchanged } from './statement-cache.ts';
import { createListFilters, toMinute } from './list-filters.ts';
import { vendorOrders } from './list-orders.ts';
import { createListWalk } from './list-walk.ts';
import { intersect, type IntegerSet } from './integer-set.ts';
import { createRowSearch } from './row-search.ts';
import type { SearchIndex } from './search-index.ts';
import { selectColumns, createRowReader } from './shown-row.ts';
import { readStoredJson } from './stored-json.ts';

/** What is asked of the list of vendors. */
export interface VendorPageRequest {
  search: string;
  sort: VendorColumn;
  /** The order's own way round; the newest fetch first where nothing is said. */
  descending?: boolean;
  where?: ColumnFilters<VendorColumn>;
  after: string | null;
  limit: number;
  /** From when ages are counted. */
  now?: number;
}

export interface VendorPage {
  rows: VendorRow[];
  next: string | null;
  total: number;
  coming?: number;
}

const titles = z.array(z.string());
const name = z.string().nullable();
const shown = z.object({
  number: z.number(),
  vendorId: z.string(),
  companyName: name,
  contactName: name,
  email: name,
  phoneNumber: name,
  cityName: name,
  stateCode: name,
  services: z.string(),
  licensed: z.number().nullable(),
  complianceStatus: name,
  fetchedAt: z.number(),
});

/** Transforms inside the schema would cost garbage for each of a page's thousand cells, which its slowest readings show. */
function toVendorRow(raw: unknown): { seq: number; row: VendorRow } {
  const { number, services, licensed, ...found } = shown.parse(raw);
  return {
    seq: number,
    row: {
      ...found,
      companyName: displayName(found.companyName),
      contactName: displayName(found.contactName),
      email: displayName(found.email),
      phoneNumber: displayName(found.phoneNumber),
      cityName: displayName(found.cityName),
      stateCode: displayName(found.stateCode),
      services: (readStoredJson(services, titles)?.value ?? [])
        .map(displayName)
        .filter((title) => title !== null),
      licensed: licensed === null ? null : licensed === 1,
    },
  };
}

/** @returns the function that reads the rows of vendors by their IDs; those that were never fetched are left out */
export function createVendorRows(db: Database): (vendorIds: readonly string[]) => Map<string, VendorRow> {
  const select = db.prepare(
    `SELECT ${selectColumns('v', shown)} FROM vendor v WHERE v.vendor_id IN (SELECT value FROM json_each(?))`,
  );
  return (vendorIds) =>
    new Map(
      select
        .all(JSON.stringify(vendorIds))
        .map(toVendorRow)
        .map(({ row }) => [row.vendorId, row]),
    );
}

/** @returns the function that reads a page of the list of vendors */
export function createVendorPages(
  db: Database,
  search: SearchIndex,
): (request: VendorPageRequest) => VendorPage {
  const walk = createListWalk(db);
  const filters = createListFilters(db);
  const found = createRowSearch(db, search, 'vendors');
  const keptAmong = cacheWhileUnchanged<IntegerSet>(db);
  const keptTotal = cacheWhileUnchanged<number>(db);
  const countAll = db.prepare('SELECT COUNT(*) FROM vendor').pluck();
  const getRows = createRowReader(
    db,
    `SELECT ${selectColumns('v', shown)} FROM vendor v WHERE v.number IN (SELECT value FROM json_each(?))`,
    toVendorRow,
  );

  return ({ search: typed, sort, descending, where = {}, after, limit, now = Date.now() }) => {
    const query = search.queryFor(typed);
    const sets = [...(query === null ? [] : [found(typed)]), ...filters.sets('vendors', where, now)];
    const among =
      sets.length < 2
        ? (sets[0] ?? null)
        : keptAmong(JSON.stringify([typed, where, toMinute(now)]), () => intersect(sets));
    const page = walk({
      order: vendorOrders[sort],
      descending: descending ?? sort === 'fetched',
      among,
      fits: null,
      after,
      limit,
    });
    return {
      rows: getRows(page.numbers),
      next: page.next,
      total: among?.numbers.length ?? keptTotal('all', () => z.number().parse(countAll.get())),
      ...search.coming(query !== null),
    };
  };
}
