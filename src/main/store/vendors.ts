import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { VendorRow } from '#shared/ipc/vendors.ts';
import { readResource, type Reading } from '#shared/service/reading.ts';
import { vendorProfile, type VendorProfile } from '#shared/service/vendor-profile.ts';
import { cutPage, readKeyset } from './keyset.ts';
import type { SearchIndex } from './search-index.ts';

export type VendorSort = 'company' | 'fetched';

export interface KeptProfile {
  vendorId: string;
  profile: Reading<VendorProfile>;
  fetchedAt: number;
}

const vendorRow = z.object({
  vendor_id: z.string(),
  body: z.string(),
  fetched_at: z.number(),
  company_name: z.string().nullable(),
  contact_name: z.string().nullable(),
  sort_name: z.string(),
  compliance_status: z.string().nullable(),
});

const columns = `p.vendor_id, p.body, p.fetched_at, p.company_name, p.contact_name, p.sort_name,
  (SELECT i.compliance_status FROM invite i JOIN entry e ON e.seq = i.entry
   WHERE i.vendor_id = p.vendor_id AND e.state = 'accepted' ORDER BY e.seq DESC LIMIT 1) AS compliance_status`;

function readProfile(body: string): Reading<VendorProfile> {
  const reading = readResource(vendorProfile, JSON.parse(body));
  if (reading === null) throw new Error('A kept profile is always a JSON object.');
  return reading;
}

function rowOf(raw: unknown): { sortName: string; row: VendorRow } {
  const found = vendorRow.parse(raw);
  const { value } = readProfile(found.body);
  return {
    sortName: found.sort_name,
    row: {
      vendorId: found.vendor_id,
      companyName: found.company_name,
      contactName: found.contact_name,
      email: value.email ?? null,
      phoneNumber: value.phoneNumber ?? null,
      cityName: value.location?.cityName ?? null,
      stateCode: value.location?.stateCode ?? null,
      services: (value.services ?? []).map((service) => service.title ?? '').filter((title) => title !== ''),
      licensed: value.enrollmentDetails?.licensed ?? null,
      complianceStatus: found.compliance_status,
      fetchedAt: found.fetched_at,
    },
  };
}

/** Everything in a profile that a person may search for. */
function searchWords(profile: VendorProfile): string[] {
  const { location, enrollmentDetails: enrollment } = profile;
  const specialties = [
    ...(profile.specialties ?? []).map((item) => item.title),
    ...(profile.services ?? []).flatMap((service) => [service.title, service.specialties?.title]),
  ];
  return [
    profile.email,
    profile.phoneNumber,
    profile.jobTitle,
    location?.cityName,
    location?.stateCode,
    location?.postalCode,
    enrollment?.naicsCode,
    enrollment?.naicsCodeOverride,
    ...specialties,
    ...(profile.jobSites ?? []),
    ...(profile.minorityTags ?? []),
    ...(enrollment?.jobSites ?? []),
    ...(enrollment?.minorityTags ?? []),
  ].flatMap((part) => (part == null || part === '' ? [] : [String(part)]));
}

/** The vendors that this computer looked up, each with its raw profile and its age. */
export interface VendorStore {
  put(vendorId: string, profile: Reading<VendorProfile>, body: string, at: number): void;
  get(vendorId: string): KeptProfile | null;
  page(request: { search: string; sort: VendorSort; after: string | null; limit: number }): {
    rows: VendorRow[];
    next: string | null;
    total: number;
  };
}

export function createVendorStore(db: Database, search: SearchIndex): VendorStore {
  const upsert = db.prepare(
    `INSERT INTO vendor (vendor_id, body, fetched_at, company_name, contact_name, sort_name)
     VALUES (@vendorId, @body, @at, @companyName, @contactName, @sortName)
     ON CONFLICT (vendor_id) DO UPDATE SET body = @body, fetched_at = @at, company_name = @companyName,
       contact_name = @contactName, sort_name = @sortName`,
  );
  const select = db.prepare('SELECT vendor_id, body, fetched_at FROM vendor WHERE vendor_id = ?');
  const noteFetch = db.prepare('INSERT INTO vendor_fetch (vendor_id, at, body) VALUES (?, ?, ?)');
  const kept = z.object({ vendor_id: z.string(), body: z.string(), fetched_at: z.number() });
  const total = z.object({ total: z.number() });

  return {
    put(vendorId, profile, body, at) {
      db.transaction(() => {
        const { value } = profile;
        const contactName = [value.firstName, value.lastName]
          .filter((part) => part != null && part !== '')
          .join(' ');
        const companyName = value.companyName ?? null;
        const known = kept.safeParse(select.get(vendorId));
        upsert.run({
          vendorId,
          body,
          at,
          companyName,
          contactName: contactName === '' ? null : contactName,
          sortName: (companyName ?? contactName).normalize('NFKD').toLowerCase(),
        });
        noteFetch.run(vendorId, at, known.success && known.data.body === body ? null : body);
        search.put('vendor', vendorId, {
          title: companyName ?? (contactName === '' ? vendorId : contactName),
          subtitle: contactName,
          words: [vendorId, ...searchWords(value)],
        });
      }).immediate();
    },
    get(vendorId) {
      const row = kept.safeParse(select.get(vendorId));
      if (!row.success) return null;
      return { vendorId, profile: readProfile(row.data.body), fetchedAt: row.data.fetched_at };
    },
    page({ search: text, sort, after, limit }) {
      const match = search.queryFor(text);
      const found =
        match === null
          ? '1'
          : "p.vendor_id IN (SELECT subject FROM search WHERE search MATCH @match AND kind = 'vendor')";
      const byName = sort === 'company';
      const place = byName
        ? (readKeyset(z.tuple([z.string(), z.string()]), after) ?? null)
        : (readKeyset(z.tuple([z.number(), z.string()]), after) ?? null);
      const column = byName ? 'p.sort_name' : 'p.fetched_at';
      const compare = byName ? '>' : '<';
      const direction = byName ? 'ASC' : 'DESC';
      const beyond = place === null ? '1' : `(${column}, p.vendor_id) ${compare} (@first, @second)`;
      const rows = db
        .prepare(
          `SELECT ${columns} FROM vendor p WHERE ${found} AND ${beyond}
           ORDER BY ${column} ${direction}, p.vendor_id ${direction} LIMIT @limit`,
        )
        .all({ match, first: place?.[0] ?? null, second: place?.[1] ?? null, limit: limit + 1 })
        .map(rowOf);
      const page = cutPage(rows, limit, ({ sortName, row }) => [
        byName ? sortName : row.fetchedAt,
        row.vendorId,
      ]);
      const counted = total.parse(
        db.prepare(`SELECT COUNT(*) AS total FROM vendor p WHERE ${found}`).get({ match }),
      );
      return { rows: page.rows.map(({ row }) => row), next: page.next, total: counted.total };
    },
  };
}
