import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ImportDuplicate } from '#shared/ipc/imports.ts';
import { knownEntry, knownEntryColumns } from './known-entry.ts';
import { selectColumns } from './shown-row.ts';

const vendor = z.object({ vendorId: z.string(), companyName: z.string().nullable() });

export type KnownRecipients = ReturnType<typeof createKnownRecipients>;

function toKey(keys: readonly string[], mark: 'e' | 'v'): string | null {
  return keys.find((key) => key.startsWith(mark))?.slice(1) ?? null;
}

/** Whom this computer knows to be invited or a vendor already, by their email address or vendor ID. */
export function createKnownRecipients(db: Database) {
  const invite = (column: string) =>
    db.prepare(
      `SELECT ${knownEntryColumns}
       FROM invite i JOIN entry e ON e.seq = i.entry LEFT JOIN import_batch b ON b.number = i.import_batch
       WHERE e.state <> 'cancelled' AND i.${column} = ? ORDER BY i.entry DESC LIMIT 1`,
    );
  const profile = (column: string) =>
    db.prepare(`SELECT ${selectColumns('vendor', vendor)} FROM vendor WHERE ${column} = ? LIMIT 1`);
  const inviteByEmail = invite('email_key');
  const inviteByVendor = invite('vendor_id');
  const vendorByEmail = profile('email_key');
  const vendorById = profile('vendor_id');
  const marks = db
    .prepare("SELECT (SELECT COALESCE(MAX(seq), 0) FROM entry) || ' ' || (SELECT COUNT(*) FROM vendor)")
    .pluck();

  const anyInvite = db.prepare('SELECT 1 FROM invite LIMIT 1');
  const anyVendor = db.prepare('SELECT 1 FROM vendor LIMIT 1');
  let hasInvites = true;
  let hasVendors = true;

  function findInvite(emailKey: string | null, vendorId: string | null): unknown {
    if (!hasInvites) return undefined;
    return (
      (emailKey === null ? undefined : inviteByEmail.get(emailKey)) ??
      (vendorId === null ? undefined : inviteByVendor.get(vendorId))
    );
  }
  function findVendor(emailKey: string | null, vendorId: string | null): unknown {
    if (!hasVendors) return undefined;
    return (
      (vendorId === null ? undefined : vendorById.get(vendorId)) ??
      (emailKey === null ? undefined : vendorByEmail.get(emailKey))
    );
  }

  return {
    /** Looks whether there is anything to find at all; before many questions in a row. */
    refresh(): void {
      hasInvites = anyInvite.get() !== undefined;
      hasVendors = anyVendor.get() !== undefined;
    },
    /** The newest invite to an address (a key that begins with `e`) or a vendor (`v`), or else their profile. */
    find(keys: readonly string[]): ImportDuplicate | null {
      const emailKey = toKey(keys, 'e');
      const vendorId = toKey(keys, 'v');
      const raw = findInvite(emailKey, vendorId);
      if (raw !== undefined) {
        return { kind: 'invite', ...knownEntry.parse(raw) };
      }
      const known = findVendor(emailKey, vendorId);
      if (known === undefined) return null;
      return { kind: 'vendor', ...vendor.parse(known) };
    },
    /** Changes whenever an invite or a vendor came to be known; for telling that nothing did. */
    mark: (): string => String(marks.get()),
  };
}
