import { clearEvidence, type VerdictEvidence } from '#shared/doubts.ts';
import { describe, expect, it } from 'vitest';
import { isoDay } from '#shared/dates.ts';
import {
  asksForMore,
  judgeLicense,
  verdictExplanation,
  verdictKinds,
  toVerdict,
  type VerdictFacts,
} from '#shared/license-verdict.ts';

const today = { year: 2026, month: 6, day: 9 };

function dayFromToday(days: number): string {
  const day = new Date(Date.UTC(today.year, today.month - 1, today.day + days));
  return isoDay({ year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() });
}

/**
 * What a coordinator has to be told, for what the service answered. `expires` is in days from today; `differ` is how many details
 * differ, `-` where nothing was found. `needs` is whether a person has to look, `note` whether accepting it has to be explained.
 */
const table = `
status        | verified | match | expires  | differ | also        | verdict          | needs | note
verified      | yes      | yes   | 300      | 0      |             | Verified         | no    | no
verified      | yes      | -     | 300      | 0      |             | Verified         | no    | no
verified      | -        | yes   | 300      | 0      |             | No difference    | no    | no
verified      | -        | -     | -        | 0      |             | No difference    | no    | no
verified      | yes      | yes   | 31       | 0      |             | Verified         | no    | no
verified      | yes      | yes   | 30       | 0      |             | Expires soon     | no    | no
verified      | yes      | yes   | 1        | 0      |             | Expires soon     | no    | no
verified      | yes      | yes   | 0        | 0      |             | Expires soon     | no    | no
verified      | yes      | yes   | -1       | 0      |             | Expired          | yes   | yes
verified      | yes      | yes   | -44      | 0      |             | Expired          | yes   | yes
verified      | -        | -     | -44      | 0      |             | Expired          | yes   | yes
verified      | yes      | yes   | two ways | 0      |             | Expiry unclear   | no    | no
verified      | yes      | yes   | 300      | 1      |             | 1 differs        | yes   | no
verified      | yes      | no    | 300      | 3      |             | 3 differ         | yes   | no
verified      | yes      | no    | 300      | 0      |             | No match         | yes   | yes
verified      | no       | yes   | 300      | 0      |             | Not verified     | yes   | yes
verified      | no       | no    | 300      | 0      |             | No match         | yes   | yes
verified      | no       | yes   | -1       | 2      |             | Expired          | yes   | yes
verified      | yes      | yes   | -1       | 2      |             | Expired          | yes   | yes
verified      | yes      | yes   | 12       | 1      |             | 1 differs        | yes   | no
verified      | yes      | -     | 300      | -      |             | Not compared     | no    | no
verified      | yes      | -     | -44      | -      |             | Expired          | yes   | yes
verified      | -        | -     | -        | -      |             | Not found        | yes   | yes
verified      | no       | -     | -        | -      |             | Not found        | yes   | yes
verified      | yes      | yes   | 300      | 0      | incomparable| Not compared     | no    | no
verified      | yes      | yes   | 300      | 0      | 90 days old | Old answer       | no    | no
verified      | yes      | yes   | 300      | 0      | 89 days old | Verified         | no    | no
verified      | yes      | yes   | -1       | 0      | 90 days old | Expired          | yes   | yes
verified      | yes      | yes   | 300      | 0      | another ID  | Another ID       | yes   | yes
verified      | yes      | yes   | -44      | 2      | another ID  | Another ID       | yes   | yes
verified      | yes      | yes   | 300      | 0      | replaced    | Replaced         | no    | no
verified      | yes      | yes   | -44      | 0      | replaced    | Replaced         | no    | no
verified      | no       | no    | -44      | 3      | replaced    | Replaced         | no    | no
approved      | yes      | yes   | 300      | 0      |             | Verified         | no    | no
approved      | -        | yes   | 300      | 0      |             | No difference    | no    | no
approved      | no       | yes   | 300      | 0      |             | Not verified yet | no    | yes
approved      | -        | -     | -        | -      |             | Checking         | no    | no
in_progress   | -        | -     | -        | -      |             | Checking         | no    | no
in_progress   | no       | -     | -        | -      |             | Checking         | no    | yes
in_progress   | no       | -     | -44      | -      |             | Checking         | no    | yes
in_progress   | -        | -     | -        | -      | by hand     | No result yet    | no    | no
in_progress   | -        | yes   | 300      | 0      |             | In progress      | no    | no
in_progress   | yes      | yes   | 300      | 0      |             | In progress      | no    | no
in_progress   | no       | yes   | 300      | 0      |             | Not verified yet | no    | yes
in_progress   | no       | yes   | 300      | 0      | by hand     | No result yet    | no    | yes
in_progress   | no       | yes   | -1       | 0      |             | Expired          | yes   | yes
in_progress   | no       | yes   | 12       | 0      |             | Expires soon     | no    | yes
in_progress   | no       | yes   | 300      | 2      |             | 2 differ         | yes   | yes
in_progress   | -        | no    | 300      | 0      |             | No match         | yes   | yes
in_progress   | -        | -     | -        | -      | replaced    | Replaced         | no    | no
partial       | yes      | yes   | 300      | 0      |             | Caution          | yes   | no
partial       | -        | yes   | 300      | 0      |             | Caution          | yes   | no
partial       | no       | yes   | 300      | 0      |             | Not verified     | yes   | yes
partial       | yes      | yes   | 12       | 0      |             | Caution          | yes   | no
partial       | yes      | yes   | -1       | 0      |             | Expired          | yes   | yes
partial       | yes      | yes   | 300      | 1      |             | 1 differs        | yes   | no
partial       | -        | -     | -        | -      |             | Not found        | yes   | yes
on_hold       | -        | -     | -        | -      |             | Caution          | yes   | no
on_hold       | no       | -     | -        | -      |             | Caution          | yes   | yes
rejected      | yes      | yes   | 300      | 0      |             | Problem          | yes   | yes
rejected      | -        | yes   | 300      | 0      |             | Problem          | yes   | yes
rejected      | no       | yes   | 300      | 0      |             | Not verified     | yes   | yes
rejected      | no       | no    | 300      | 1      |             | 1 differs        | yes   | yes
rejected      | -        | -     | -        | -      |             | Not found        | yes   | yes
not_found     | no       | -     | -        | -      |             | Not found        | yes   | yes
not_found     | no       | -     | -44      | -      |             | Not found        | yes   | yes
expired       | no       | yes   | -44      | 0      |             | Expired          | yes   | yes
expired       | no       | yes   | 300      | 0      |             | Not verified     | yes   | yes
expired       | yes      | yes   | 300      | 0      |             | Problem          | yes   | yes
suspended     | -        | -     | -        | -      |             | Problem          | yes   | yes
expired       | no       | yes   | -44      | 0      | replaced    | Replaced         | no    | no
manual_review | yes      | yes   | 300      | 0      |             | Caution          | yes   | no
manual_review | -        | yes   | 300      | 0      |             | Caution          | yes   | no
manual_review | no       | yes   | 300      | 0      |             | Caution          | yes   | yes
manual_review | -        | -     | -        | -      |             | Caution          | yes   | no
manual_review | -        | yes   | 300      | 0      | by hand     | Caution          | yes   | no
manual_review | -        | yes   | -1       | 0      |             | Expired          | yes   | yes
manual_review | -        | yes   | 12       | 0      |             | Caution          | yes   | no
manual_review | yes      | no    | 300      | 3      |             | 3 differ         | yes   | no
xyzzy         | yes      | yes   | 300      | 0      |             | Check by hand    | yes   | yes
xyzzy         | -        | yes   | 300      | 0      |             | Check by hand    | yes   | yes
xyzzy         | no       | yes   | 300      | 0      |             | Not verified yet | no    | yes
xyzzy         | -        | -     | -        | -      |             | Checking         | no    | no
done          | yes      | yes   | 300      | 0      |             | Verified         | no    | no
done          | -        | yes   | 300      | 0      |             | Check by hand    | yes   | yes
processed     | -        | -     | 300      | 0      |             | Check by hand    | yes   | yes
verified      | yes      | yes   | 300      | 0      | unclear     | Check by hand    | yes   | yes
verified      | -        | yes   | 300      | 0      | unclear     | Check by hand    | yes   | yes
-             | -        | -     | -        | -      | unclear     | Check by hand    | yes   | yes
verified      | yes      | yes   | 300      | 0      | bad member  | Problem          | yes   | yes
verified      | yes      | yes   | 300      | 0      | lost        | Check by hand    | yes   | yes
verified      | yes      | yes   | 300      | 0      | endless     | Verified         | no    | no
verified      | yes      | yes   | 300      | 0      | other       | Another license  | yes   | yes
verified      | yes      | yes   | 300      | 0      | other       | Another license  | yes   | yes
LICENSE_REVOKED | yes    | yes   | 300      | 0      |             | Problem          | yes   | yes
PARTIALLY_OK  | yes      | yes   | 300      | 0      |             | Caution          | yes   | no
-             | -        | -     | -        | -      |             | Checking         | no    | no
-             | -        | -     | 300      | 0      |             | Check by hand    | yes   | yes
-             | yes      | yes   | 300      | 0      |             | Verified         | no    | no
-             | no       | -     | 300      | 0      |             | Not verified yet | no    | yes
-             | no       | no    | 300      | 0      |             | No match         | yes   | yes
`;

const odd = { member: 'response.licenseStatus', words: 'xyzzy' };
const evidenceFor: Record<string, VerdictEvidence> = {
  unclear: { ...clearEvidence, doubts: [{ ...odd, bad: false }] },
  'bad member': { ...clearEvidence, doubts: [{ ...odd, bad: true }] },
  lost: { ...clearEvidence, lost: 'The service gave no result.' },
  endless: { ...clearEvidence, neverExpires: true },
  other: { ...clearEvidence, otherLicense: 'license number “7”' },
};

const answers: Record<string, boolean | null> = { yes: true, no: false, '-': null };

function parseCase(line: string) {
  const [status = '', verified = '', match = '', expires = '', differ = '', also = '', word, needs, note] =
    line.split('|').map((cell) => cell.trim());
  const differing = differ === '-' ? null : Number(differ);
  const old = also.endsWith(' days old') ? Number.parseInt(also, 10) : 0;
  const facts: VerdictFacts = {
    status: status === '-' ? null : status,
    isVerified: answers[verified] ?? null,
    isMatch: answers[match] ?? null,
    differing,
    compared: differing === null ? null : also === 'incomparable' ? 0 : 9,
    answeredId: also === 'another ID' ? 'R-18' : null,
    answeredAt: new Date(today.year, today.month - 1, today.day - old, 12).getTime(),
    expiresOn: /^-?\d+$/.test(expires) ? dayFromToday(Number(expires)) : null,
    expiryUnclear: expires === 'two ways',
    evidence: evidenceFor[also] ?? clearEvidence,
    replaced: also === 'replaced',
    byHand: also === 'by hand',
  };
  return { line, facts, expected: { word, needsPerson: needs === 'yes', noteNeeded: note === 'yes' } };
}

const cases = table.trim().split('\n').slice(1).map(parseCase);

describe('the verdict on a license', () => {
  it.each(cases)('$line', ({ facts, expected }) => {
    expect(judgeLicense(facts, {}, today)).toMatchObject(expected);
  });

  it('has every kind of verdict among these cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
    const kinds = new Set(cases.map(({ facts }) => judgeLicense(facts, {}, today).kind));
    expect(verdictKinds.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it('is never good where anything speaks against the license', () => {
    for (const { facts, line } of cases) {
      const { tone } = judgeLicense(facts, {}, today);
      const against =
        facts.isVerified === false ||
        facts.isMatch === false ||
        (facts.differing ?? 0) > 0 ||
        facts.answeredId !== null ||
        (facts.expiresOn ?? '9999') < isoDay(today);
      if (against) expect(tone, line).not.toBe('pos');
    }
  });

  it('goes by what the person says that a word means', () => {
    const { facts } = parseCase('manual_review | yes | yes | 300 | 0 | | | |');
    const own = { 'manual review': { category: 'problem', final: true } } as const;
    expect(judgeLicense(facts, own, today)).toMatchObject({ word: 'Problem', needsPerson: true });
  });

  it('names everything that it rests on, the worst first, and says each thing once', () => {
    const { facts } = parseCase('expired | no | no | -44 | 2 | | | |');
    const verdict = judgeLicense(facts, {}, today);
    expect(verdict.headline).toBe('Expired 44 days ago');
    expect(verdict.reasons.map(({ kind }) => kind)).toEqual([
      'expired',
      'differs',
      'no_match',
      'not_verified',
      'problem',
    ]);
    expect(verdictExplanation(verdict, 'Not the same: ZIP code.')).toBe(
      'It ran out on Apr 26, 2026. 2 details differ from what was submitted. The service says that what was found does not match. The service says that it is not verified. The service’s word “expired” stands for a problem. Not the same: ZIP code. Ask the vendor before you rely on it.',
    );
  });

  it.each(cases.map(({ line }) => line))('holds as long as it says: %s', (line) => {
    const { facts } = parseCase(line);
    const verdict = judgeLicense(facts, {}, today);
    const until = verdict.holdsUntil ?? dayFromToday(400);
    for (let days = 0; days <= 400; days += 1) {
      const day = dayFromToday(days);
      const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
      const later = judgeLicense(facts, {}, { year, month, day: date });
      if (day <= until) expect(later.kind, day).toBe(verdict.kind);
      else if (later.holdsUntil === null) break;
    }
  });
});

describe('a decision', () => {
  it.each([
    ['', 'expired', true],
    ['differs:2', 'differs:2 expired', true],
    ['differs:2', 'differs:3', true],
    ['differs:2', 'differs:1', false],
    ['differs:2 expired', 'expired', false],
    ['expired', '', false],
  ])('on “%s” is asked for anew by “%s”: %j', (before, after, anew) => {
    expect(asksForMore(before, after)).toBe(anew);
  });
});

describe('a verification in a list', () => {
  const row = {
    status: 'verified',
    isVerified: true,
    isMatch: true,
    differing: 0,
    compared: 3,
    answeredId: null,
    answeredAt: null,
    expiresOn: null,
    expiryUnclear: false,
    evidence: clearEvidence,
    replaced: false,
    watch: null,
  };

  it('has a verdict once the service has accepted it, and not where a person only says so', () => {
    const of = (state: 'accepted' | 'queued' | 'rejected', markedByPerson = false) =>
      toVerdict({ ...row, state, markedByPerson }, {}, today)?.kind ?? null;
    expect(of('accepted')).toBe('verified');
    expect([of('queued'), of('rejected'), of('accepted', true)]).toEqual([null, null, null]);
  });
});
