import { defaultWorkspaceSettings } from '#shared/settings/settings.ts';
import { clearEvidence } from '#shared/service/doubts.ts';
import { describe, expect, it } from 'vitest';
import { resultChip } from '#shared/words/result-chip.ts';

const rules = defaultWorkspaceSettings;

const today = { year: 2026, month: 6, day: 9 };
const settled = { kind: 'settled', checks: 3, nextAt: null, lastAt: 1, problem: null } as const;
const fine = {
  state: 'accepted',
  markedByPerson: false,
  differing: 0,
  compared: 5,
  answeredId: null,
  answeredAt: new Date(2026, 5, 8).getTime(),
  expiresOn: '2027-11-30',
  expiryUnclear: false,
  evidence: clearEvidence,
  replaced: false,
  isMatch: true,
  isVerified: true,
  status: 'verified',
  watch: settled,
  decision: null,
} as const;

describe('the chip of a result', () => {
  it('leaves the word to the entry while the service has not accepted it', () => {
    expect(resultChip({ ...fine, state: 'queued', differing: 3 }, rules, today)).toBeNull();
    expect(resultChip({ ...fine, markedByPerson: true, differing: 3 }, rules, today)).toBeNull();
  });

  it('is filled where a person has to look, and quiet where all is well', () => {
    expect(resultChip(fine, rules, today)).toMatchObject({ word: 'Verified', tone: 'pos', filled: false });
    expect(resultChip({ ...fine, expiresOn: '2026-06-08' }, rules, today)).toMatchObject({
      word: 'Expired',
      tone: 'neg',
      filled: true,
      sentence: 'Expired 1 day ago. Expired Jun 8, 2026. The service says that it is verified.',
    });
    expect(resultChip({ ...fine, replaced: true, isVerified: false }, rules, today)).toMatchObject({
      word: 'Replaced',
      filled: false,
    });
  });

  it('grows quiet once a person has decided', () => {
    const decision = { choice: 'ask_vendor', note: '', at: 1, by: null };
    expect(resultChip({ ...fine, differing: 2, decision }, rules, today)).toMatchObject({
      word: 'Vendor asked',
      filled: false,
    });
    const accepted = { ...decision, choice: 'accept_differences' };
    expect(resultChip({ ...fine, differing: 2, decision: accepted }, rules, today)?.word).toBe('Accepted');
  });

  it('says that a result is looked for by hand only', () => {
    const watch = { ...settled, kind: 'by_hand' } as const;
    const open = { ...fine, isVerified: null, status: 'in_progress', watch };
    expect(resultChip(open, rules, today)?.word).toBe('No result yet');
  });
});
