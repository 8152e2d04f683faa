import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { displayName } from '#shared/base/foreign-text.ts';
import type { VendorRow } from '#shared/ipc/vendors.ts';
import { selectColumns } from './shown-row.ts';
import { readStoredJson } from './stored-json.ts';

const titles = z.array(z.string());
const name = z.string().nullable();
const shown = z.object({
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
    services: (readStoredJson(services, titles)?.value ?? [])
      .map(displayName)
      .filter((title) => title !== null),
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
