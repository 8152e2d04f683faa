import { describe, expect, it } from 'vitest';
import { employerId } from '#shared/employer-id.ts';

describe('an employer identification number', () => {
  it('shows its last four figures until it is revealed', () => {
    expect(employerId(123454417)).toEqual({
      kind: 'readable',
      masked: '••-•••4417',
      revealed: '12-3454417',
      spokenMasked: 'Employer ID, hidden, ends in 4417',
      spokenRevealed: 'Employer ID, 1 2, 3 4 5 4 4 1 7',
    });
  });

  it('gets back the leading zeros that a number cannot hold', () => {
    expect(employerId(4417)).toMatchObject({ masked: '••-•••4417', revealed: '00-0004417' });
    expect(employerId(12345678)).toMatchObject({ masked: '••-•••5678', revealed: '01-2345678' });
    expect(employerId(7)).toMatchObject({ masked: '••-•••0007', revealed: '00-0000007' });
  });

  it('of more than nine figures stays masked altogether', () => {
    for (const received of [1_000_000_000, 1234544171, 1e21]) {
      const shown = employerId(received);
      expect(shown).toEqual({
        kind: 'unreadable',
        masked: '••-•••••••',
        note: 'Unexpected length',
        spokenMasked: 'Employer ID, hidden, unexpected length',
      });
      expect(JSON.stringify(shown)).not.toMatch(/\d/);
    }
  });

  it('that is no whole number stays masked altogether', () => {
    for (const received of [-123454417, 12345441.7, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(employerId(received)).toMatchObject({ kind: 'unreadable', note: 'Unexpected form' });
    }
  });

  it('may be missing', () => {
    expect(employerId(null)).toBeNull();
    expect(employerId(undefined)).toBeNull();
  });
});
