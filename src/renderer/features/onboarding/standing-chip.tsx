import type { VendorAnswer } from '#shared/onboarding/answer.ts';
import { answerChip, stateChips } from '#shared/onboarding/labels.ts';
import type { RequirementState } from '#shared/onboarding/judge-vendor.ts';
import { Chip } from '../../components/state-chip.tsx';

export function AnswerChip({ answer }: { answer: Pick<VendorAnswer, 'status' | 'word'> }) {
  return <Chip chip={answerChip(answer)} inLine="ground" />;
}

export function RequirementChip({ state }: { state: RequirementState }) {
  return <Chip chip={stateChips[state]} inLine="icon" />;
}
