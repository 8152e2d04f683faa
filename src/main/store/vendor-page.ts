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

const columns = `number, vendor_id, fetched_at, company_name, contact_name, email, phone_number, city_name, state_code,
  services, licensed, compliance_status`;

const shown = z.object({
  number: z.number(),
  vendor_id: z.string(),
  fetched_at: z.number(),
  company_name: z.string().nullable(),
  contact_name: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  city_name: z.string().nullable(),
  state_code: z.string().nullable(),
  services: z.string(),
  licensed: z.number().nullable(),
  compliance_status: z.string().nullable(),
});
const titles = z.array(z.string());

function toRow(found: z.infer<typeof shown>): VendorRow {
  return {
    vendorId: found.vendor_id,
    companyName: displayName(found.company_name),
    contactName: displayName(found.contact_name),
    email: displayName(found.email),
    phoneNumber: displayName(found.phone_number),
    cityName: displayName(found.city_name),
    stateCode: displayName(found.state_code),
    services: (readStoredJson(found.services, titles)?.value ?? [])
      .map(displayName)
      .filter((title) => title !== null),
    licensed: found.licensed === null ? null : found.licensed === 1,
    complianceStatus: found.compliance_status,
    fetchedAt: found.fetched_at,
  };
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
  const read = db.prepare(`SELECT ${columns} FROM vendor WHERE number IN (SELECT value FROM json_each(?))`);

  function getRows(numbers: readonly number[]): VendorRow[] {
    const rows = z.array(shown).parse(read.all(JSON.stringify(numbers)));
    const byNumber = new Map(rows.map((row) => [row.number, toRow(row)]));
    return numbers.flatMap((number) => byNumber.get(number) ?? []);
  }

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
