import { describe, expect, it } from 'vitest';
import { toDayNumber } from '#shared/onboarding/calendar.ts';
import type { RequirementState } from '#shared/onboarding/judge-vendor.ts';
import {
  describeScope,
  explainStatus,
  kindLabels,
  noStatusChip,
  scopeLabels,
  scopeParts,
  stateChips,
  statusChips,
  stepLabels,
  worstFirst,
} from '#shared/onboarding/labels.ts';
import {
  fromRank,
  noLetter,
  requirementStates,
  stages,
  stateLetters,
  toRank,
} from '#shared/onboarding/standing.ts';

function judged(name: string, state: RequirementState, end: string | null = null) {
  const waiver =
    state === 'waived' && end !== null
      ? { id: name, requirementId: name, until: end, reason: 'Known to us', by: null, at: 0 }
      : null;
  const until = state === 'waived' || end === null ? null : toDayNumber(end);
  return { requirement: { name }, state, reason: `As of ${end}.`, until, waiver };
}

describe('why a vendor stands as it does', () => {
  it('is its worst requirement, and how many more stand so', () => {
    const missing = [judged('License', 'missing'), judged('Insurance', 'missing'), judged('Tax form', 'met')];
    expect(explainStatus(missing)).toBe('License: As of null. And 1 more.');
    expect(explainStatus([...missing, judged('Profile', 'failed')])).toBe('Profile: As of null.');
    expect(explainStatus([judged('License', 'met')])).toBe('All requirements are met.');
    expect(explainStatus([])).toBeNull();
  });

  it('is what ends first where several end', () => {
    const later = judged('License', 'expiring', '2026-12-20');
    const sooner = judged('Insurance', 'expiring', '2026-12-02');
    expect(explainStatus([later, sooner])).toBe('Insurance: As of 2026-12-02. And 1 more.');
    const long = judged('Tax form', 'waived', '2027-06-30');
    const short = judged('Briefing', 'waived', '2026-11-28');
    expect(explainStatus([long, short])).toBe('Briefing: As of 2026-11-28. And 1 more.');
  });

  it('is a waiver that ends before anything that is met does', () => {
    const waived = judged('Tax form', 'waived', '2026-11-28');
    const license = judged('License', 'expiring', '2026-12-20');
    expect(explainStatus([license, waived])).toBe('Tax form: As of 2026-11-28. And 1 more.');
    const longer = judged('Tax form', 'waived', '2027-11-28');
    expect(explainStatus([longer, license])).toBe('License: As of 2026-12-20.');
  });
});

describe('labels', () => {
  it.each([
    ['ready', 'Ready', 'pos', 'circle-check', false],
    ['expiring', 'Expiring', 'cau', 'timer', false],
    ['in_progress', 'In progress', 'neu', 'clock', false],
    ['blocked', 'Blocked', 'neg', 'octagon-x', true],
  ] as const)('of the vendor status %s: %s', (status, word, tone, icon, filled) => {
    expect(statusChips[status]).toMatchObject({ word, tone, icon, filled });
    expect(noStatusChip).toMatchObject({ word: 'No requirements', tone: 'neu', filled: false });
    expect(noStatusChip.icon).toBe('circle-question-mark');
  });

  it.each([
    ['met', 'Met', 'pos', 'circle-check', false, 'm'],
    ['waived', 'Waived', 'neu', 'pause', false, 'v'],
    ['expiring', 'Expiring', 'cau', 'timer', false, 'e'],
    ['waiting', 'Waiting', 'neu', 'clock', false, 'w'],
    ['missing', 'Missing', 'neu', 'circle-question-mark', false, 'x'],
    ['failed', 'Failed', 'neg', 'octagon-x', true, 'f'],
  ] as const)('of the requirement state %s: %s', (state, word, tone, icon, filled, letter) => {
    expect(stateChips[state]).toMatchObject({ word, tone, icon, filled });
    expect([stateLetters[state], noLetter]).toEqual([letter, '-']);
  });

  it('rank states from best to worst and statuses by urgency', () => {
    expect(requirementStates).toEqual(['met', 'waived', 'expiring', 'waiting', 'missing', 'failed']);
    expect(worstFirst(requirementStates.map((state) => ({ state }))).map(({ state }) => state)).toEqual(
      requirementStates.toReversed(),
    );
    const statuses = ['blocked', 'expiring', 'in_progress', 'ready', null] as const;
    expect(statuses.map(toRank)).toEqual([0, 1, 2, 3, 4]);
    expect([0, 1, 2, 3, 4].map(fromRank)).toEqual(statuses);
    expect(stages).toEqual(['known', 'invited', 'readable', 'licensed', 'documented', 'ready']);
  });

  it('of scope parts, kinds and steps', () => {
    expect(scopeParts.map((part) => scopeLabels[part])).toEqual(['Services', 'States', 'Job sites', 'Tags']);
    expect(describeScope({ services: [], states: [], jobSites: [], tags: [] })).toBe('All vendors');
    expect(
      describeScope({ services: ['Plumbing', 'Roofing'], states: ['CA'], jobSites: ['Pier 4'], tags: ['x'] }),
    ).toBe('Services: Plumbing or Roofing; States: CA; Job sites: Pier 4; Tags: x');
    expect(kindLabels).toEqual({
      profile: 'Profile',
      license: 'License',
      document: 'Document',
      attestation: 'Attestation',
    });
    expect(Object.keys(stepLabels)).toHaveLength(13);
  });
});
