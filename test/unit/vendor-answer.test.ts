import { describe, expect, it } from 'vitest';
import { answerLine, explainSites, toAnswer } from '#shared/onboarding/answer.ts';
import { toDayNumber } from '#shared/base/dates.ts';
import type { Judgement, OnboardingStatus, RequirementState } from '#shared/onboarding/judge-vendor.ts';

const today = toDayNumber('2026-11-25');

function judged(name: string, state: RequirementState, brief: string, end: string | null = null): Judgement {
  const waiver =
    state === 'waived' && end !== null
      ? { id: name, requirementId: name, until: end, reason: 'Known to us', by: null, at: 0 }
      : null;
  return {
    requirement: { kind: 'attestation', id: name, name, maxDays: null, soonDays: 0 },
    setId: 'set',
    setName: 'All vendors',
    state,
    found: state === 'waived' ? 'missing' : state,
    brief,
    reason: '',
    record: null,
    asOf: null,
    stale: false,
    until: waiver === null && end !== null ? toDayNumber(end) : null,
    step: null,
    waiver,
  };
}

function line(
  status: OnboardingStatus | null,
  judgements: Judgement[],
  nextEnd: string | null = null,
): string {
  return answerLine(toAnswer({ status, judgements, nextEnd }, today));
}

const license = judged('State license', 'failed', 'expired Oct 11');
const w9 = judged('W-9', 'missing', 'missing');
const insurance = judged('Insurance', 'missing', 'missing');
const hours = judged('Emergency hours', 'failed', ': profile says No; Yes required');

describe('the answer for a vendor', () => {
  it('says why in few words, worst first, and names together what lacks alike', () => {
    expect(line('blocked', [w9, license])).toBe('Stop: State license expired Oct 11. W-9 missing.');
    expect(line('in_progress', [w9, insurance])).toBe('Not yet: W-9 and Insurance missing.');
    expect(line('blocked', [hours])).toBe('Stop: Emergency hours: profile says No; Yes required.');
    const review = [judged('W-9', 'waiting', 'needs review'), judged('Insurance', 'waiting', 'needs review')];
    expect(line('in_progress', review)).toBe('Not yet: W-9 needs review. Insurance needs review.');
  });

  it('counts what is beyond three reasons', () => {
    const all = [
      license,
      hours,
      w9,
      judged('Badge', 'waiting', 'not confirmed'),
      judged('Keys', 'missing', 'lost'),
    ];
    expect(line('blocked', all)).toBe(
      'Stop: State license expired Oct 11. Emergency hours: profile says No; Yes required. W-9 missing. And 2 more.',
    );
  });

  it('names the last day on which a vendor may work, and what ends then', () => {
    const soon = judged('State license', 'expiring', 'expires Nov 27', '2026-11-27');
    const later = judged('Insurance', 'expiring', 'expires Dec 20', '2026-12-20');
    expect(line('expiring', [later, soon], '2026-11-27')).toBe(
      'May work until Nov 27. State license expires Nov 27.',
    );
    const far = judged('State license', 'expiring', 'expires Sep 30, 2027', '2027-09-30');
    expect(line('expiring', [far], '2027-09-30')).toBe(
      'May work until Sep 30, 2027. State license expires Sep 30, 2027.',
    );
  });

  it('says what is waived, and nothing where all is met or nothing is required', () => {
    const waived = judged('W-9', 'waived', 'waived until Jan 31 by Sam', '2027-01-31');
    expect(line('ready', [waived, judged('Profile', 'met', 'on file')], '2027-01-31')).toBe(
      'May work. W-9 waived until Jan 31 by Sam.',
    );
    expect(line('ready', [judged('Profile', 'met', 'on file')])).toBe('May work');
    expect(line(null, [])).toBe('No requirements');
  });
});

describe('what differs between job sites', () => {
  const at = (site: string, status: OnboardingStatus, judgements: Judgement[]) => ({
    site,
    status,
    judgements,
    nextEnd: null,
  });

  it('names the site that a vendor may not work at, and what the others lack', () => {
    const sites = [
      at('Cedar Terrace', 'in_progress', [w9]),
      at('Pier 40', 'blocked', [w9, hours]),
      at('Mission Bay', 'in_progress', [w9]),
    ];
    expect(explainSites(sites, today)).toBe('Not at Pier 40 (Emergency hours). Other sites: W-9 missing.');
  });

  it('says that the others are fine', () => {
    const met = judged('W-9', 'met', 'accepted');
    const sites = [at('Pier 40', 'blocked', [met, hours]), at('Cedar Terrace', 'ready', [met])];
    expect(explainSites(sites, today)).toBe('Not at Pier 40 (Emergency hours). Other sites: may work.');
  });

  it('is nothing where the answer is the same everywhere', () => {
    const sites = [at('Pier 40', 'in_progress', [w9]), at('Cedar Terrace', 'in_progress', [w9])];
    expect(explainSites(sites, today)).toBeNull();
    expect(explainSites([], today)).toBeNull();
  });
});
