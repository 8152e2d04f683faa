import { expiryHorizonDays } from '#shared/today-days.ts';
import type { RouteTarget } from '../../stores/navigation.ts';

/** The lists of just what each number of Today counts. */
export const countedLists = {
  unclear: { screen: 'outbox', query: { show: 'in_doubt' } },
  refused: { screen: 'outbox', query: { show: 'refused' } },
  mismatched: { screen: 'verifications', query: { tab: 'to_decide' } },
  lowQuality: { screen: 'documents', query: { show: 'under' } },
  stopped: { screen: 'vendors', query: { status: 'blocked' } },
  expiringVendors: { screen: 'vendors', query: { status: 'expiring' } },
  expiring: { screen: 'verifications', query: { expires: String(expiryHorizonDays) } },
  unclearExpiry: { screen: 'verifications', query: { tab: 'expiry', month: 'two_ways' } },
} satisfies Record<string, RouteTarget>;
