import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { VendorFacets, VendorFilter, VendorRow, VendorSort } from '#shared/ipc/vendors.ts';
import { readResource, type Reading } from '#shared/service/reading.ts';
import { vendorProfile, type VendorProfile } from '#shared/service/vendor-profile.ts';
import { cutPage, readKeyset } from './keyset.ts';
import { emailKey } from './invites.ts';
import { matchedSubjects, type SearchIndex } from './search-index.ts';
import { isGiven, sortKey } from './sort-key.ts';
import { filterConditions, noVendorFilter, sortColumn } from './vendor-query.ts';

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
  place: z.union([z.string(), z.number()]),
  compliance_status: z.string().nullable(),
});

const columns = `p.vendor_id, p.body, p.fetched_at, p.company_name, p.contact_name,
  (SELECT i.compliance_status FROM invite i JOIN entry e ON e.seq = i.entry
   WHERE i.vendor_id = p.vendor_id AND e.state = 'accepted' ORDER BY e.seq DESC LIMIT 1) AS compliance_status`;

function readProfile(body: string): Reading<VendorProfile> {
  const reading = readResource(vendorProfile, JSON.parse(body));
  if (reading === null) throw new Error('A kept profile is always a JSON object.');
  return reading;
}

function rowOf(raw: unknown): { place: string | number; row: VendorRow } {
  const found = vendorRow.parse(raw);
  const { value } = readProfile(found.body);
  return {
    place: found.place,
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
  page(request: {
    search: string;
    sort: VendorSort;
    /** The order's own way round; the newest fetch first where nothing is said. */
    descending?: boolean;
    filter?: VendorFilter;
    after: string | null;
    limit: number;
    /** From when ages are counted. */
    now?: number;
  }): {
    rows: VendorRow[];
    next: string | null;
    total: number;
  };
  /** What the kept vendors can be narrowed by. */
  facets(): VendorFacets;
  /** Every fetch that brought another body than the one before, oldest first. */
  bodies(vendorId: string): { at: number; body: string }[];
}

/** Up to so many hits, a search looks each one up. */
const fewHits = 500;

/** More cities than can be chosen from in a list are reached by the search. */
const mostCities = 200;

export function createVendorStore(db: Database, search: SearchIndex): VendorStore {
  const upsert = db.prepare(
    `INSERT INTO vendor (vendor_id, body, fetched_at, company_name, contact_name, sort_name, contact_sort, city_sort,
       state_sort, licensed, email_key)
     VALUES (@vendorId, @body, @at, @companyName, @contactName, @sortName, @contactSort, @citySort, @stateSort,
       @licensed, @emailKey)
     ON CONFLICT (vendor_id) DO UPDATE SET body = @body, fetched_at = @at, company_name = @companyName,
       contact_name = @contactName, sort_name = @sortName, contact_sort = @contactSort, city_sort = @citySort,
       state_sort = @stateSort, licensed = @licensed, email_key = @emailKey`,
  );
  const forgetServices = db.prepare('DELETE FROM vendor_service WHERE vendor_id = ?');
  const noteService = db.prepare('INSERT OR IGNORE INTO vendor_service (title, vendor_id) VALUES (?, ?)');
  const selectBodies = db.prepare(
    'SELECT at, body FROM vendor_fetch WHERE vendor_id = ? AND body IS NOT NULL ORDER BY id',
  );
  const select = db.prepare('SELECT vendor_id, body, fetched_at FROM vendor WHERE vendor_id = ?');
  const noteFetch = db.prepare('INSERT INTO vendor_fetch (vendor_id, at, body) VALUES (?, ?, ?)');
  const countOfService = db.prepare('SELECT COUNT(*) AS total FROM vendor_service WHERE title = ?');
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
          contactSort: sortKey(contactName),
          citySort: sortKey(value.location?.cityName),
          stateSort: sortKey(value.location?.stateCode),
          licensed: flag(value.enrollmentDetails?.licensed),
          emailKey: value.email == null || value.email.trim() === '' ? null : emailKey(value.email),
        });
        const services = (value.services ?? []).map((service) => service.title?.trim() ?? '');
        if (!known.success || known.data.body !== body) {
          forgetServices.run(vendorId);
          for (const title of services) if (title !== '') noteService.run(title, vendorId);
        }
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
    page({ search: text, sort, descending, filter, after, limit, now }) {
      const match = search.queryFor(text);
      const { conditions, values } = filterConditions(
        filter ?? noVendorFilter,
        now ?? Date.now(),
        () => total.parse(countOfService.get(filter?.service)).total,
      );
      const unfiltered = conditions.length === 0;
      if (match !== null) {
        // Few hits are looked up one by one; among many, the list's own index soon has a page full. The plus sign keeps
        // SQLite from looking up thousands of profiles.
        const many = search.hitsExceed(match, fewHits) ? '+' : '';
        conditions.push(`${many}p.vendor_id IN (${matchedSubjects('vendor')})`);
      }
      const found = conditions.length === 0 ? '1' : conditions.join(' AND ');
      const column = sortColumn[sort];
      const down = descending ?? sort === 'fetched';
      const place = readKeyset(z.tuple([z.union([z.string(), z.number()]), z.string()]), after);
      const beyond = place === null ? '1' : `(${column}, p.vendor_id) ${down ? '<' : '>'} (@first, @second)`;
      const direction = down ? 'DESC' : 'ASC';
      // The page is found in an index that holds all it asks for; only then are its profiles read.
      const rows = db
        .prepare(
          `SELECT ${columns}, chosen.place FROM
             (SELECT p.vendor_id, ${column} AS place FROM vendor p WHERE ${found} AND ${beyond}
              ORDER BY ${column} ${direction}, p.vendor_id ${direction} LIMIT @limit) AS chosen
           JOIN vendor p ON p.vendor_id = chosen.vendor_id
           ORDER BY chosen.place ${direction}, chosen.vendor_id ${direction}`,
        )
        .all({ ...values, match, first: place?.[0] ?? null, second: place?.[1] ?? null, limit: limit + 1 })
        .map(rowOf);
      const page = cutPage(rows, limit, ({ place: at, row }) => [at, row.vendorId]);
      const counted = total.parse(
        match !== null && unfiltered
          ? db.prepare(`SELECT COUNT(*) AS total FROM (${matchedSubjects('vendor')})`).get({ match })
          : db.prepare(`SELECT COUNT(*) AS total FROM vendor p WHERE ${found}`).get({ ...values, match }),
      );
      return { rows: page.rows.map(({ row }) => row), next: page.next, total: counted.total };
    },
    facets() {
      const grouped = (column: string, limit: number) =>
        z
          .array(z.object({ value: z.string(), count: z.number(), one: z.string() }))
          .parse(
            db
              .prepare(
                `SELECT ${column} AS value, COUNT(*) AS count, MIN(vendor_id) AS one FROM vendor
                 GROUP BY ${column} ORDER BY count DESC, value LIMIT ?`,
              )
              .all(limit + 1),
          )
          .filter(({ value }) => isGiven(value))
          .slice(0, limit);
      // A folded value is shown as one of its vendors writes it.
      const written = (vendorId: string) => {
        const row = kept.safeParse(select.get(vendorId));
        return row.success ? readProfile(row.data.body).value.location : null;
      };
      return {
        states: grouped('state_sort', mostCities).map(({ value, count, one }) => ({
          value,
          label: written(one)?.stateCode?.trim() ?? value,
          count,
        })),
        cities: grouped('city_sort', mostCities).map(({ value, count, one }) => ({
          value,
          label: written(one)?.cityName?.trim() ?? value,
          count,
        })),
        services: z.array(z.object({ value: z.string(), label: z.string(), count: z.number() })).parse(
          db
            .prepare(
              `SELECT title AS value, title AS label, COUNT(*) AS count FROM vendor_service
                 GROUP BY title ORDER BY count DESC, title LIMIT ?`,
            )
            .all(mostCities),
        ),
      };
    },
    bodies: (vendorId) =>
      z.array(z.object({ at: z.number(), body: z.string() })).parse(selectBodies.all(vendorId)),
  };
}

function flag(value: boolean | null | undefined): number | null {
  if (value == null) return null;
  return value ? 1 : 0;
}
