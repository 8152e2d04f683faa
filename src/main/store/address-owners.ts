import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { isAddress, showSubject } from '#shared/onboarding/vendor-facts.ts';
import { compareClocks, compareTimes, recordClock, type RecordClock } from '#shared/team/record.ts';
import { createQueries } from './query.ts';
import { createSubjectResolver } from './vendor-links.ts';

/** `isByLog`: it follows from the records of the team, and not only from what this workspace learned. */
interface Owner {
  vendor: string;
  isByLog: boolean;
}

/** A record that says whether a vendor has an address. */
const claimRow = z
  .object({
    vendor: z.string(),
    hasIt: z.number(),
    seat: z.string(),
    seq: z.number(),
    ...recordClock.shape,
  })
  .transform(({ wall, counter, ...row }) => ({ ...row, clock: { wall, counter } }));

/**
 * Whose the acts about an address are, which were done while its vendor had no ID. It follows from the records alone, so that all
 * seats of a team agree, whatever they learned first. Where the log says nothing of an address, what this workspace knows counts.
 */
export function createAddressOwners(db: Database) {
  const { prepareQuery, prepareText } = createQueries(db);
  const claims = prepareQuery(
    `WITH holder (vendor) AS (
       SELECT subject FROM team_record WHERE kind = 'vendor' AND item IS NOT NULL AND body ->> 'address' = @address
       UNION SELECT vendor_id FROM invite WHERE email_key = @address AND vendor_id IS NOT NULL)
     SELECT r.subject AS vendor, r.body ->> 'address' IS @address AS hasIt, r.seat, r.seq, r.wall, r.counter
     FROM holder h JOIN team_record r ON r.item = 'vendor ' || h.vendor
     UNION ALL SELECT i.vendor_id, 1, r.seat, r.seq, r.wall, r.counter
     FROM invite i JOIN entry e ON e.seq = i.entry
       JOIN team_record r ON r.subject = e.id AND r.kind = 'entry_state' AND r.body ->> '$.words.vendorId' = i.vendor_id
     WHERE i.email_key = @address AND i.vendor_id IS NOT NULL`,
    claimRow,
  );
  const findAlias = prepareText('SELECT subject FROM subject_alias WHERE address = ?');
  const insertAlias = db.prepare('INSERT INTO subject_alias VALUES (?, ?) ON CONFLICT DO NOTHING');
  const findVendor = createSubjectResolver(db);

  const readClaims = (address: string) =>
    claims.all({ address: showSubject(address) }).toSorted(compareClocks);

  /** The vendor that had an address at a time, and the first of several; before and between them, the next that got it. */
  function findOwner(all: ReturnType<typeof readClaims>, at: RecordClock | null): string | null {
    const holders = new Set<string>();
    for (const { vendor, hasIt, clock } of all) {
      const isLater = at !== null && compareTimes(clock, at) > 0;
      if (isLater && holders.size > 0) break;
      if (hasIt === 1) holders.add(vendor);
      else if (!isLater) holders.delete(vendor);
    }
    const [owner = null] = holders;
    return owner;
  }

  /** What an address was corrected to, or itself; and the vendor that it is known as by this workspace alone. */
  function readAlias(address: string): { corrected: string; known: string | null } {
    const alias = findAlias.get(address);
    return alias !== null && isAddress(alias)
      ? { corrected: alias, known: findAlias.get(alias) }
      : { corrected: address, known: alias };
  }

  function find(subject: string, at: RecordClock | null): Owner {
    if (!isAddress(subject)) return { vendor: subject, isByLog: true };
    const { corrected, known } = readAlias(subject);
    const all = readClaims(corrected);
    if (all.some(({ hasIt }) => hasIt === 1))
      return { vendor: findOwner(all, at) ?? corrected, isByLog: true };
    if (known !== null) return { vendor: known, isByLog: false };
    const vendor = findVendor(corrected);
    if (vendor !== corrected) insertAlias.run(corrected, vendor);
    return { vendor, isByLog: false };
  }

  /** All under whom acts about an address may be kept. */
  function list(address: string): string[] {
    const { corrected, known } = readAlias(address);
    const holders = readClaims(corrected).map(({ vendor }) => vendor);
    return [...new Set([address, corrected, known ?? corrected, findVendor(corrected), ...holders])];
  }

  return {
    /** The vendor that an act of a time about a subject is about, as far as it is known. */
    find,
    /** The same of now, or of a time. */
    resolve: (subject: string, at: RecordClock | null = null): string => find(subject, at).vendor,
    list,
  };
}
