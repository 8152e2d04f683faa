import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { isAddress, showSubject } from '#shared/onboarding/vendor-facts.ts';
import { compareClocks, compareTimes, type RecordClock } from '#shared/team/record.ts';
import { claimTime, createAddressCorrections, type Claim } from './address-corrections.ts';
import { createQueries, yesNo } from './query.ts';
import { createSubjectResolver } from './vendor-links.ts';

/** `isByLog`: it follows from the records of the team, and not only from what this workspace learned. */
interface Owner {
  vendor: string;
  isByLog: boolean;
}

const profileRow = z
  .object({ vendor: z.string(), hasIt: yesNo })
  .and(claimTime)
  .transform((row): Claim => ({ ...row, correction: null }));

/**
 * Whose the acts about an address are, which were done while its vendor had no ID. It follows from the records alone, so that all
 * seats of a team agree, whatever they learned first. Where the log says nothing of an address, what this workspace knows counts.
 */
export function createAddressOwners(db: Database) {
  const { prepareQuery, prepareText } = createQueries(db);
  const profiles = prepareQuery(
    `WITH holder (vendor) AS (
       SELECT subject FROM team_record WHERE kind = 'vendor' AND item IS NOT NULL AND body ->> 'address' = @address
       UNION SELECT vendor_id FROM invite WHERE email_key = @address AND vendor_id IS NOT NULL)
     SELECT r.subject AS vendor, r.body ->> 'address' IS @address AS hasIt, r.seat, r.seq, r.wall, r.counter
     FROM holder h JOIN team_record r ON r.item = 'vendor ' || h.vendor
     UNION ALL SELECT i.vendor_id, 1, r.seat, r.seq, r.wall, r.counter
     FROM invite i JOIN entry e ON e.seq = i.entry
       JOIN team_record r ON r.subject = e.id AND r.kind = 'entry_state' AND r.body ->> '$.words.vendorId' = i.vendor_id
     WHERE i.email_key = @address AND i.vendor_id IS NOT NULL`,
    profileRow,
  );
  const findAlias = prepareText('SELECT subject FROM subject_alias WHERE address = ?');
  const insertAlias = db.prepare('INSERT INTO subject_alias VALUES (?, ?) ON CONFLICT DO NOTHING');
  const findVendor = createSubjectResolver(db);
  const readCorrections = createAddressCorrections(db);

  function readClaims(address: string) {
    const { claims, linked } = readCorrections(address);
    const all = [...profiles.all({ address: showSubject(address) }), ...claims];
    return { claims: all.toSorted(compareClocks), linked };
  }

  /** Who had an address at a time, and the first of several; before and between them, the next that got it. */
  function findHolder(claims: readonly Claim[], at: RecordClock | null): Claim | null {
    const holders = new Map<string, Claim>();
    for (const claim of claims) {
      const { correction, vendor, hasIt, clock } = claim;
      const key = `${correction === null ? 'profile' : 'correction'} ${vendor}`;
      const isLater = at !== null && compareTimes(clock, at) > 0;
      if (isLater && holders.size > 0) break;
      if (!hasIt) {
        if (!isLater) holders.delete(key);
      } else if (!holders.has(key)) holders.set(key, claim);
    }
    const [holder = null] = holders.values();
    return holder;
  }

  const findNext = (claims: readonly Claim[], made: Claim['correction'] = null) =>
    made === null ? null : claims.find(({ hasIt, correction }) => hasIt && correction?.from === made.to);

  /**
   * @param from the correction that leads here. A later correction of the same invite comes first; earlier corrections are ignored, so
   * that the search ends.
   */
  function find(subject: string, at: RecordClock | null, from: Claim | null = null): Owner {
    if (!isAddress(subject)) return { vendor: subject, isByLog: true };
    const { claims: all, linked } = readClaims(subject);
    const claims = all.filter(
      (one) => one.correction === null || from === null || compareClocks(one, from) > 0,
    );
    const clear = claims.filter(({ correction }) => correction?.isAmbiguous !== true);
    const holder = findNext(claims, from?.correction) ?? findHolder(clear, at);
    if (holder !== null) {
      const { vendor, clock } = holder;
      // The time of the correction, if it is later.
      const since = at !== null && compareTimes(clock, at) > 0 ? clock : at;
      return { vendor: find(vendor, since, holder).vendor, isByLog: true };
    }
    if (claims.some(({ correction, hasIt }) => correction === null && hasIt))
      return { vendor: subject, isByLog: true };
    // An alias of a corrected address may be older than the correction.
    if (linked.length > 0) return { vendor: subject, isByLog: true };
    const alias = findAlias.get(subject);
    if (alias !== null) return isAddress(alias) ? find(alias, at) : { vendor: alias, isByLog: false };
    const vendor = findVendor(subject);
    if (vendor !== subject) insertAlias.run(subject, vendor);
    return { vendor, isByLog: false };
  }

  /** Every subject under which acts about an address may be kept, including the addresses that it was corrected to or from. */
  function list(address: string): string[] {
    const found = new Set([address]);
    // The loop visits what it adds.
    for (const one of found) {
      if (!isAddress(one)) continue;
      const { claims, linked } = readClaims(one);
      const holders = claims.map(({ vendor }) => vendor);
      for (const other of [findAlias.get(one) ?? one, findVendor(one), ...holders, ...linked])
        found.add(other);
    }
    return [...found];
  }

  return {
    /** The vendor that an act of a time about a subject is about, as far as it is known. */
    find: (subject: string, at: RecordClock | null): Owner => find(subject, at),
    /** The same of now, or of a time. */
    resolve: (subject: string, at: RecordClock | null = null): string => find(subject, at).vendor,
    list,
  };
}
