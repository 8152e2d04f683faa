import type { RouteTarget } from '../../stores/navigation.ts';

/** Where requirement sets are kept. */
export const requirementsPlace: RouteTarget = { screen: 'vendors', path: ['requirements'] };
