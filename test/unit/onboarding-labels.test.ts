import { describe, expect, it } from 'vitest';
import { toDayNumber } from '#shared/onboarding/calendar.ts';
import type { RequirementState } from '#shared/onboarding/judge-vendor.ts';
import { explainStatus } from '#shared/onboarding/labels.ts';

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
