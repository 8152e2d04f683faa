import { noStatusChip, stateChips, statusChips } from '#shared/onboarding/labels.ts';
import type { OnboardingStatus, RequirementState } from '#shared/onboarding/judge-vendor.ts';
import { Chip } from '../../components/state-chip.tsx';

/** How a vendor stands. */
export function StatusChip({ status }: { status: OnboardingStatus | null }) {
  return <Chip chip={status === null ? noStatusChip : statusChips[status]} inLine="ground" />;
}

/** How a requirement stands. */
export function RequirementChip({ state }: { state: RequirementState }) {
  return <Chip chip={stateChips[state]} inLine="icon" />;
}
