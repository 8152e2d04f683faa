import { onboardingFilter, type OnboardingFilter } from '#shared/ipc/onboarding.ts';
import { vendorColumn } from '#shared/lists.ts';
import { getFilters } from '../../stores/list-query.ts';

/** What the list of vendors is narrowed to, by the address of the window; what it names and cannot be is left out. */
export function readVendorFilter(query: Readonly<Record<string, string>>): OnboardingFilter {
  const { shape } = onboardingFilter;
  const { id, state } = shape.requirement.unwrap().unwrap().shape;
  const requirement = id.safeParse(query['requirement']).data;
  return {
    search: (query['search'] ?? '').trim(),
    where: getFilters(query, vendorColumn.options),
    status: shape.status.safeParse(query['status']).data ?? null,
    site: query['site'] ?? null,
    set: shape.set.safeParse(query['set']).data ?? null,
    requirement:
      requirement === undefined
        ? null
        : { id: requirement, state: state.safeParse(query['state']).data ?? null },
    newlyBlocked: query['news'] === 'blocked',
  };
}

/** The parts of an address that narrow the list, besides its search and the filters by column. */
export const vendorFilterParts = ['status', 'site', 'set', 'requirement', 'state', 'news'] as const;
