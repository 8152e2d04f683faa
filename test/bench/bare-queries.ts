import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';

/** What a list needs, asked of a workspace's file by one plain query each: nothing kept, counted, checked or put in rank. */
export interface BareQueries {
  /** A page of vendors by name; gives the place of the next. */
  vendorPage(after: VendorPlace | null): VendorPlace | null;
  /** A page of invites, newest first; gives the place of the next. */
  invitePage(after: number | null): number | null;
  /** The same page as the app's: sorted by name. */
  vendorSearch(text: string): void;
  /** The first hundred in the order of the index: the least that any search can do. */
  vendorSearchAsIndexed(text: string): void;
  /** The best by rank. */
  find(text: string): void;
  findAsIndexed(text: string): void;
  close(): void;
}

export interface VendorPlace {
  by_company: string;
  number: number;
}

const vendorPlace = z.object({ by_company: z.string(), number: z.number() });
const invitePlace = z.object({ seq: z.number() });
const rows = z.array(z.unknown());

const vendorColumns = `v.number, v.vendor_id, k.by_company, v.fetched_at, v.company_name, v.contact_name, v.email, v.phone_number,
  v.city_name, v.state_code, v.services, v.licensed`;
/** Where the vendors begin among the rows of the search. */
const firstVendorRow = 3 * 2 ** 40;

/** Every word has to be there; its beginning is enough. */
function getMatch(text: string): string {
  return text
    .split(' ')
    .map((word) => `"${word}"*`)
    .join(' AND ');
}

/** Opens a workspace's database beside the app. */
export function openBareQueries(file: string): BareQueries {
  const db = new SqliteDatabase(file, { readonly: true });
  const vendors = db.prepare(
    `SELECT ${vendorColumns} FROM vendor_key k JOIN vendor v ON v.number = k.number
     WHERE (k.by_company, k.number) > (@by_company, @number) ORDER BY k.by_company, k.number LIMIT 100`,
  );
  const invites = db.prepare(
    `SELECT e.seq, e.id, e.state, e.reason, e.attempts, e.queued_at, e.changed_at, e.next_at, e.sent_at, i.email,
       i.contact_name, i.company_name, i.phone_number, i.vendor_id, i.compliance_status, i.vendor_status, i.archived_at
     FROM invite i JOIN entry e ON e.seq = i.entry WHERE i.entry < ? ORDER BY i.entry DESC LIMIT 100`,
  );
  const search = db.prepare(
    `SELECT ${vendorColumns} FROM search s JOIN vendor v ON v.number = s.rowid - ${firstVendorRow} JOIN vendor_key k ON k.number = v.number
     WHERE s.search MATCH ? AND s.rowid >= ${firstVendorRow} ORDER BY k.by_company, k.number LIMIT 100`,
  );
  const searchAsIndexed = db.prepare(
    `SELECT ${vendorColumns} FROM search s JOIN vendor v ON v.number = s.rowid - ${firstVendorRow} JOIN vendor_key k ON k.number = v.number
     WHERE s.search MATCH ? AND s.rowid >= ${firstVendorRow} ORDER BY s.rowid LIMIT 100`,
  );
  const findAsIndexed = db.prepare(
    'SELECT subject, title, subtitle FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT 20',
  );
  const find = db.prepare(
    'SELECT subject, title, subtitle FROM search WHERE search MATCH ? ORDER BY rank LIMIT 20',
  );
  return {
    vendorPage(after) {
      const last = rows.parse(vendors.all(after ?? { by_company: '', number: 0 })).at(-1);
      return last === undefined ? null : vendorPlace.parse(last);
    },
    invitePage(after) {
      const last = rows.parse(invites.all(after ?? Number.MAX_SAFE_INTEGER)).at(-1);
      return last === undefined ? null : invitePlace.parse(last).seq;
    },
    vendorSearch(text) {
      search.all(getMatch(text));
    },
    vendorSearchAsIndexed(text) {
      searchAsIndexed.all(getMatch(text));
    },
    findAsIndexed(text) {
      findAsIndexed.all(getMatch(text));
    },
    find(text) {
      find.all(getMatch(text));
    },
    close: () => void db.close(),
  };
}
