import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { isAddress, showSubject, toVendorId } from '#shared/onboarding/vendor-facts.ts';
import { createQueries, selectColumns } from './query.ts';
import { displayName } from '#shared/base/foreign-text.ts';
import { vendorRow, type VendorRow } from '#shared/ipc/vendors.ts';
import { readJson } from '#shared/base/read-json.ts';

const linked = z.object({ subject: z.string().nullable(), vendorName: z.string().nullable() });

/** SQL for whose a verification or a document is. One that was not judged yet is called as its profile or its invite is. */
export const vendorColumns = (table: string) =>
  `${table}.vendor_id AS subject, COALESCE((SELECT name FROM onboarding WHERE subject = ${table}.vendor_id),
    (SELECT COALESCE(company_name, contact_name) FROM vendor WHERE vendor_id = ${table}.vendor_id),
    (SELECT title FROM entry WHERE seq = (SELECT MAX(entry) FROM invite WHERE vendor_id = ${table}.vendor_id))) AS vendorName`;

/** Whose a row is; `vendorId` is null also where the vendor has none yet. */
export function toVendorLink(raw: unknown) {
  const { subject, vendorName } = linked.parse(raw);
  const vendor = subject === null ? null : { subject, name: vendorName ?? showSubject(subject) };
  return { vendorId: toVendorId(subject), vendor };
}

/** @returns the function that maps an address to its vendor's ID, if known; a form may predate the ID. */
export function createSubjectResolver(db: Database): <T extends string | null>(subject: T) => T | string {
  const select = createQueries(db).prepareValue(
    `SELECT COALESCE((SELECT vendor_id FROM vendor WHERE email_key = @key LIMIT 1),
       (SELECT vendor_id FROM invite WHERE email_key = @key ORDER BY entry DESC LIMIT 1),
       (SELECT vendor_id FROM colleague_vendor WHERE email_key = @key ORDER BY vendor_id LIMIT 1))`,
    z.string().nullable(),
  );
  return (subject) => {
    if (subject === null || !isAddress(subject)) return subject;
    return select.one({ key: showSubject(subject) }) ?? subject;
  };
}

const titles = z.array(z.string());
const shown = vendorRow.extend({
  vendorId: z.string(),
  services: z.string(),
  licensed: z.number().nullable(),
});

/** Transforms inside the schema would cost garbage for each of a page's thousand cells, which its slowest readings show. */
function toVendorRow(raw: unknown): VendorRow {
  const { services, licensed, ...found } = shown.parse(raw);
  return {
    ...found,
    companyName: displayName(found.companyName),
    contactName: displayName(found.contactName),
    email: displayName(found.email),
    phoneNumber: displayName(found.phoneNumber),
    cityName: displayName(found.cityName),
    stateCode: displayName(found.stateCode),
    services: (readJson(services, titles)?.value ?? []).map(displayName).filter((title) => title !== null),
    licensed: licensed === null ? null : licensed === 1,
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
        .map((row) => [row.vendorId, row]),
    );
}
