import type { RouteTarget } from '../../stores/navigation.ts';

/** Where requirement sets are kept. */
export const requirementsPlace: RouteTarget = { screen: 'vendors', path: ['requirements'] };

/** Where a vendor's checklist is; of one that has no ID yet, its invites. */
export function toVendorPlace({ vendorId, name }: { vendorId: string | null; name: string }): RouteTarget {
  return vendorId === null
    ? { screen: 'invites', query: { search: name } }
    : { screen: 'vendors', path: [vendorId] };
}
