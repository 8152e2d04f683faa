import { toStandingFilter } from '#main/workspace/onboarding-filter.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { onboardingFilter } from '#shared/ipc/onboarding.ts';
import type { ColumnFilters, VendorColumn } from '#shared/settings/lists.ts';

interface Asked {
  search?: string;
  where?: ColumnFilters<VendorColumn>;
  after?: string | null;
  limit?: number;
}

/** A page of the list of vendors in the order of their names, without judging again those that it shows. */
export function pageOfVendors(
  { clock, onboarding, standings }: Pick<Workspace, 'clock' | 'onboarding' | 'standings'>,
  { after = null, limit = 100, ...filter }: Asked = {},
) {
  onboarding.catchUp();
  const narrowed = toStandingFilter(onboardingFilter.parse(filter), [], clock.wall());
  return standings.page({ filter: narrowed, sort: 'name', after, limit });
}
