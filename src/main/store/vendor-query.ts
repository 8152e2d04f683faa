import type { VendorFilter, VendorSort } from '#shared/ipc/vendors.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The column that each order goes by; the vendor's id settles what is equal. */
export const sortColumn: Record<VendorSort, string> = {
  company: 'p.sort_name',
  contact: 'p.contact_sort',
  city: 'p.city_sort',
  state: 'p.state_sort',
  fetched: 'p.fetched_at',
};

const licensedCondition = {
  yes: 'p.licensed = 1',
  no: 'p.licensed = 0',
  not_said: 'p.licensed IS NULL',
} as const;

const hasInvite = `(EXISTS (SELECT 1 FROM invite i WHERE i.vendor_id = p.vendor_id)
  OR EXISTS (SELECT 1 FROM invite i WHERE i.email_key = p.email_key))`;

export const noVendorFilter: VendorFilter = {
  state: null,
  city: null,
  service: null,
  licensed: null,
  olderThanDays: null,
  invited: null,
};

/** From so many ids on, going through an order and testing each of its rows is faster than fetching those ids one by one. */
const manyIds = 2000;

/** That a vendor is among the ids of a query which finds `count` of them; the plus keeps SQLite from going by the ids. */
function isAmong(ids: string, count: number): string {
  return `${count > manyIds ? '+' : ''}p.vendor_id IN (${ids})`;
}

/**
 * The conditions of a filter over `vendor p`, with the values they name.
 * @param ofService how many vendors offer the service that is asked for
 */
export function filterConditions(filter: VendorFilter, now: number, ofService: () => number) {
  const conditions: string[] = [];
  if (filter.state !== null) conditions.push('p.state_sort = @state');
  if (filter.city !== null) conditions.push('p.city_sort = @city');
  if (filter.service !== null) {
    conditions.push(
      isAmong('SELECT s.vendor_id FROM vendor_service s WHERE s.title = @service', ofService()),
    );
  }
  if (filter.licensed !== null) conditions.push(licensedCondition[filter.licensed]);
  if (filter.olderThanDays !== null) conditions.push('p.fetched_at < @staleBefore');
  if (filter.invited !== null) conditions.push(filter.invited ? hasInvite : `NOT ${hasInvite}`);
  return {
    conditions,
    values: {
      state: filter.state,
      city: filter.city,
      service: filter.service,
      staleBefore: now - (filter.olderThanDays ?? 0) * dayMs,
    },
  };
}
