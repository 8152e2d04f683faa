import { isDeepStrictEqual } from 'node:util';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { toLine } from '#shared/base/foreign-text.ts';
import { actVersion, readAct, type Act } from '#shared/team/acts.ts';
import { createQueries, inTransaction } from './query.ts';
import type { SettingStore } from './settings.ts';
import type { TeamLog } from './team-log.ts';

/** Up to which fetch of a profile the log has the vendors. */
const placeSetting = 'team.vendors';

const fetchedRow = z.object({
  fetch: z.number(),
  vendorId: z.string().nullable(),
  name: z.string().nullable(),
  address: z.string().nullable(),
});

/**
 * The vendors that somebody looked up, by their names and addresses: of this computer's the log is written from the rows of their
 * profiles, as the outbox's is; colleagues' are listed here without a profile until it is fetched.
 */
export function createKnownVendors(db: Database, log: TeamLog, stored: SettingStore) {
  const { prepareQuery, prepareNumber, prepareText } = createQueries(db);
  const isLatest = 'v.vendor_id = f.vendor_id AND v.profile = f.id';
  const fetched = prepareQuery(
    `SELECT f.id AS fetch, v.vendor_id AS vendorId, COALESCE(v.company_name, v.contact_name) AS name, v.email_key AS address
     FROM (SELECT id, vendor_id FROM vendor_fetch WHERE id > ? AND body IS NOT NULL ORDER BY id LIMIT ? + 0) f
       LEFT JOIN vendor v ON ${isLatest} ORDER BY f.id`,
    fetchedRow,
  );
  const countNew = prepareNumber(
    `SELECT COUNT(*) FROM vendor_fetch f JOIN vendor v ON ${isLatest} WHERE f.id > ?`,
  );
  const isFetched = prepareNumber('SELECT COUNT(*) FROM vendor WHERE vendor_id = ?');
  const put = db.prepare(
    `INSERT INTO colleague_vendor (vendor_id, name, email_key) VALUES (@subject, @name, @address)
     ON CONFLICT DO UPDATE SET name = @name, email_key = @address`,
  );
  const address = prepareText(
    'SELECT email_key FROM colleague_vendor WHERE vendor_id = ? AND email_key IS NOT NULL',
  );
  const read = () => stored.read(placeSetting, z.number()) ?? 0;

  const findLatest = (about: Act) => log.acts(about).findLast((act) => act.kind === 'vendor');

  function recordSome(limit: number): boolean {
    const rows = fetched.all(read(), limit);
    const last = rows.at(-1);
    if (last === undefined) {
      if (stored.read(placeSetting, z.number()) === null) stored.write(placeSetting, 0);
      return false;
    }
    for (const { vendorId, name, address: own } of rows) {
      if (vendorId === null) continue;
      const act: Act = { kind: 'vendor', subject: vendorId, body: { name: toLine(name), address: own } };
      // Not as the log reads it where the ID begins like an address, or is too long.
      const isReadable = readAct({ ...act, version: actVersion }) !== null;
      if (isReadable && !isDeepStrictEqual(findLatest(act)?.body, act.body)) log.append(act);
    }
    stored.write(placeSetting, last.fetch);
    return true;
  }

  const record = (limit: number): boolean => inTransaction(db, () => recordSome(limit));

  return {
    /**
     * Writes them into the log of a workspace that has a team, before anything else is done to them: whose the acts about an
     * address are depends on when it was learned.
     */
    keepUp(): void {
      if (stored.read(placeSetting, z.number()) !== null && countNew.one(read()) > 0) record(100);
    },
    /** How many profiles that were fetched here are not in the log yet. */
    countNew: (): number => countNew.one(read()),
    /** Writes up to `limit` of them into the log; false where there are none. */
    record,
    /** Brings into effect what all acts about a vendor's profile come to. */
    settle(about: Act): void {
      const latest = findLatest(about);
      if (latest === undefined || isFetched.one(latest.subject) > 0) return;
      put.run({ subject: latest.subject, ...latest.body });
    },
    /** The address of one that a colleague looked up; null where there is none. */
    address: (vendorId: string): string | null => address.get(vendorId),
  };
}

export type KnownVendors = ReturnType<typeof createKnownVendors>;
