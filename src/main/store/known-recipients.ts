import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ImportDuplicate } from '#shared/ipc/imports.ts';
import { entryState } from '#shared/outbox/outbox.ts';
import { isAltered } from './checksum.ts';
import { cacheWhileUnchanged, createQueries, selectColumns, yesNo } from './query.ts';

/** An entry `e` that is known already, with the list `b` that it was imported with. */
export const knownEntry = z.object({
  entryId: z.string(),
  state: entryState,
  altered: yesNo,
  queuedAt: z.number(),
  sentAt: z.number().nullable(),
  fileName: z.string().nullable(),
});

export const knownEntryColumns = `e.id AS entryId, e.state, ${isAltered} AS altered, e.queued_at AS queuedAt,
  e.sent_at AS sentAt, b.file_name AS fileName`;

const vendor = z.object({ vendorId: z.string(), companyName: z.string().nullable() });

const toKey = (keys: readonly string[], mark: 'e' | 'v'): string | null =>
  keys.find((key) => key.startsWith(mark))?.slice(1) ?? null;

/** Whom this computer knows to be invited or a vendor already, by their email address or vendor ID. */
export function createKnownRecipients(db: Database) {
  const { prepareQuery, prepareValue, prepareText } = createQueries(db);
  const invite = (column: string) =>
    prepareQuery(
      `SELECT ${knownEntryColumns}
       FROM invite i JOIN entry e ON e.seq = i.entry LEFT JOIN import_batch b ON b.number = i.import_batch
       WHERE e.state <> 'cancelled' AND i.${column} = ? ORDER BY i.entry DESC LIMIT 1`,
      knownEntry,
    );
  const profile = (column: string) =>
    prepareQuery(`SELECT ${selectColumns('vendor', vendor)} FROM vendor WHERE ${column} = ? LIMIT 1`, vendor);
  const [inviteByEmail, inviteByVendor] = [invite('email_key'), invite('vendor_id')];
  const [vendorByEmail, vendorById] = [profile('email_key'), profile('vendor_id')];
  // The first list of a company has 100,000 rows to look up where there is nothing yet.
  const isAny = prepareValue('SELECT EXISTS (SELECT 1 FROM invite) OR EXISTS (SELECT 1 FROM vendor)', yesNo);
  const kept = cacheWhileUnchanged<boolean>(db);
  const marks = prepareText(
    "SELECT (SELECT COALESCE(MAX(seq), 0) FROM entry) || ' ' || (SELECT COUNT(*) FROM vendor)",
  );

  return {
    /** The newest invite to an address (a key that begins with `e`) or a vendor (`v`), or else their profile. */
    find(keys: readonly string[]): ImportDuplicate | null {
      if (!kept('any', isAny.one)) return null;
      const emailKey = toKey(keys, 'e');
      const vendorId = toKey(keys, 'v');
      const known =
        (emailKey !== null ? inviteByEmail.get(emailKey) : null) ??
        (vendorId !== null ? inviteByVendor.get(vendorId) : null);
      if (known !== null) return { kind: 'invite', ...known };
      const profiled =
        (vendorId !== null ? vendorById.get(vendorId) : null) ??
        (emailKey !== null ? vendorByEmail.get(emailKey) : null);
      return profiled === null ? null : { kind: 'vendor', ...profiled };
    },
    mark: (): string => marks.one(),
  };
}
