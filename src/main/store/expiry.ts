import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { cutPage, readKeyset } from './keyset.ts';

export interface ExpiryDays {
  from: string;
  to: string;
}

export interface ExpiringEntry {
  entryId: string;
  /** The day on which it expires, as 2027-03-31. */
  day: string;
}

export type ExpiryStore = ReturnType<typeof createExpiryStore>;

const slice = 2000;

// A cross join is taken in the order written: by the days, not by the states of the entries.
const from = 'FROM verification v CROSS JOIN entry e ON e.seq = v.entry';
// From a place on, along the index: every slice begins where the one before it ended.
const within = '(v.expires_on, v.entry) > (@day, @seq) AND v.expires_on <= @to';
const inOrder = 'ORDER BY v.expires_on, v.entry LIMIT @limit';

/** Both go along the index of expiration days, from a place on, without sorting. */
export const expiryQueries = {
  look: `SELECT v.expires_on AS day, v.entry AS seq, e.state = 'accepted' AND v.replaced = 0 AS counts
    ${from} WHERE ${within} ${inOrder}`,
  list: `SELECT e.id AS entryId, v.expires_on AS day, v.entry AS seq
    ${from} WHERE ${within} AND e.state = 'accepted' AND v.replaced = 0 ${inOrder}`,
  unclear: `SELECT e.id AS entryId, v.entry AS seq FROM verification v CROSS JOIN entry e ON e.seq = v.entry
    WHERE v.expiry_unclear = 1 AND v.entry > @seq AND e.state = 'accepted' AND v.replaced = 0
    ORDER BY v.entry LIMIT @limit`,
  countUnclear: `SELECT COUNT(*) AS total FROM verification v CROSS JOIN entry e ON e.seq = v.entry
    WHERE v.expiry_unclear = 1 AND e.state = 'accepted' AND v.replaced = 0`,
} as const;

const unclearRow = z.object({ entryId: z.string(), seq: z.number() });
const seen = z.object({ day: z.string(), seq: z.number(), counts: z.number() });
const listed = z.object({ entryId: z.string(), day: z.string(), seq: z.number() });
const one = z.object({ value: z.string().nullable() });

/** Expirations of accepted verifications by readable day. A license counts once, by the one not replaced. */
export function createExpiryStore(db: Database) {
  const look = db.prepare(expiryQueries.look);
  const list = db.prepare(expiryQueries.list);
  const unclear = db.prepare(expiryQueries.unclear);
  const countUnclear = db.prepare(expiryQueries.countUnclear);
  const toDay = db.prepare(
    'SELECT v.expires_on AS value FROM verification v JOIN entry e ON e.seq = v.entry WHERE e.id = ?',
  );
  const firstOfLicense = db.prepare(
    `SELECT e.id AS value FROM verification own JOIN verification v ON v.license_key = own.license_key
       JOIN entry e ON e.seq = v.entry
     WHERE own.entry = (SELECT seq FROM entry WHERE id = ?) AND e.state = 'accepted' ORDER BY v.entry LIMIT 1`,
  );
  const replaced = db.prepare('SELECT replaces AS value FROM entry WHERE id = ?');
  const accepted = db.prepare(
    "SELECT COUNT(*) AS total FROM entry WHERE state = 'accepted' AND kind = 'verification'",
  );
  const replacedOnes = db.prepare(
    `SELECT COUNT(*) AS total FROM verification v CROSS JOIN entry e ON e.seq = v.entry
     WHERE v.replaced = 1 AND e.state = 'accepted'`,
  );
  const total = z.object({ total: z.number() });

  async function countByDay(days: ExpiryDays): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    let place = { day: days.from, seq: 0 };
    for (;;) {
      const rows = z.array(seen).parse(look.all({ to: days.to, ...place, limit: slice }));
      for (const row of rows) if (row.counts === 1) counts.set(row.day, (counts.get(row.day) ?? 0) + 1);
      const last = rows.at(-1);
      if (last === undefined || rows.length < slice) return counts;
      place = { day: last.day, seq: last.seq };
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  return {
    /** How many expire on each day; read in slices, so that nothing else waits. */
    countByDay,
    /** The sum of {@link ExpiryStore.countByDay}. */
    async count(days: ExpiryDays): Promise<number> {
      let sum = 0;
      for (const number of (await countByDay(days)).values()) sum += number;
      return sum;
    },
    page(
      days: ExpiryDays,
      after: string | null,
      limit: number,
    ): { rows: ExpiringEntry[]; next: string | null } {
      const [day, seq] = readKeyset(z.tuple([z.string(), z.number()]), after) ?? [days.from, 0];
      const rows = z.array(listed).parse(list.all({ to: days.to, day, seq, limit: limit + 1 }));
      return cutPage(rows, limit, (row) => [row.day, row.seq]);
    },
    /** Those of which the expiry can be read in two ways, so that no day counts; in the order in which they were submitted. */
    unclear(after: string | null, limit: number): { rows: { entryId: string }[]; next: string | null } {
      const [seq] = readKeyset(z.tuple([z.number()]), after) ?? [0];
      const rows = z.array(unclearRow).parse(unclear.all({ seq, limit: limit + 1 }));
      return cutPage(rows, limit, (row) => [row.seq]);
    },
    countUnclear: (): number => total.parse(countUnclear.get()).total,
    /** The readable expiration day of one entry, whatever its state; null where it has none. */
    toDay(entryId: string): string | null {
      const row = one.safeParse(toDay.get(entryId));
      return row.success ? row.data.value : null;
    },
    /** The first accepted verification of the same license, else the one that a chain of corrections begins with; it may be itself. */
    getFirst(entryId: string): string {
      const { value: ofLicense } = one.parse(firstOfLicense.get(entryId) ?? { value: null });
      let first = ofLicense ?? entryId;
      for (;;) {
        const { value: earlier } = one.parse(replaced.get(first));
        if (earlier === null) return first;
        first = earlier;
      }
    },
    /** How many were accepted and not replaced since, with and without a day. */
    standing: (): number => total.parse(accepted.get()).total - total.parse(replacedOnes.get()).total,
  };
}
