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
      '- Your CA Plumbing license: its number, the name on it and its expiration date.',
    ]);
    const verification = { kind: 'verification' as const, id };
    expect(lines(judged(license, 'failed', { record: verification, asOf: 1 }))[0]).toContain(
      'A valid CA Plumbing license',
    );
    expect(lines(judged(license, 'missing', { record: verification, asOf: 1 }))).toEqual([
      '- The expiration date of your CA Plumbing license, with a copy that shows it.',
    ]);
    expect(lines(judged(license, 'expiring', { until: '2027-03-31' }))).toEqual([
      '- Your renewed CA Plumbing license: the one we have expires on Mar 31, 2027.',
    ]);
    expect(lines(judged(w9, 'failed', { record: document }))[0]).toContain('A new copy of your W-9');
    expect(lines(judged(w9, 'failed', { record: document, until: '2026-01-31' }))).toEqual([
      '- A new W-9: the one we have is no longer valid.',
    ]);
    expect(lines(judged(briefing, 'missing'))).toEqual(['- Safety briefing: please arrange it with us.']);
    expect(
      lines(
        judged(profile({ what: 'given', field: 'phoneNumber' }), 'missing', {
          record: { kind: 'profile', id },
          step: 'refresh',
        }),
      )[0],
    ).toMatch(/^- In your profile: Phone/);
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

  it('says of nothing that we have it where a waiver has ended and nothing ever came', () => {
    expect(lines(judged(license, 'failed'), judged(w9, 'failed'))).toEqual([
      '- Your CA Plumbing license: its number, the name on it and its expiration date.',
      '- Your W-9.',
    ]);
  });

  it('leaves to us what is too old here, is not fetched or sent, or waits for our word', () => {
    const ours: JudgedRequirement[] = [
      judged(w9, 'missing', { record: { kind: 'document', id }, asOf: 1, step: 'give_date' }),
      judged(w9, 'failed', { record: { kind: 'document', id }, asOf: 1, step: 'review' }),
      judged(license, 'missing', {
        record: { kind: 'verification', id },
        asOf: 1,
        stale: true,
        step: 'check_now',
      }),
      judged(license, 'missing', { record: { kind: 'verification', id }, step: 'see_verification' }),
      judged(profile({ what: 'given', field: 'phoneNumber' }), 'missing', {
        record: { kind: 'profile', id },
        stale: true,
        step: 'refresh',
      }),
      judged(profile({ what: 'given', field: 'phoneNumber' }), 'missing', { step: 'look_up' }),
      judged(profile({ what: 'compliance' }), 'waiting', { record: { kind: 'invite', id } }),
      judged(profile({ what: 'readable' }), 'failed', { record: { kind: 'invite', id }, step: 'see_invite' }),
      judged(briefing, 'waiting', { record: { kind: 'attestation', id } }),
    ];
    for (const one of ours) expect(lines(one)).toEqual([]);
  });

  it('asks for the same only once', () => {
    expect(lines(judged(w9, 'missing'), judged(w9, 'missing'))).toHaveLength(1);
  });
});
