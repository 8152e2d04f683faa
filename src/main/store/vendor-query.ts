import type { VendorFilter, VendorSort } from '#shared/ipc/vendors.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The column that each order goes by, and the index in that order; the vendor's id settles what is equal. */
export const vendorOrder = {
  company: { column: 'p.sort_name', index: 'vendor_by_name' },
  contact: { column: 'p.contact_sort', index: 'vendor_by_contact' },
  city: { column: 'p.city_sort', index: 'vendor_by_city' },
  state: { column: 'p.state_sort', index: 'vendor_by_state' },
  fetched: { column: 'p.fetched_at', index: 'vendor_by_age' },
} as const satisfies Record<VendorSort, { column: string; index: string }>;

const licensedCondition = {
  yes: 'p.licensed = 1',
  no: 'p.licensed = 0',
  not_said: 'p.licensed IS NULL',
} as const;

export const noVendorFilter: VendorFilter = {
  state: null,
  city: null,
  service: null,
  licensed: null,
  olderThanDays: null,
  invited: null,
};

/** The conditions of a filter over `vendor p` but for the service, with the values they name. Every order's index answers them. */
export function filterConditions(filter: VendorFilter, now: number) {
  const conditions: string[] = [];
  if (filter.state !== null) conditions.push('p.state_sort = @state');
  if (filter.city !== null) conditions.push('p.city_sort = @city');
  if (filter.licensed !== null) conditions.push(licensedCondition[filter.licensed]);
  if (filter.olderThanDays !== null) conditions.push('p.fetched_at < @staleBefore');
  if (filter.invited !== null) conditions.push(`p.invited = ${filter.invited ? 1 : 0}`);
  return {
    conditions,
    values: {
      state: filter.state,
      city: filter.city,
      staleBefore: now - (filter.olderThanDays ?? 0) * dayMs,
    },
  };
}
