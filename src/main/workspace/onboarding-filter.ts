import type { OnboardingFilter } from '#shared/ipc/onboarding.ts';
import { becameBlockedDays } from '#shared/settings/today-days.ts';
import type { Requirement, RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { dayMs } from '#shared/base/dates.ts';
import type { StandingFilter } from '../store/onboarding-narrowing.ts';

/** All requirements with their sets, in stored order. */
export function listPlaces(
  sets: readonly RequirementSet[],
): { set: RequirementSet; requirement: Requirement }[] {
  return sets.flatMap((set) => set.requirements.map((requirement) => ({ set, requirement })));
}

/** Whether a filter reads words and keys that are written a moment after their rows. */
export const needsKeys = ({ search, where }: OnboardingFilter): boolean =>
  search !== '' || Object.keys(where).length > 0;

/** The moment since which a blocked vendor is newly blocked. */
export const toBlockedSince = (now: number): number => now - becameBlockedDays * dayMs;

export function toStandingFilter(
  asked: OnboardingFilter,
  sets: readonly RequirementSet[],
  now: number,
): StandingFilter {
  const { search, where, status, site, set, requirement, newlyBlocked, assignedTo } = asked;
  const all = listPlaces(sets);
  const place = all.findIndex((one) => one.requirement.id === requirement?.id);
  const from = all.findIndex((one) => one.set.id === set);
  const count = all.filter((one) => one.set.id === set).length;
  return {
    search,
    where,
    now,
    status,
    site,
    assignedTo,
    blockedSince: newlyBlocked ? toBlockedSince(now) : null,
    places: set === null ? null : { from: Math.max(from, 0), count },
    // A requirement that was deleted applies to nobody.
    requirement:
      requirement === null ? null : { place: place === -1 ? all.length : place, state: requirement.state },
  };
}
