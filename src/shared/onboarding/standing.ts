import { onboardingStatuses, type OnboardingStatus, type RequirementState } from './judge-vendor.ts';

/** How far a vendor has come, by the stages of the funnel; each has those before it behind it. */
export const stages = ['known', 'invited', 'readable', 'licensed', 'documented', 'ready'] as const;
export type Stage = (typeof stages)[number];

/** The rank of a status, most urgent first; vendors without requirements come last. */
export function toRank(status: OnboardingStatus | null): number {
  return status === null ? onboardingStatuses.length : onboardingStatuses.indexOf(status);
}

export function fromRank(rank: number): OnboardingStatus | null {
  return onboardingStatuses[rank] ?? null;
}

export const requirementStates: readonly RequirementState[] = [
  'met',
  'waived',
  'expiring',
  'waiting',
  'missing',
  'failed',
];

/** A state as the letter that it is stored as; a requirement that does not apply is stored as a dash. */
export const stateLetters: Readonly<Record<RequirementState, string>> = {
  met: 'm',
  expiring: 'e',
  waived: 'v',
  waiting: 'w',
  missing: 'x',
  failed: 'f',
};
export const noLetter = '-';
