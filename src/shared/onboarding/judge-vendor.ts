import { stateForm } from '../base/states.ts';
import { foldText } from '../base/fold-text.ts';
import { ownNames } from '../base/own-member.ts';
import { filled, isolated } from '../base/foreign-text.ts';
import { fromDayNumber, toDayNumber, type DayNumber } from '../base/dates.ts';
import {
  judgeEnd,
  showDay,
  showNearDay,
  type Finding,
  type FindingState,
  type JudgingDay,
  showPerson,
} from './finding.ts';
import { urgentDays } from '../settings/today-days.ts';
import { judgeAttestations } from './judge-attestations.ts';
import { judgeDocuments } from './judge-documents.ts';
import { judgeLicenses } from './judge-licenses.ts';
import { judgeProfile } from './judge-profile.ts';
import { listJobSites, listServices, listStates, type ProfileNames } from './profile-names.ts';
import type { AppliesTo, Requirement, RequirementSet } from './requirement-set.ts';
import type { VendorFacts, WaiverFact } from './vendor-facts.ts';

export type RequirementState = FindingState | 'waived';

export const onboardingStatuses = ['blocked', 'expiring', 'in_progress', 'ready'] as const;
export type OnboardingStatus = (typeof onboardingStatuses)[number];

export interface Judgement extends Omit<Finding, 'state'> {
  state: RequirementState;
  setId: string;
  setName: string;
  requirement: Requirement;
  waiver: WaiverFact | null;
  found: FindingState;
}

export type VendorJudgement = ReturnType<typeof judgeVendor>;

export interface JudgedBy extends Omit<JudgingDay, 'changesAfter'> {
  sets: readonly RequirementSet[];
  /** The job site in question; null for all in the profile. */
  site: string | null;
}

/** Judges whether a vendor meets the requirements; nothing else decides it (docs/decisions/one-answer-for-a-vendor.md). */
export function judgeVendor(facts: VendorFacts, { sets, site, ...given }: JudgedBy) {
  const days: DayNumber[] = [];
  const day: JudgingDay = { ...given, changesAfter: (last) => days.push(last) };
  const judgements = sets.flatMap((set) => {
    const applies = findApplication(set.appliesTo, facts, site);
    if (applies === 'no') return [];
    const judged = set.requirements.map((requirement) => judgeRequirement(requirement, set, facts, day));
    return applies === 'applies' ? judged : judged.map((one) => toMayApply(one, applies.mayApply));
  });
  const ahead = days.filter((last) => last >= day.today);
  const ends = judgements.flatMap((judgement) => {
    const end = findEnd(judgement);
    return end === null ? [] : [end];
  });
  return {
    status: toStatus(judgements, day),
    judgements,
    /** The last day with this judgment if nothing else comes; null where no day changes it. */
    holdsUntil: ahead.length === 0 ? null : fromDayNumber(Math.min(...ahead)),
    /** The first day on which something met or waived today ends; null for none. */
    nextEnd: ends.length === 0 ? null : fromDayNumber(Math.min(...ends)),
  };
}

/** The last day on which what counts today does; null where it does not count, or has no end. */
export function findEnd({ state, until, waiver }: Judgement): DayNumber | null {
  if (state === 'waived') return waiver === null ? null : toDayNumber(waiver.until);
  return state === 'met' || state === 'expiring' ? until : null;
}

/** Steps that the company itself has to take. */
const ourSteps: ReadonlySet<Judgement['step']> = new Set(['sort_word', 'check_now', 'review', 'give_date']);

/** Whether a requirement waits for the vendor: not met, not waived, and nothing for us or the service to check. */
export function isVendorsTurn(judged: Pick<Judgement, 'state' | 'step' | 'record'>): boolean {
  const { state, step, record } = judged;
  if (state === 'met' || state === 'waived' || ourSteps.has(step)) return false;
  return state !== 'waiting' || record?.kind === 'invite';
}

function toStatus(judgements: readonly Judgement[], day: JudgingDay): OnboardingStatus | null {
  if (judgements.length === 0) return null;
  if (judgements.some(({ state }) => state === 'failed')) return 'blocked';
  if (judgements.some(({ state }) => state === 'missing' || state === 'waiting')) return 'in_progress';
  const ends = judgements.some(
    ({ state, waiver }) =>
      state === 'expiring' ||
      (state === 'waived' &&
        waiver !== null &&
        judgeEnd(toDayNumber(waiver.until), urgentDays(day.soonDays), day) === 'soon'),
  );
  return ends ? 'expiring' : 'ready';
}

function judgeRequirement(
  requirement: Requirement,
  { id, name }: RequirementSet,
  facts: VendorFacts,
  day: JudgingDay,
): Judgement {
  const found = judgeKind(requirement, facts, day);
  const waivers = facts.waivers
    .filter(({ requirementId }) => requirementId === requirement.id)
    .toSorted((one, other) => (one.until + one.id < other.until + other.id ? 1 : -1));
  const [latest = null] = waivers;
  const ended =
    latest !== null && judgeEnd(toDayNumber(latest.until), urgentDays(day.soonDays), day) === 'over'
      ? latest
      : null;
  const waiver = ended === null ? latest : null;
  const judged = { ...found, setId: id, setName: name, requirement, waiver, found: found.state };
  if (found.state === 'met' || found.state === 'expiring') return judged;
  if (waiver !== null) {
    const brief = `waived until ${showNearDay(toDayNumber(waiver.until), day.today)}${showPerson(waiver.by)}`;
    return { ...judged, state: 'waived', brief, reason: waiverSentence(waiver) };
  }
  if (ended === null || found.state !== 'missing' || found.record !== null) return judged;
  // A waiver that ended blocks: somebody relied on it.
  const last = toDayNumber(ended.until);
  return {
    ...judged,
    state: 'failed',
    brief: `waiver ended ${showNearDay(last, day.today)}`,
    reason: `Waiver ended ${showDay(last)}. ${found.reason}`,
  };
}

/** A requirement that may apply: unmet, it waits for a person instead of blocking the vendor. */
function toMayApply(judgement: Judgement, why: string): Judgement {
  if (judgement.state === 'met' || judgement.state === 'expiring' || judgement.state === 'waived')
    return judgement;
  return {
    ...judgement,
    state: 'waiting',
    found: 'waiting',
    brief: 'may be required',
    reason: `${why} ${judgement.reason}`,
  };
}

const waiverSentence = (waiver: WaiverFact): string =>
  `Waived${showPerson(waiver.by)} until ${showDay(toDayNumber(waiver.until))}: ${isolated(waiver.reason)}`;

function judgeKind(requirement: Requirement, facts: VendorFacts, day: JudgingDay): Finding {
  switch (requirement.kind) {
    case 'profile':
      return judgeProfile(requirement, facts, day);
    case 'license':
      return judgeLicenses(requirement, facts, day);
    case 'document':
      return judgeDocuments(requirement, facts, day);
    case 'attestation':
      return judgeAttestations(requirement, facts, day);
  }
}

/** Whether a set applies to a vendor; `mayApply` says why that cannot be read. */
export function findApplication(
  { services, states, jobSites, tags }: AppliesTo,
  facts: VendorFacts,
  site: string | null,
): 'applies' | 'no' | { mayApply: string } {
  if (tags.length > 0 && !hasOne(tags, facts.tags, foldText)) return 'no';
  const reading = facts.profile?.reading ?? null;
  const sites = () => (site === null ? listJobSites(reading) : { names: [site], unread: null });
  const parts = [
    // An unknown service or state counts against the vendor: silence does not meet a rule.
    judgeNames(services, () => listServices(reading), foldText, true),
    judgeNames(states, () => listStates(reading), stateForm, true),
    judgeNames(jobSites, sites, foldText, false),
  ];
  if (parts.includes('no')) return 'no';
  return parts.find((part) => typeof part === 'object') ?? 'applies';
}

/** A rule that names none applies to all. @param silent whether it applies where the profile has no name at all */
function judgeNames(
  named: readonly string[],
  list: () => ProfileNames,
  fold: (text: string) => string,
  silent: boolean,
): 'applies' | 'no' | { mayApply: string } {
  if (named.length === 0) return 'applies';
  const { names, unread } = list();
  if (hasOne(named, names, fold)) return 'applies';
  if (unread !== null) return { mayApply: unread };
  return silent && names.every((name) => filled(name) === null) ? 'applies' : 'no';
}

function hasOne(named: readonly string[], values: readonly string[], fold: (text: string) => string) {
  const folded = new Set(named.map(fold));
  return values.some((value) => folded.has(fold(value)));
}

/** The stages of the funnel; each includes those before it. */
export const stages = ['known', 'invited', 'readable', 'licensed', 'documented', 'ready'] as const;
export type Stage = (typeof stages)[number];

/** The rank of a status, most urgent first; vendors without requirements come last. */
export const toRank = (status: OnboardingStatus | null): number =>
  status === null ? onboardingStatuses.length : onboardingStatuses.indexOf(status);

export const fromRank = (rank: number): OnboardingStatus | null => onboardingStatuses[rank] ?? null;

/** A state as it is stored; a requirement that does not apply is a dash. */
export const stateLetters: Readonly<Record<RequirementState, string>> = {
  met: 'm',
  waived: 'v',
  expiring: 'e',
  waiting: 'w',
  missing: 'x',
  failed: 'f',
};
export const requirementStates = ownNames(stateLetters);
export const noLetter = '-';
