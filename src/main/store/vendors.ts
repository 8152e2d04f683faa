import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { displayName, getName, toLine } from '#shared/base/foreign-text.ts';
import { readKept } from '#shared/service/envelope.ts';
import { getReading, type Reading } from '#shared/service/reading.ts';
import { searchedValues } from '#shared/service/vendor-fields.ts';
import { getSpecialties, vendorProfile, type VendorProfile } from '#shared/service/vendor-profile.ts';
import { emailKey } from './invites.ts';
import { createQueries } from './query.ts';
import type { SearchIndex } from './search-index.ts';
import { createVendorRows } from './vendor-links.ts';

export type KeptProfile = NonNullable<ReturnType<VendorStore['get']>>;

/** For a body that cannot be read; it is shown as it came. */
export const noProfile: Reading<VendorProfile> = { value: {}, validationIssues: [], others: [] };

function readProfile(body: string, envelope: string | null): Reading<VendorProfile> {
  // Bodies stored before the envelope was set may have none.
  const reading = readKept(vendorProfile, body, envelope) ?? readKept(vendorProfile, body, null);
  return reading ?? noProfile;
}

function searchTerms(reading: Reading<VendorProfile>): string[] {
  const { value: profile } = reading;
  const specialties = [
    ...(profile.specialties ?? []).map((item) => item.title),
    ...(profile.services ?? []).flatMap((service, index) => [
      service.title,
      ...getSpecialties(reading, index).map((one) => one.title),
    ]),
  ].flatMap((title) => (title == null || title === '' ? [] : [title]));
  return [...searchedValues(profile), ...specialties];
}

export type VendorStore = ReturnType<typeof createVendorStore>;

/** The most services by which a row is shown and sorted; it is found by all. */
const maxServices = 200;

const profileReading = getReading(vendorProfile);

/** Larger bodies are not read again while they are the latest, in bytes; so many of them are kept in memory. */
const maxReadAgain = 64 * 1024;
const maxHeld = 200;

export function createVendorStore(db: Database, search: SearchIndex, envelope: () => string | null) {
  const { prepareQuery, prepareNumber } = createQueries(db);
  const columns = `profile, fetched_at, company_name, contact_name, email, phone_number, city_name, state_code, services,
    licensed, invited, email_key`;
  const upsert = prepareNumber(
    `INSERT INTO vendor (vendor_id, ${columns})
     VALUES (@vendorId, @profile, @at, @companyName, @contactName, @email, @phoneNumber, @cityName, @stateCode, @services,
       @licensed,
       EXISTS (SELECT 1 FROM invite WHERE vendor_id = @vendorId) OR EXISTS (SELECT 1 FROM invite WHERE email_key = @emailKey),
       @emailKey)
     ON CONFLICT (vendor_id) DO UPDATE SET (${columns}) = (${columns.replaceAll(/\w+/g, 'excluded.$&')})
     RETURNING number`,
  );
  const fetchedAgain = db.prepare('UPDATE vendor SET fetched_at = ? WHERE number = ?');
  const forgetServices = db.prepare('DELETE FROM vendor_service WHERE vendor = ?');
  const noteService = db.prepare('INSERT OR IGNORE INTO vendor_service (title, vendor) VALUES (?, ?)');
  const selectBodies = prepareQuery(
    'SELECT at, body FROM vendor_fetch WHERE vendor_id = ? AND body IS NOT NULL ORDER BY id',
    z.object({ at: z.number(), body: z.string() }),
  );
  const select = prepareQuery(
    `SELECT p.number, f.body, p.fetched_at AS fetchedAt FROM vendor p JOIN vendor_fetch f ON f.id = p.profile
     WHERE p.vendor_id = ?`,
    z.object({ number: z.number(), body: z.string(), fetchedAt: z.number() }).nullable().catch(null),
  );
  const selectSmall = prepareQuery(
    `SELECT p.vendor_id AS vendorId, p.profile AS fetch, CASE WHEN octet_length(f.body) <= ${maxReadAgain} THEN f.body END AS body,
       p.fetched_at AS fetchedAt
     FROM vendor p JOIN vendor_fetch f ON f.id = p.profile
     WHERE p.vendor_id IN (SELECT value FROM json_each(?))`,
    z
      .object({ vendorId: z.string(), fetch: z.number(), body: z.string().nullable(), fetchedAt: z.number() })
      .nullable()
      .catch(null),
  );
  const count = prepareNumber('SELECT COUNT(*) FROM vendor');
  const noteFetch = db.prepare('INSERT INTO vendor_fetch (vendor_id, at, body) VALUES (?, ?, ?)');

  function keep(vendorId: string, reading: Reading<VendorProfile>, body: string, at: number): void {
    const { value } = reading;
    const contactName = [value.firstName, value.lastName]
      .map(displayName)
      .filter((part) => part !== null)
      .join(' ');
    const companyName = displayName(value.companyName);
    const titles = (value.services ?? []).flatMap(({ title }) =>
      title == null || title === '' ? [] : (toLine(title) ?? []),
    );
    const email = toLine(value.email);
    const fetch = Number(noteFetch.run(vendorId, at, body).lastInsertRowid);
    if (Buffer.byteLength(body) > maxReadAgain) hold(fetch, reading);
    const number = upsert.one({
      vendorId,
      profile: fetch,
      at,
      companyName,
      contactName: contactName === '' ? null : contactName,
      email,
      phoneNumber: toLine(value.phoneNumber),
      cityName: toLine(value.location?.cityName),
      stateCode: toLine(value.location?.stateCode),
      services: JSON.stringify(titles.slice(0, maxServices)),
      licensed: flag(value.enrollmentDetails?.licensed),
      // An address that was cut is nobody's.
      emailKey: email === null || email !== value.email || email.trim() === '' ? null : emailKey(email),
    });
    forgetServices.run(number);
    for (const title of titles) if (title.trim() !== '') noteService.run(title.trim(), number);
    search.put('vendor', vendorId, {
      title: getName(companyName, contactName, value.email, vendorId),
      subtitle: contactName,
      words: [vendorId, ...searchTerms(reading)],
    });
  }

  /** The profile as it came, word for word. */
  function unread(vendorId: string) {
    const row = select.get(vendorId);
    return row === null ? null : { vendorId, body: row.body, fetchedAt: row.fetchedAt };
  }

  function get(vendorId: string) {
    const found = unread(vendorId);
    return found === null ? null : { ...found, profile: readProfile(found.body, envelope()) };
  }

  /** By the fetch that brought them and the envelope that they were read with, the oldest first. */
  const held = new Map<string, Reading<VendorProfile>>();

  const heldKey = (fetch: number) => `${fetch} ${envelope() ?? ''}`;

  function hold(fetch: number, profile: Reading<VendorProfile>): Reading<VendorProfile> {
    const cut = profileReading.safeParse(cutTexts(profile)).data ?? noProfile;
    held.set(heldKey(fetch), cut);
    for (const oldest of [...held.keys()].slice(0, -maxHeld)) held.delete(oldest);
    return cut;
  }

  return {
    /** The profiles as judged, by ID. Texts of a large body are cut by {@link toLine}, and it is cached for lists. */
    judged(vendorIds: readonly string[]) {
      const rows = selectSmall.all(JSON.stringify(vendorIds)).filter((row) => row !== null);
      return new Map(
        rows.map(({ vendorId, fetch, body, fetchedAt }) => {
          if (body !== null) return [vendorId, { reading: readProfile(body, envelope()), fetchedAt }];
          const reading = held.get(heldKey(fetch)) ?? hold(fetch, get(vendorId)?.profile ?? noProfile);
          return [vendorId, { reading, fetchedAt }];
        }),
      );
    },
    put(vendorId: string, profile: Reading<VendorProfile>, body: string, at: number): void {
      db.transaction(() => {
        const known = select.get(vendorId);
        if (known?.body === body) {
          noteFetch.run(vendorId, at, null);
          fetchedAgain.run(at, known.number);
        } else keep(vendorId, profile, body, at);
      }).immediate();
    },
    unread,
    get,
    rows: createVendorRows(db),
    count: (): number => count.one(),
    /** Every fetch that brought another body than the one before, oldest first. */
    bodies: (vendorId: string): { at: number; body: string }[] => selectBodies.all(vendorId),
  };
}

/** The value with every text in it cut by {@link toLine}. */
function cutTexts(value: unknown): unknown {
  if (typeof value === 'string') return toLine(value);
  if (Array.isArray(value)) return value.map(cutTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cutTexts(member)]));
}

function flag(value: boolean | null | undefined): number | null {
  if (value == null) return null;
  return value ? 1 : 0;
}
