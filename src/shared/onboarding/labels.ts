import type { ChipIcon, Tone } from '../tone.ts';
import type { NextStep } from './finding.ts';
import { findEnd, type Judgement, type OnboardingStatus, type RequirementState } from './judge-vendor.ts';
import type { AppliesTo, RequirementKind } from './requirement-set.ts';
import { requirementStates } from './standing.ts';

/** How a status or a state is drawn: its word and icon, and whether it has a ground of its own. */
export interface StandingChip {
  word: string;
  icon: ChipIcon;
  tone: Tone;
  filled: boolean;
  /** The word explained, for a tooltip. */
  sentence: string;
}

const quiet = { tone: 'neu', filled: false } as const;
const good = { tone: 'pos', icon: 'circle-check', filled: false } as const;
const soon = { tone: 'cau', icon: 'timer', filled: false } as const;
const bad = { tone: 'neg', icon: 'octagon-x', filled: true } as const;

export const statusChips: Readonly<Record<OnboardingStatus, StandingChip>> = {
  ready: { ...good, word: 'Ready', sentence: 'Everything that is asked for is met or waived.' },
  expiring: { ...soon, word: 'Expiring', sentence: 'Everything is met or waived, and something ends soon.' },
  in_progress: {
    ...quiet,
    icon: 'clock',
    word: 'In progress',
    sentence: 'Something is missing or under way.',
  },
  blocked: { ...bad, word: 'Blocked', sentence: 'Something speaks against this vendor working.' },
};

/** Where no requirement applies; that nothing is asked does not make anybody ready. */
export const noStatusChip: StandingChip = {
  ...quiet,
  icon: 'circle-question-mark',
  word: 'No requirements',
  sentence: 'No requirement set applies to this vendor.',
};

export const stateChips: Readonly<Record<RequirementState, StandingChip>> = {
  met: { ...good, word: 'Met', sentence: 'This requirement is met.' },
  expiring: { ...soon, word: 'Expiring', sentence: 'This requirement is met, and ends soon.' },
  waived: { ...quiet, icon: 'pause', word: 'Waived', sentence: 'A person let this pass for a time.' },
  waiting: {
    ...quiet,
    icon: 'clock',
    word: 'Waiting',
    sentence: 'Something is under way, and no result is in.',
  },
  missing: {
    ...quiet,
    icon: 'circle-question-mark',
    word: 'Missing',
    sentence: 'There is nothing that counts.',
  },
  failed: { ...bad, word: 'Failed', sentence: 'What is there does not count.' },
};

/** What a button for each step says. */
export const stepLabels: Readonly<Record<NextStep, string>> = {
  invite: 'Invite vendor',
  see_invite: 'Open the invite',
  look_up: 'Fetch the profile',
  refresh: 'Refresh the profile',
  sort_word: 'Say what it means',
  submit: 'Submit a license',
  see_verification: 'Open the verification',
  check_now: 'Open the verification',
  add_document: 'Add the document',
  review: 'Review the document',
  ask_new_copy: 'Open the document',
  give_date: 'Say until when',
  attest: 'Attest',
};

type Standing = Pick<Judgement, 'state' | 'reason' | 'until' | 'waiver'> & {
  requirement: Pick<Judgement['requirement'], 'name'>;
};

/** The worst first; those that stand alike keep their order. */
export function worstFirst<J extends Pick<Standing, 'state'>>(judgements: readonly J[]): J[] {
  const badness = ({ state }: J) => requirementStates.indexOf(state);
  return judgements.toSorted((one, other) => badness(other) - badness(one));
}

/**
 * What the status of a vendor rests on, in a sentence: its worst requirement by name, and how many more stand so. Where nothing is
 * worse than that something ends, it is what ends first. Null where no requirement applies.
 */
export function explainStatus(judgements: readonly Standing[]): string | null {
  const [most] = worstFirst(judgements);
  if (most === undefined) return null;
  if (most.state === 'met') return 'All requirements are met.';
  const worst = firstToEnd(judgements, most);
  const alike = judgements.filter(
    (one) => one !== worst && (one.state === worst.state || one.state === most.state),
  );
  return `${worst.requirement.name}: ${worst.reason}${alike.length === 0 ? '' : ` And ${alike.length} more.`}`;
}

/** What ends first of what is expiring or waived, where the worst of all is one of these. */
function firstToEnd(judgements: readonly Standing[], worst: Standing): Standing {
  if (worst.state !== 'expiring' && worst.state !== 'waived') return worst;
  const end = (one: Standing) => findEnd(one) ?? Infinity;
  return worstFirst(judgements)
    .filter(({ state }) => state === 'expiring' || state === 'waived')
    .reduce((first, one) => (end(one) < end(first) ? one : first), worst);
}

/** What each part of a set's scope is called. */
export const scopeLabels: Readonly<Record<keyof AppliesTo, string>> = {
  services: 'Services',
  states: 'States',
  jobSites: 'Job sites',
  tags: 'Tags',
};

/** The parts in the order in which they are shown. */
export const scopeParts = ['services', 'states', 'jobSites', 'tags'] as const satisfies (keyof AppliesTo)[];

/** To which vendors a set applies: `All vendors`, `Services: Plumbing or Roofing; States: CA`. */
export function describeScope(appliesTo: AppliesTo): string {
  const parts = scopeParts.flatMap((part) =>
    appliesTo[part].length === 0 ? [] : [`${scopeLabels[part]}: ${appliesTo[part].join(' or ')}`],
  );
  return parts.length === 0 ? 'All vendors' : parts.join('; ');
}

/** What each kind of requirement is called where one is added. */
export const kindLabels: Readonly<Record<RequirementKind, string>> = {
  profile: 'Profile',
  license: 'License',
  document: 'Document',
  attestation: 'Attestation',
};
