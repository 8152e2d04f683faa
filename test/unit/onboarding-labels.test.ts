import { stepLabels } from '#shared/onboarding/finding.ts';
import { describe, expect, it } from 'vitest';
import {
  describeScope,
  kindLabels,
  noStatusChip,
  scopeLabels,
  scopeParts,
  stateChips,
  statusChips,
  worstFirst,
} from '#shared/onboarding/labels.ts';
import {
  fromRank,
  noLetter,
  requirementStates,
  stages,
  stateLetters,
  toRank,
} from '#shared/onboarding/judge-vendor.ts';

describe('labels', () => {
  it.each([
    ['ready', 'May work', 'pos', 'circle-check', false],
    ['expiring', 'May work', 'cau', 'timer', false],
    ['in_progress', 'Not yet', 'neu', 'clock', false],
    ['blocked', 'Stop', 'neg', 'octagon-x', true],
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
    ['failed', 'Not met', 'neg', 'octagon-x', true, 'f'],
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
      attestation: 'Confirmation',
    });
    expect(Object.keys(stepLabels)).toHaveLength(13);
  });
});
