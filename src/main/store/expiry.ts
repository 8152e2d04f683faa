import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { isoDay, localDay } from '#shared/base/dates.ts';
import { createQueries, cutPage, readKeyset, readSlices } from './query.ts';

/** Days from the first to the last, both included, as 2027-03-31. */
export type ExpiryRange = ReturnType<typeof expiryRange>;

/** From today, in this computer's time, to the day so many days ahead. */
export function expiryRange(withinDays: number, now: number) {
  const today = localDay(new Date(now));
  const last = localDay(new Date(today.year, today.month - 1, today.day + withinDays));
  return { from: isoDay(today), to: isoDay(last) };
}

export type ExpiryStore = ReturnType<typeof createExpiryStore>;

const slice = 2000;

// A cross join is taken in the order written: by the days, not by the states of the entries.
const from = 'FROM verification v CROSS JOIN entry e ON e.seq = v.entry';
// From a place on, along the index: every slice begins where the one before it ended.
const within = '(v.expires_on, v.entry) > (@day, @seq) AND v.expires_on <= @to';
const inOrder = 'ORDER BY v.expires_on, v.entry LIMIT @limit + 0';

/** Both go along the index of expiration days, from a place on, without sorting. */
export const expiryQueries = {
  look: `SELECT v.expires_on AS day, v.entry AS seq, e.state = 'accepted' AND v.replaced = 0 AS counts
    ${from} WHERE ${within} ${inOrder}`,
  list: `SELECT e.id AS entryId, v.expires_on AS day, v.entry AS seq
    ${from} WHERE ${within} AND e.state = 'accepted' AND v.replaced = 0 ${inOrder}`,
  unclear: `SELECT e.id AS entryId, v.entry AS seq FROM verification v CROSS JOIN entry e ON e.seq = v.entry
    WHERE v.expiry_unclear = 1 AND v.entry > @seq AND e.state = 'accepted' AND v.replaced = 0
    ORDER BY v.entry LIMIT @limit + 0`,
  countUnclear: `SELECT COUNT(*) FROM verification v CROSS JOIN entry e ON e.seq = v.entry
    WHERE v.expiry_unclear = 1 AND e.state = 'accepted' AND v.replaced = 0`,
} as const;

const seenRow = z.object({ day: z.string(), seq: z.number(), counts: z.number() });
const listedRow = z.object({ entryId: z.string(), day: z.string(), seq: z.number() });
const unclearRow = listedRow.omit({ day: true });

/** Expirations of accepted verifications by readable day. A license counts once, by the one not replaced. */
export function createExpiryStore(db: Database) {
  const { prepareQuery, prepareValue, prepareNumber, prepareText } = createQueries(db);
  const look = prepareQuery(expiryQueries.look, seenRow);
  const list = prepareQuery(expiryQueries.list, listedRow);
  const unclear = prepareQuery(expiryQueries.unclear, unclearRow);
  const countUnclear = prepareNumber(expiryQueries.countUnclear);
  const toDay = prepareValue(
    'SELECT v.expires_on FROM verification v JOIN entry e ON e.seq = v.entry WHERE e.id = ?',
    z.string().nullable().catch(null),
  );
  const firstOfLicense = prepareText(
    `SELECT e.id FROM verification own JOIN verification v ON v.license_key = own.license_key
       JOIN entry e ON e.seq = v.entry
     WHERE own.entry = (SELECT seq FROM entry WHERE id = ?) AND e.state = 'accepted' ORDER BY v.entry LIMIT 1`,
  );
  const replaced = prepareValue('SELECT replaces FROM entry WHERE id = ?', z.string().nullable());
  const countAccepted = prepareNumber(
    "SELECT COUNT(*) FROM entry WHERE state = 'accepted' AND kind = 'verification'",
  );
  const countReplaced = prepareNumber(
    `SELECT COUNT(*) FROM verification v CROSS JOIN entry e ON e.seq = v.entry
     WHERE v.replaced = 1 AND e.state = 'accepted'`,
  );

  async function countByDay(days: ExpiryRange): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    const slices = readSlices(
      { day: days.from, seq: 0 },
      ({ day, seq }) => look.all({ to: days.to, day, seq, limit: slice }),
      ({ day, seq }) => ({ day, seq }),
    );
    for await (const { rows } of slices)
      for (const row of rows) if (row.counts === 1) counts.set(row.day, (counts.get(row.day) ?? 0) + 1);
    return counts;
  }

  return {
    /** How many expire on each day; read in slices, so that nothing else waits. */
    countByDay,
    async count(days: ExpiryRange): Promise<number> {
      const counts = await countByDay(days);
      return [...counts.values()].reduce((sum, number) => sum + number, 0);
    },
    page(days: ExpiryRange, after: string | null, limit: number) {
      const [day, seq] = readKeyset(z.tuple([z.string(), z.number()]), after) ?? [days.from, 0];
      const rows = list.all({ to: days.to, day, seq, limit: limit + 1 });
      return cutPage(rows, limit, (row) => [row.day, row.seq]);
    },
    /** Those with an expiration that can be read in two ways, so that no day counts; in the order of submission. */
    unclear(after: string | null, limit: number): { rows: { entryId: string }[]; next: string | null } {
      const [seq] = readKeyset(z.tuple([z.number()]), after) ?? [0];
      const rows = unclear.all({ seq, limit: limit + 1 });
      return cutPage(rows, limit, (row) => [row.seq]);
    },
    countUnclear: (): number => countUnclear.one(),
    /** The readable expiration day of one entry, whatever its state; null where it has none. */
    toDay: (entryId: string): string | null => toDay.get(entryId),
    /** The first accepted verification of the same license, else the one that a chain of corrections begins with; it may be itself. */
    getFirst(entryId: string): string {
      let first = firstOfLicense.get(entryId) ?? entryId;
      for (let earlier = replaced.one(first); earlier !== null; earlier = replaced.one(first))
        first = earlier;
      return first;
    },
    /** How many were accepted and not replaced since, with and without a day. */
    standing: (): number => countAccepted.one() - countReplaced.one(),
  };
}
