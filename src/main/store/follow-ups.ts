import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { toRank } from '#shared/onboarding/judge-vendor.ts';
import type { ExpiryRange } from './expiry.ts';
import { limitToPerson } from './onboarding-records.ts';
import { createQueries, storedJson } from './query.ts';
import { expiring } from './verification-page.ts';

const ending = z.object({
  kind: z.enum(['vendor', 'license']),
  id: z.string(),
  name: z.string(),
  until: z.string(),
});
export type Ending = z.infer<typeof ending>;

const asked = z.object({
  kind: z.enum(['verification', 'document']),
  id: z.string(),
  name: z.string().nullable(),
  about: z.string().nullable(),
  at: z.number(),
});
export type Asked = z.infer<typeof asked>;

const renewal = z.object({
  subject: z.string(),
  ends: storedJson(z.array(z.object({ id: z.string(), until: z.iso.date() })), []),
});

const mayWork = `${toRank('ready')}, ${toRank('expiring')}`;
const endingRows = `
  SELECT 'vendor' AS kind, o.subject AS id, o.name AS name, o.next_end AS until
  FROM onboarding o JOIN onboarding_standing s ON s.number = o.number AND s.site = ''
  WHERE s.rank IN (${mayWork}) AND o.next_end BETWEEN @from AND @to AND ${limitToPerson('o.subject')}
  UNION ALL
  SELECT 'license', e.id, COALESCE(v.licensee_name, v.license_number, v.type), v.expires_on
  FROM verification v JOIN entry e ON e.seq = v.entry
  WHERE ${expiring} AND ${limitToPerson('v.vendor_id', 'e.colleague IS NULL')} AND NOT EXISTS (
    SELECT 1 FROM onboarding o JOIN onboarding_standing s ON s.number = o.number AND s.site = ''
    WHERE o.subject = v.vendor_id AND s.rank NOT IN (${toRank('in_progress')}, ${toRank(null)}))`;

/** The decision on a subject that counts, where it asks the vendor for something. */
const latest = (choice: string, kind: string) => `d.kind = '${kind}' AND d.choice = '${choice}'
  AND d.undone_at IS NULL AND d.at <= @until
  AND d.id = (SELECT MAX(id) FROM decision n WHERE n.kind = d.kind AND n.subject = d.subject AND n.undone_at IS NULL)`;
const asker = 'd.decided_by IS @person';
const askedRows = `
  SELECT 'verification' AS kind, e.id AS id, COALESCE(v.licensee_name, v.license_number, v.type) AS name,
    v.license_number AS about, d.at AS at
  FROM decision d JOIN entry e ON e.id = d.subject JOIN verification v ON v.entry = e.seq
  WHERE ${latest('ask_vendor', 'verification')} AND v.replaced = 0 AND ${limitToPerson('v.vendor_id', asker)}
  UNION ALL
  SELECT 'document', o.job_id, COALESCE(o.title, p.company_name), o.document_type, d.at
  FROM decision d JOIN document o ON o.job_id = d.subject LEFT JOIN vendor p ON p.vendor_id = o.vendor_id
  WHERE ${latest('ask_new_copy', 'document')} AND ${limitToPerson('o.vendor_id', asker)} AND NOT EXISTS (
    SELECT 1 FROM document n WHERE n.vendor_id = o.vendor_id AND n.added_at > d.at)`;

/** What a person takes care of, by {@link limitToPerson}; of everybody where it is null. */
export function createFollowUps(db: Database) {
  const { prepareQuery, prepareNumber } = createQueries(db);
  const count = (rows: string) => prepareNumber(`SELECT COUNT(*) FROM (${rows})`);
  const countEnding = count(endingRows);
  const selectEnding = prepareQuery(`${endingRows} ORDER BY until, name LIMIT @limit + 0`, ending);
  const countAsked = count(askedRows);
  const selectAsked = prepareQuery(`${askedRows} ORDER BY at LIMIT @limit + 0`, asked);
  const selectRenewals = prepareQuery(
    `SELECT o.subject, o.renewals AS ends FROM onboarding o
     WHERE o.next_end <= @until AND o.renewals <> '[]' AND ${limitToPerson('o.subject')} ORDER BY o.next_end, o.sort_name`,
    renewal,
  );
  return {
    /** Vendors with something that ends by a day such as 2027-03-31, and when their licenses and documents end; the earliest first. */
    renewals: (until: string, person: string | null) => selectRenewals.all({ until, person }),
    /** Vendors that may work with something ending in the range, and licenses asked about; earliest first. */
    ending: (
      range: ExpiryRange,
      limit: number,
      person: string | null,
    ): { total: number; rows: Ending[] } => ({
      total: countEnding.one({ ...range, person }),
      rows: selectEnding.all({ ...range, limit, person }),
    }),
    /** Licenses and documents that a vendor was asked about until then (ms since 1970) without a newer one; oldest first. */
    asked: (until: number, limit: number, person: string | null): { total: number; rows: Asked[] } => ({
      total: countAsked.one({ until, person }),
      rows: selectAsked.all({ until, limit, person }),
    }),
  };
}
