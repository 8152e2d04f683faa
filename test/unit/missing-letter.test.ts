import { describe, expect, it } from 'vitest';
import { missingLetter } from '#renderer/features/onboarding/missing-letter.ts';
import type { JudgedRequirement } from '#shared/ipc/onboarding.ts';
import type { Requirement } from '#shared/onboarding/requirement-set.ts';

const id = '00000000-0000-4000-8000-000000000001';
const contact = { email: 'ana@harbor.example.com', firstName: 'Ana' };
const license = {
  kind: 'license',
  id,
  name: 'State license',
  trade: 'Plumbing',
  state: 'CA',
  soonDays: 30,
  maxAgeDays: null,
} as const;
const w9 = {
  kind: 'document',
  id,
  name: 'Tax form',
  documentType: 'W-9',
  minScore: 70,
  maxAgeDays: null,
  needsEndDate: false,
  soonDays: 0,
} as const;
const briefing = { kind: 'attestation', id, name: 'Safety briefing', maxDays: 365, soonDays: 30 } as const;
const profile = (ask: Extract<Requirement, { kind: 'profile' }>['ask']) =>
  ({ kind: 'profile', id, name: 'Profile', ask, maxAgeDays: null }) as const;

function judged(
  requirement: Requirement,
  state: JudgedRequirement['state'],
  more: Partial<JudgedRequirement> = {},
): JudgedRequirement {
  return {
    setId: id,
    setName: 'Everyone',
    requirement,
    state,
    reason: 'Our own words.',
    record: null,
    asOf: null,
    stale: false,
    until: null,
    step: null,
    waiver: null,
    ...more,
  };
}
const lines = (...requirements: JudgedRequirement[]) =>
  missingLetter({ contact, requirements }, null)
    ?.body.split('\n')
    .filter((line) => line.startsWith('- ')) ?? [];

describe('a letter on what is missing', () => {
  it('goes to the vendor by name, and for a site where one is asked about', () => {
    const letter = missingLetter({ contact, requirements: [judged(w9, 'missing')] }, 'Pier 40');
    expect(letter).toMatchObject({ to: contact.email, subject: 'What we still need from you for Pier 40' });
    expect(letter?.body).toMatch(/^Hello Ana,\n/);
    expect(letter?.body).toContain('work with us at Pier 40, we still need:\n\n- Your W-9.\n');
    const unknown = { email: null, firstName: null };
    const anyone = missingLetter({ contact: unknown, requirements: [judged(w9, 'missing')] }, null);
    expect(anyone?.to).toBe('');
    expect(anyone?.body).toMatch(/^Hello,\n/);
  });

  it('asks for what the vendor can send, in its words and not in ours', () => {
    const document = { kind: 'document' as const, id };
    expect(lines(judged(license, 'missing'))).toEqual([
      '- Your CA Plumbing license: its number, the name on it and the day it expires.',
    ]);
    expect(lines(judged(license, 'failed'))[0]).toContain('A CA Plumbing license that is valid');
    expect(lines(judged(license, 'expiring', { until: '2027-03-31' }))).toEqual([
      '- Your renewed CA Plumbing license: the one we have ends on Mar 31, 2027.',
    ]);
    expect(lines(judged(w9, 'failed', { record: document }))[0]).toContain('A new copy of your W-9');
    expect(lines(judged(briefing, 'missing'))).toEqual(['- Safety briefing: please arrange it with us.']);
    expect(lines(judged(profile({ what: 'given', field: 'phoneNumber' }), 'missing'))[0]).toMatch(
      /^- In your profile: Phone/,
    );
    expect(
      lines(judged(profile({ what: 'readable' }), 'waiting', { record: { kind: 'invite', id } }))[0],
    ).toContain('accept our invite');
    expect(missingLetter({ contact, requirements: [judged(w9, 'failed')] }, null)?.body).not.toContain(
      'Our own words.',
    );
  });

  it('asks for nothing that is met or waived, or waits for the service or for us, and then is none', () => {
    const waiting = [
      judged(license, 'waiting'),
      judged(w9, 'waiting'),
      judged(profile({ what: 'readable' }), 'missing'),
    ];
    expect(
      missingLetter(
        { contact, requirements: [judged(license, 'met'), judged(w9, 'waived'), ...waiting] },
        null,
      ),
    ).toBeNull();
  });

  it('asks for the same only once', () => {
    expect(lines(judged(w9, 'missing'), judged(w9, 'missing'))).toHaveLength(1);
  });
});
