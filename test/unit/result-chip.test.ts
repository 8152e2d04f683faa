import { describe, expect, it } from 'vitest';
import { resultChip, resultConcern } from '#shared/result-chip.ts';

const settled = { kind: 'settled', checks: 3, nextAt: null, lastAt: 1, problem: null } as const;
const fine = {
  state: 'accepted',
  markedByPerson: false,
  differing: 0,
  answeredId: null,
  isMatch: true,
  isVerified: true,
  status: 'verified',
  watch: settled,
  decision: null,
} as const;

describe('the chip of a result', () => {
  it('leaves the word to the entry where nothing asks for a person', () => {
    expect(resultChip(fine, {})).toBeNull();
    expect(resultChip({ ...fine, state: 'queued', differing: 3 }, {})).toBeNull();
    expect(resultChip({ ...fine, markedByPerson: true, differing: 3 }, {})).toBeNull();
  });

  it('names the most telling concern', () => {
    expect(resultChip({ ...fine, differing: 3, isMatch: false }, {})).toMatchObject({
      word: '3 differ',
      filled: true,
    });
    expect(resultChip({ ...fine, differing: 1 }, {})?.word).toBe('1 differs');
    expect(resultChip({ ...fine, isMatch: false }, {})?.word).toBe('No match');
    expect(resultChip({ ...fine, isVerified: false }, {})?.word).toBe('Not verified');
    expect(resultChip({ ...fine, status: 'expired' }, {})?.word).toBe('Problem');
  });

  it('does not take a missing answer, or one that is not final, for a no', () => {
    expect(resultConcern({ ...fine, isMatch: null, isVerified: null }, {})).toBeNull();
    expect(resultConcern({ ...fine, isVerified: false, status: 'in_progress' }, {})).toBeNull();
    expect(resultConcern({ ...fine, isVerified: false, status: null }, {})).toBeNull();
  });

  it('follows the person’s own sorting of the status word', () => {
    const own = { 'manual review': { category: 'problem', final: true } } as const;
    expect(resultConcern({ ...fine, status: 'manual_review' }, {})).toBeNull();
    expect(resultConcern({ ...fine, status: 'manual_review' }, own)?.word).toBe('Problem');
  });

  it('grows quiet once a person has decided', () => {
    const decision = { choice: 'ask_vendor', note: '', at: 1, by: null };
    expect(resultChip({ ...fine, differing: 2, decision }, {})).toMatchObject({
      word: 'Vendor asked',
      filled: false,
    });
    const accepted = { ...decision, choice: 'accept_differences' };
    expect(resultChip({ ...fine, differing: 2, decision: accepted }, {})?.word).toBe('Accepted');
  });

  it('says that a result is looked for by hand only', () => {
    const watch = { ...settled, kind: 'by_hand' } as const;
    expect(resultChip({ ...fine, status: 'in_progress', watch }, {})?.word).toBe('Check by hand');
  });

  it('says before all else that the answer carries another ID', () => {
    const other = { ...fine, differing: null, answeredId: 'R-18' };
    expect(resultChip(other, {})).toMatchObject({ word: 'Another ID', tone: 'cau', filled: true });
    expect(resultChip({ ...other, isMatch: false, isVerified: false }, {})).toMatchObject({
      word: 'Another ID',
    });
    const decision = { choice: 'accept_differences', note: '', at: 1, by: null };
    expect(resultChip({ ...other, decision }, {})).toMatchObject({ tone: 'neu', filled: false });
  });
});
