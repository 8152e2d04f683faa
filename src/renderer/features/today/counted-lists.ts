import type { RouteTarget } from '../../stores/navigation.ts';

/** The lists of just what each number of Today counts. */
export const countedLists = {
  unclear: { screen: 'outbox', query: { show: 'in_doubt' } },
  refused: { screen: 'outbox', query: { show: 'refused' } },
  mismatched: { screen: 'verifications', query: { tab: 'to_decide' } },
  lowQuality: { screen: 'documents', query: { show: 'under' } },
  stopped: { screen: 'vendors', query: { status: 'blocked' } },
  expiringVendors: { screen: 'vendors', query: { status: 'expiring' } },
  unclearExpiry: { screen: 'verifications', query: { tab: 'expiry', month: 'two_ways' } },
} satisfies Record<string, RouteTarget>;

/** The list of the licenses that expire within so many days. */
export function expiringWithin(days: number): RouteTarget {
  return { screen: 'verifications', query: { expires: String(days) } };
}
