import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { VendorFacets } from '#shared/ipc/vendors.ts';
import { isGiven } from './sort-key.ts';

/** More than can be chosen from in a list are reached by the search. */
const most = 200;

const grouped = z.array(z.object({ value: z.string(), count: z.number(), one: z.string() }));
const counted = z.array(z.object({ value: z.string(), label: z.string(), count: z.number() }));

/** @returns the function that counts what the kept vendors can be narrowed by; others have their turn between its parts */
export function createVendorFacets(db: Database): () => Promise<VendorFacets> {
  function byColumn(key: string, written: string) {
    const count = db.prepare(
      `SELECT ${key} AS value, COUNT(*) AS count, MIN(vendor_id) AS one FROM vendor
       GROUP BY ${key} ORDER BY count DESC, value LIMIT ?`,
    );
    // A folded value is shown as one of its vendors writes it.
    const label = db.prepare(`SELECT trim(${written}) FROM vendor WHERE vendor_id = ?`).pluck();
    return () =>
      grouped
        .parse(count.all(most + 1))
        .filter(({ value }) => isGiven(value))
        .slice(0, most)
        .map(({ value, count: number, one }) => ({
          value,
          label: z.string().nullish().parse(label.get(one)) ?? value,
          count: number,
        }));
  }
  const states = byColumn('state_sort', 'state_code');
  const cities = byColumn('city_sort', 'city_name');
  const services = db.prepare(
    `SELECT title AS value, title AS label, COUNT(*) AS count FROM vendor_service
     GROUP BY title ORDER BY count DESC, title LIMIT ?`,
  );
  return async () => {
    const inStates = states();
    await nextTurn();
    const inCities = cities();
    await nextTurn();
    return { states: inStates, cities: inCities, services: counted.parse(services.all(most)) };
  };
}
