import { ownNames } from '../base/own-member.ts';
import type { RowChip } from '../base/tone.ts';
import {
  type Judgement,
  type OnboardingStatus,
  type RequirementState,
  requirementStates,
} from './judge-vendor.ts';
import type { AppliesTo, RequirementKind } from './requirement-set.ts';

const quiet = { tone: 'neu', filled: false } as const;
const good = { tone: 'pos', icon: 'circle-check', filled: false } as const;
const soon = { tone: 'cau', icon: 'timer', filled: false } as const;
const bad = { tone: 'neg', icon: 'octagon-x', filled: true } as const;

export const statusChips: Readonly<Record<OnboardingStatus, RowChip>> = {
  ready: { ...good, word: 'May work', sentence: 'Every requirement is met or waived.' },
  expiring: {
    ...soon,
    word: 'May work',
    sentence: 'Every requirement is met or waived. Something expires soon.',
  },
  in_progress: { ...quiet, icon: 'clock', word: 'Not yet', sentence: 'Something is missing or in progress.' },
  blocked: { ...bad, word: 'Stop', sentence: 'This vendor can’t work right now.' },
};

/** Where no requirement applies, which is not a yes. */
export const noStatusChip: RowChip = {
  ...quiet,
  icon: 'circle-question-mark',
  word: 'No requirements',
  sentence: 'No requirements apply to this vendor.',
};

export const answerChip = ({ status, word }: { status: OnboardingStatus | null; word: string }): RowChip => ({
  ...(status === null ? noStatusChip : statusChips[status]),
  word,
});

export const stateChips: Readonly<Record<RequirementState, RowChip>> = {
  met: { ...good, word: 'Met', sentence: 'This requirement is met.' },
  expiring: { ...soon, word: 'Expiring', sentence: 'Met, and expires soon.' },
  waived: { ...quiet, icon: 'pause', word: 'Waived', sentence: 'Waived temporarily.' },
  waiting: { ...quiet, icon: 'clock', word: 'Waiting', sentence: 'In progress. No result yet.' },
  missing: { ...quiet, icon: 'circle-question-mark', word: 'Missing', sentence: 'Nothing on file.' },
  failed: { ...bad, word: 'Not met', sentence: 'What’s on file doesn’t meet this.' },
};

export function worstFirst<J extends Pick<Judgement, 'state'>>(judgements: readonly J[]): J[] {
  const badness = ({ state }: J) => requirementStates.indexOf(state);
  return judgements.toSorted((one, other) => badness(other) - badness(one));
}

export const scopeLabels: Readonly<Record<keyof AppliesTo, string>> = {
  services: 'Services',
  states: 'States',
  jobSites: 'Job sites',
  tags: 'Tags',
};
export const scopeParts = ownNames(scopeLabels);

/** To which vendors a set applies: `All vendors`, `Services: Plumbing or Roofing; States: CA`. */
export function describeScope(appliesTo: AppliesTo): string {
  const parts = scopeParts.flatMap((part) =>
    appliesTo[part].length === 0 ? [] : [`${scopeLabels[part]}: ${appliesTo[part].join(' or ')}`],
  );
  return parts.length === 0 ? 'All vendors' : parts.join('; ');
}

export const kindLabels: Readonly<Record<RequirementKind, string>> = {
  profile: 'Profile',
  license: 'License',
  document: 'Document',
  attestation: 'Confirmation',
};
