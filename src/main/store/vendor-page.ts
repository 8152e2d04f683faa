import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { displayName } from '#shared/foreign-text.ts';
import type { VendorFilter, VendorRow, VendorSort } from '#shared/ipc/vendors.ts';
import { cutPage, readKeyset } from './keyset.ts';
import { commonNumbers, numbersAsJson, numbersInSql, readNumbers, type NumberSet } from './number-set.ts';
import type { SearchIndex } from './search-index.ts';
import { keepingStatements, keepingWhileUnchanged } from './keeping.ts';
import { filterConditions, noVendorFilter, vendorOrder } from './vendor-query.ts';

/** What is asked of the list of vendors. */
export interface VendorPageRequest {
  search: string;
  sort: VendorSort;
  /** The order's own way round; the newest fetch first where nothing is said. */
  descending?: boolean;
  filter?: VendorFilter;
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

const columns = `p.number, p.vendor_id, p.fetched_at, p.company_name, p.contact_name, p.email, p.phone_number, p.city_name,
  p.state_code, p.services, p.licensed,
  (SELECT i.compliance_status FROM invite i JOIN entry e ON e.seq = i.entry
   WHERE i.vendor_id = p.vendor_id AND e.state = 'accepted' ORDER BY e.seq DESC LIMIT 1) AS compliance_status`;

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

function rowOf(found: z.infer<typeof shown>): VendorRow {
  return {
    vendorId: found.vendor_id,
    companyName: displayName(found.company_name),
    contactName: displayName(found.contact_name),
    email: displayName(found.email),
    phoneNumber: displayName(found.phone_number),
    cityName: displayName(found.city_name),
    stateCode: displayName(found.state_code),
    services: titles
      .parse(JSON.parse(found.services))
      .map(displayName)
      .filter((title) => title !== null),
    licensed: found.licensed === null ? null : found.licensed === 1,
    complianceStatus: found.compliance_status,
    fetchedAt: found.fetched_at,
  };
}

const sortValue = z.union([z.string(), z.number()]);
const place = z.tuple([sortValue, z.string()]);
const chosen = z.object({ number: z.number(), place: sortValue, vendor_id: z.string() });
type Chosen = z.infer<typeof chosen>;

/** Up to so many vendors are put in order one by one; among more, the index in that order soon has a page full. */
const few = 2000;
/** So many rows of an order are looked at for hits before they are looked for in another way: they may all be at its end. */
const mostLookedAt = 4000;

/** What a list asks for, put into SQL. */
interface Asked {
  conditions: string[];
  values: Record<string, unknown>;
  /** What the last seen row leaves to come. */
  beyond: string[];
  sort: VendorSort;
  direction: 'ASC' | 'DESC';
}

const amongThese = 'p.number IN (SELECT value FROM json_each(@these))';
const allOf = (conditions: string[]) => (conditions.length === 0 ? '1' : conditions.join(' AND '));
const chosenColumns = (sort: VendorSort) => `p.number, ${vendorOrder[sort].column} AS place, p.vendor_id`;

/** Finds what is asked for in whichever way SQLite likes best, and puts it in order. */
function sortedSql({ conditions, beyond, sort, direction }: Asked, more: string[]): string {
  return `SELECT ${chosenColumns(sort)} FROM vendor p WHERE ${allOf([...conditions, ...more, ...beyond])}
    ORDER BY +${vendorOrder[sort].column} ${direction}, p.vendor_id ${direction} LIMIT @limit`;
}

/** Goes through the order's index, which holds all that a filter asks for, until the page is full. */
function inOrderSql(
  { conditions, beyond, sort, direction }: Asked,
  more: string[],
  columns = chosenColumns(sort),
): string {
  const { column, index } = vendorOrder[sort];
  return `SELECT ${columns} FROM vendor p INDEXED BY ${index}
    WHERE ${allOf([...conditions, ...more, ...beyond])}
    ORDER BY ${column} ${direction}, p.vendor_id ${direction} LIMIT @limit`;
}

/** @returns the function that reads a page of the list of vendors */
export function createVendorPages(
  db: Database,
  search: SearchIndex,
): (request: VendorPageRequest) => VendorPage {
  const statement = keepingStatements(db);
  const keptTotal = keepingWhileUnchanged<number>(db);
  const keptOrder = keepingWhileUnchanged<NumberSet>(db);
  const keptService = keepingWhileUnchanged<NumberSet>(db);
  const countAll = db.prepare('SELECT COUNT(*) FROM vendor').pluck();
  const ofService = db
    .prepare(`SELECT ${numbersInSql('vendor')} FROM vendor_service WHERE title = ?`)
    .pluck();
  const read = db.prepare(
    `SELECT ${columns} FROM vendor p WHERE p.number IN (SELECT value FROM json_each(?))`,
  );

  function rowsOf(numbers: readonly number[]): VendorRow[] {
    const rows = z.array(shown).parse(read.all(JSON.stringify(numbers)));
    const found = new Map(rows.map((row) => [row.number, rowOf(row)]));
    return numbers.flatMap((number) => found.get(number) ?? []);
  }

  /** The vendors among which the list is, by search and service; null for all of them. */
  function amongWhich(query: string | null, service: string | null): NumberSet | null {
    const hits = query === null ? null : search.hits('vendor', query);
    if (service === null) return hits;
    const offering = keptService(service, () => readNumbers(ofService.get(service)));
    return hits === null ? offering : commonNumbers(hits, offering);
  }

  function count({ conditions, values }: Asked, among: NumberSet | null): number {
    if (conditions.length === 0) return among?.numbers.length ?? z.number().parse(countAll.get());
    if (among === null || among.numbers.length <= few) {
      const sql = allOf(among === null ? conditions : [...conditions, amongThese]);
      const these = among === null ? null : numbersAsJson(among);
      return z.number().parse(
        statement(`SELECT COUNT(*) FROM vendor p WHERE ${sql}`)
          .pluck()
          .get({ ...values, these }),
      );
    }
    const filtered = statement(`SELECT ${numbersInSql('p.number')} FROM vendor p WHERE ${allOf(conditions)}`);
    return commonNumbers(among, readNumbers(filtered.pluck().get(values))).numbers.length;
  }

  function walk(asked: Asked, among: NumberSet, limit: number): Chosen[] {
    const found: number[] = [];
    let lookedAt = 0;
    // Numbers alone: the other columns of thousands of rows would take longer than the walk itself.
    const inOrder = statement(inOrderSql(asked, [], 'p.number')).pluck();
    for (const number of inOrder.iterate({ ...asked.values, limit: mostLookedAt })) {
      lookedAt += 1;
      if (typeof number === 'number' && among.has(number)) found.push(number);
      if (found.length === limit) return amongSome(asked, JSON.stringify(found), limit);
    }
    if (lookedAt < mostLookedAt) return amongSome(asked, JSON.stringify(found), limit);
    if (asked.conditions.length === 0 && asked.beyond.length === 0) {
      return amongSome(asked, JSON.stringify(firstAmong(asked, among, limit)), limit);
    }
    const these = numbersAsJson(among);
    const rest = statement(inOrderSql(asked, [`+${amongThese}`]));
    return z.array(chosen).parse(rest.all({ ...asked.values, these, limit }));
  }

  /** The first of a set in an order, without asking the database about each that stands before them. */
  function firstAmong({ sort, direction }: Asked, among: NumberSet, limit: number): number[] {
    const inOrder = keptOrder(`${sort} ${direction}`, () => {
      const { column, index } = vendorOrder[sort];
      const ordered = `SELECT p.number FROM vendor p INDEXED BY ${index} ORDER BY ${column} ${direction}, p.vendor_id ${direction}`;
      return readNumbers(
        statement(`SELECT ${numbersInSql('number')} FROM (${ordered})`)
          .pluck()
          .get(),
      );
    });
    const found: number[] = [];
    for (const number of inOrder.numbers) {
      if (among.has(number)) found.push(number);
      if (found.length === limit) break;
    }
    return found;
  }

  function amongSome(asked: Asked, these: string, limit: number): Chosen[] {
    return z
      .array(chosen)
      .parse(statement(sortedSql(asked, [amongThese])).all({ ...asked.values, these, limit }));
  }

  function choose(asked: Asked, among: NumberSet | null, total: number, limit: number): Chosen[] {
    if (among !== null && among.numbers.length > few) return walk(asked, among, limit);
    if (among !== null) return amongSome(asked, numbersAsJson(among), limit);
    const rare = asked.conditions.length > 0 && total <= few;
    const sql = rare ? sortedSql(asked, []) : inOrderSql(asked, []);
    return z.array(chosen).parse(statement(sql).all({ ...asked.values, limit }));
  }

  return ({ search: typed, sort, descending, filter = noVendorFilter, after, limit, now = Date.now() }) => {
    const query = search.queryFor(typed);
    const among = amongWhich(query, filter.service);
    const down = descending ?? sort === 'fetched';
    const from = readKeyset(place, after);
    const { conditions, values } = filterConditions(filter, now);
    const asked: Asked = {
      conditions,
      values: { ...values, first: from?.[0] ?? null, second: from?.[1] ?? null },
      beyond:
        from === null
          ? []
          : [`(${vendorOrder[sort].column}, p.vendor_id) ${down ? '<' : '>'} (@first, @second)`],
      sort,
      direction: down ? 'DESC' : 'ASC',
    };
    const total = keptTotal(JSON.stringify([query, filter, values]), () => count(asked, among));
    const rows = choose(asked, among, total, limit + 1);
    const page = cutPage(rows, limit, (row) => [row.place, row.vendor_id]);
    return {
      rows: rowsOf(page.rows.map(({ number }) => number)),
      next: page.next,
      total,
      ...search.coming(query),
    };
  };
}
