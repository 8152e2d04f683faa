import { defaultWorkspaceSettings } from '#shared/settings/settings.ts';
import { clearEvidence, type VerdictEvidence } from '#shared/service/doubts.ts';
import { describe, expect, it } from 'vitest';
import { isoDay } from '#shared/base/dates.ts';
import {
  asksFor,
  asksForMore,
  judgeLicense,
  verdictExplanation,
  verdictWord,
  toVerdict,
  type VerdictFacts,
} from '#shared/verdict/license-verdict.ts';
import { verdictKinds } from '#shared/verdict/verdict-kinds.ts';

const rules = defaultWorkspaceSettings;

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
verified      | yes      | yes   | two ways | 0      |             | Expiration unclear | no    | no
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
-             | -        | -     | -        | -      | lost        | Check by hand    | yes   | yes
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
    expect(judgeLicense(facts, rules, today)).toMatchObject(expected);
  });

  it('has every kind of verdict among these cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
    const kinds = new Set(cases.map(({ facts }) => judgeLicense(facts, rules, today).kind));
    expect(verdictKinds.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it('is never good where anything speaks against the license', () => {
    for (const { facts, line } of cases) {
      const { tone } = judgeLicense(facts, rules, today);
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
    expect(judgeLicense(facts, { ...rules, statusWords: own }, today)).toMatchObject({
      word: 'Problem',
      needsPerson: true,
    });
  });

  it('names everything that it rests on, the worst first, and says each thing once', () => {
    const { facts } = parseCase('expired | no | no | -44 | 2 | | | |');
    const verdict = judgeLicense(facts, rules, today);
    expect(verdict.headline).toBe('Expired 44 days ago');
    expect(verdict.reasons.map(({ kind }) => kind)).toEqual([
      'expired',
      'differs',
      'no_match',
      'not_verified',
      'problem',
    ]);
    expect(verdictExplanation(verdict, 'Not the same: ZIP code.')).toBe(
      'Expired Apr 26, 2026. 2 details differ from what was submitted. The service says that what it found doesn’t match. The service says that it is not verified. The service’s word “expired” means a problem. Not the same: ZIP code. Ask the vendor before you rely on it.',
    );
  });

  it.each<[string, Partial<VerdictEvidence>, string]>([
    [
      'a member that is bad',
      { doubts: [{ ...odd, bad: true }] },
      'The service’s “licenseStatus” is “xyzzy”.',
    ],
    [
      'a member that is not clear',
      { doubts: [{ ...odd, bad: false }] },
      'The service’s “licenseStatus” is “xyzzy”, which Gangway can’t read as a yes or a no.',
    ],
    [
      'a member at the top',
      { doubts: [{ member: 'note', words: 'maybe', bad: false }] },
      'The service’s “note” is “maybe”, which Gangway can’t read as a yes or a no.',
    ],
    [
      'an expiration that can’t be read',
      { doubts: [{ member: 'response.expiryDate', words: 'soon', bad: false }] },
      'The service’s expiration can’t be read: “soon”.',
    ],
    ['what got lost', { lost: 'The service gave no result.' }, 'The service gave no result.'],
  ])('quotes %s and is not verified then', (_what, evidence, sentence) => {
    for (const verified of ['yes', '-']) {
      const { facts } = parseCase(`verified | ${verified} | yes | two ways | 0 | | | |`);
      const { reasons } = judgeLicense(
        { ...facts, evidence: { ...clearEvidence, ...evidence } },
        rules,
        today,
      );
      expect(reasons.map((one) => one.sentence)).toContain(sentence);
      expect(reasons.map(({ kind }) => kind)).not.toContain('verified');
      // An unreadable expiration has one reason only.
      const twice = evidence.doubts?.some(({ member }) => member === 'response.expiryDate') === true;
      expect(reasons.some(({ kind }) => kind === 'expiry_unclear')).toBe(!twice);
    }
  });

  it.each([
    ['2026-06-30', '2026-06-08', 'unclear'],
    ['2026-06-30', '2026-06-09', 'unclear'],
    ['2026-06-30', '2026-06-10', 'expires_soon'],
    ['2026-06-09', '2026-06-09', 'unclear'],
    ['2026-06-08', '2026-06-01', 'expired'],
  ])('of an expiration between %s and %s is %s', (expiresOn, expiresFrom, kind) => {
    const { facts } = parseCase('verified | yes | yes | 300 | 0 | | | |');
    const evidence = { ...clearEvidence, expiresFrom };
    expect(judgeLicense({ ...facts, expiresOn, evidence }, rules, today).kind).toBe(kind);
  });

  it.each([
    ['verified | yes | yes | -1 | 0', 'expired', 'Expired 1 day ago', 'Expired Jun 8, 2026.'],
    ['verified | yes | yes | 0 | 0', 'expires_soon', 'Expires today', 'Expires Jun 9, 2026.'],
    ['verified | yes | yes | 12 | 1', 'expires_soon', 'Expires in 12 days', 'Expires Jun 21, 2026.'],
    [
      'verified | yes | yes | 300 | 1',
      'differs',
      'License found, but 1 detail differs',
      '1 detail differs from what was submitted.',
    ],
    [
      'verified | yes | yes | 300 | 0',
      'verified',
      'License found, everything matches',
      'The service says that it is verified.',
    ],
    [
      'verified | - | yes | 300 | 0',
      'verified',
      'License found, everything matches',
      'The service doesn’t say that it is verified, but its status is good.',
    ],
    [
      'verified | yes | - | 300 | -',
      'verified',
      'Verified by the service',
      'The service says that it is verified.',
    ],
    [
      'verified | yes | - | 300 | -',
      'not_compared',
      'Verified, but without details to compare',
      'The service gave no license details.',
    ],
    [
      'verified | yes | yes | 300 | 0 | incomparable',
      'not_compared',
      'License found, but no detail can be compared',
      'No detail was both submitted and found, so nothing could be compared.',
    ],
    [
      'verified | yes | yes | 300 | 0 | 90 days old',
      'old_answer',
      'Verified, but the answer is 90 days old',
      'The answer is 90 days old. Check again before you rely on it.',
    ],
    [
      'done | - | yes | 300 | 0',
      'unclear',
      'The service hasn’t said whether this license is verified',
      'The service’s word “done” doesn’t say whether the license is verified.',
    ],
    [
      '- | - | yes | 300 | 0',
      'unclear',
      'The service hasn’t said whether this license is verified',
      'The service gives license details, but doesn’t say whether the license is verified.',
    ],
    [
      'xyzzy | - | yes | 300 | 0',
      'unclear',
      'The service’s answer isn’t clear',
      'Gangway doesn’t know the service’s word “xyzzy”. Sort it in Settings, Status words, or decide here.',
    ],
  ])('of %s is %s: %s. %s', (line, kind, headline, sentence) => {
    const { reasons } = judgeLicense(parseCase(line).facts, rules, today);
    expect(reasons.filter((one) => one.kind === kind)).toContainEqual({ kind, headline, sentence });
  });

  it.each([
    ['in_progress | yes | - | 300 | -', 'under_way not_compared'],
    ['- | yes | - | - | -', 'not_compared verified'],
    ['- | yes | - | -44 | -', 'expired not_compared verified'],
    ['done | no | yes | 300 | 0', 'not_verified'],
    ['done | - | yes | 300 | 0 | by hand', 'unclear'],
    ['approved | no | yes | 300 | 0 | by hand', 'by_hand'],
    ['pending | - | yes | 300 | 0', 'under_way'],
    ['verified | yes | - | 300 | - | 90 days old', 'not_compared old_answer verified'],
    ['xyzzy | no | - | - | -', 'checking'],
    ['xyzzy | no | yes | - | 0', 'not_yet'],
    ['xyzzy | - | yes | - | 0', 'unclear'],
    ['partial | no | yes | -1 | 2 | 90 days old', 'expired differs not_verified caution old_answer'],
    ['rejected | - | - | -44 | -', 'nothing_found problem'],
  ])('of %s has the reasons %s', (line, kinds) => {
    const { reasons } = judgeLicense(parseCase(line).facts, rules, today);
    expect(reasons.map(({ kind }) => kind).join(' ')).toBe(kinds);
  });

  it('needs no note if replaced, or if no_match only repeats a difference', () => {
    const of = (line: string) => judgeLicense(parseCase(line).facts, rules, today).noteNeeded;
    expect(of('verified | no | no | -44 | 3 | replaced')).toBe(false);
    expect(of('verified | yes | no | 300 | 3')).toBe(false);
    expect(of('verified | no | no | 300 | 3')).toBe(true);
    expect(of('verified | yes | no | -1 | 3')).toBe(true);
  });

  it.each<[string, number | null]>([
    ['verified | yes | yes | 300 | 0', 89],
    ['verified | yes | yes | 40 | 0', 9],
    ['verified | yes | yes | 31 | 0', 0],
    ['verified | yes | yes | 30 | 0', 30],
    ['verified | yes | yes | 0 | 0', 0],
    ['verified | yes | yes | -1 | 0', 89],
    ['verified | yes | yes | -1 | 0 | 89 days old', 0],
    ['verified | yes | yes | -1 | 0 | 90 days old', null],
    ['verified | yes | yes | 300 | 0 | replaced', null],
    ['verified | yes | yes | 300 | 0 | another ID', null],
    ['verified | yes | yes | 300 | 0 | other', null],
  ])('of %s is the same for %j more days', (line, days) => {
    const { holdsUntil } = judgeLicense(parseCase(line).facts, rules, today);
    expect(holdsUntil).toBe(days === null ? null : dayFromToday(days));
  });

  it.each([
    [45, 45, 'expires_soon', 45],
    [45, 46, 'verified', 0],
    [5, 6, 'verified', 0],
    [5, 5, 'expires_soon', 5],
  ])('with %d days for soon, expiring in %d days is %s for %d more days', (soonDays, left, kind, days) => {
    const { facts } = parseCase(`verified | yes | yes | ${left} | 0`);
    const verdict = judgeLicense(facts, { ...rules, soonDays }, today);
    expect([verdict.kind, verdict.holdsUntil]).toEqual([kind, dayFromToday(days)]);
  });

  it('is the same until the day before the earliest possible expiration', () => {
    const { facts } = parseCase('verified | yes | yes | 60 | 0');
    const evidence = { ...clearEvidence, expiresFrom: dayFromToday(20) };
    expect(judgeLicense({ ...facts, evidence }, rules, today).holdsUntil).toBe(dayFromToday(19));
  });

  it.each(cases.map(({ line }) => line))('holds as long as it says: %s', (line) => {
    const { facts } = parseCase(line);
    const verdict = judgeLicense(facts, rules, today);
    const until = verdict.holdsUntil ?? dayFromToday(400);
    for (let days = 0; days <= 400; days += 1) {
      const day = dayFromToday(days);
      const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
      const later = judgeLicense(facts, rules, { year, month, day: date });
      if (day <= until) expect(later.kind, day).toBe(verdict.kind);
      else if (later.holdsUntil === null) break;
    }
  });
});

/**
 * The kinds of verdict, worst first, with their chips. `body`: the sentence repeats below the headline. `advice`: the text says to
 * ask the vendor. `person`: it needs a person.
 */
const kindTable = `
kind            | tone | icon                 | word             | body | advice | person
replaced        | neu  | history              | Replaced         | yes  | no     | no
another_id      | cau  | circle-question-mark | Another ID       | yes  | no     | yes
another_license | neg  | octagon-x            | Another license  | yes  | yes    | yes
nothing_found   | neg  | octagon-x            | Not found        | yes  | yes    | yes
expired         | neg  | octagon-x            | Expired          | yes  | yes    | yes
differs         | neg  | equal-not            | Differs          | no   | no     | yes
no_match        | neg  | octagon-x            | No match         | no   | yes    | yes
not_verified    | neg  | octagon-x            | Not verified     | no   | yes    | yes
problem         | neg  | octagon-x            | Problem          | yes  | yes    | yes
unclear         | cau  | circle-question-mark | Check by hand    | yes  | no     | yes
caution         | cau  | triangle-alert       | Caution          | yes  | no     | yes
expires_soon    | cau  | timer                | Expires soon     | yes  | no     | no
expiry_unclear  | cau  | triangle-alert       | Expiration unclear | yes  | no     | no
by_hand         | neu  | clock                | No result yet    | yes  | no     | no
checking        | prog | loader               | Checking         | yes  | no     | no
not_yet         | neu  | clock                | Not verified yet | yes  | no     | no
under_way       | prog | loader               | In progress      | no   | no     | no
not_compared    | neu  | clock                | Not compared     | no   | no     | no
old_answer      | neu  | history              | Old answer       | yes  | no     | no
verified        | pos  | circle-check         | Verified         | yes  | no     | no
`;

describe('a kind of verdict', () => {
  const rows = kindTable
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()));

  it('has the rank of this table', () => {
    expect(verdictKinds).toEqual(rows.map(([kind]) => kind));
  });

  it.each(rows)('%s has the tone %s and the icon %s', (...row) => {
    const [kind, tone, icon, word, body, advice, person] = row;
    const verdicts = cases
      .map(({ facts }) => ({ facts, verdict: judgeLicense(facts, rules, today) }))
      .filter(({ verdict }) => verdict.kind === kind);
    expect(verdicts.length).toBeGreaterThan(0);
    for (const { facts, verdict } of verdicts) {
      expect([verdict.tone, verdict.icon, verdictWord(verdict.kind)]).toEqual([tone, icon, word]);
      const [first, ...rest] = verdict.reasons.map(({ sentence }) => sentence);
      const said = [
        ...(body === 'yes' ? [first] : []),
        ...rest,
        'As compared.',
        ...(advice === 'yes' ? ['Ask the vendor before you rely on it.'] : []),
      ];
      expect(verdictExplanation(verdict, 'As compared.')).toBe(said.join(' '));
      expect(verdictExplanation(verdict, null)).toBe(
        said.filter((sentence) => sentence !== 'As compared.').join(' '),
      );
      const code = kind === 'differs' ? `differs:${facts.differing}` : kind;
      const asked = asksFor(verdict, facts).split(' ');
      expect(asked.includes(code ?? '')).toBe(person === 'yes');
      expect(asked.some((one) => one !== '')).toBe(verdict.needsPerson);
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
    ['expired', 'expired', false],
    ['', '', false],
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
      toVerdict({ ...row, state, markedByPerson }, rules, today)?.kind ?? null;
    expect(of('accepted')).toBe('verified');
    expect([of('queued'), of('rejected'), of('accepted', true)]).toEqual([null, null, null]);
  });

  it('has one before that if it is replaced', () => {
    expect(
      toVerdict({ ...row, state: 'queued', markedByPerson: false, replaced: true }, rules, today)?.kind,
    ).toBe('replaced');
  });

  it('says that no result came only after the last planned check', () => {
    const open = { ...row, status: null, isVerified: null, isMatch: null, differing: null, compared: null };
    const of = (watch: Parameters<typeof toVerdict>[0]['watch']) =>
      toVerdict({ ...open, state: 'accepted', markedByPerson: false, watch }, rules, today)?.kind;
    const watch = { checks: 9, nextAt: null, lastAt: null, problem: null };
    expect([of(null), of({ ...watch, kind: 'settled' }), of({ ...watch, kind: 'by_hand' })]).toEqual([
      'checking',
      'checking',
      'by_hand',
    ]);
  });
});
