import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requirementSet, type Requirement, type RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { maxSetFile, readSetFile, writeSetFile } from '#shared/onboarding/set-file.ts';
import { findSetProblems } from '#shared/onboarding/set-problems.ts';

let lastId = 0;
const newId = () => `00000000-0000-4000-8000-${String((lastId += 1)).padStart(12, '0')}`;

const everyone = { services: [], states: [], jobSites: [], tags: [] };
const set = (name: string, ...requirements: Requirement[]): RequirementSet => ({
  id: newId(),
  name,
  appliesTo: everyone,
  requirements,
});
const license = (name = 'Plumbing license'): Requirement => ({
  kind: 'license',
  id: newId(),
  name,
  trade: 'Plumbing',
  state: 'CA',
  soonDays: 30,
  maxAgeDays: null,
});
const field = (name: string, path: string, ...values: string[]): Requirement => ({
  kind: 'profile',
  id: newId(),
  name,
  ask: { what: 'one_of', field: path, values },
  maxAgeDays: null,
});
const sentences = (...sets: RequirementSet[]) => findSetProblems(sets).map(({ sentence }) => sentence);

describe('what is wrong with requirement sets', () => {
  it('is nothing with sets that can be judged by', () => {
    const sets = [
      set('Everyone', license()),
      set('Harbor', license(), field('Licensed', 'enrollmentDetails.licensed', 'Yes')),
    ];
    expect(sets.map((one) => requirementSet.parse(one))).toEqual(sets);
    expect(sentences(...sets)).toEqual([]);
  });

  it('is a set that asks for nothing', () => {
    expect(sentences(set('Empty'))).toEqual([
      'This set asks for nothing. Add a requirement, or delete the set.',
    ]);
  });

  it('is a name that two sets or two requirements of one set have', () => {
    expect(sentences(set('Everyone', license()), set('everyone ', license()))).toEqual([
      'Another set is called “everyone ”.',
    ]);
    expect(sentences(set('Everyone', license('A'), license('a')))).toEqual([
      'Another requirement of this set is called “a”.',
    ]);
  });

  it('is their number before anything else, since each is compared with the others', () => {
    const many = Array.from({ length: 6 }, (_none, at) =>
      set(`Set ${at}`, ...Array.from({ length: 40 }, () => license('The same name'))),
    );
    expect(sentences(...many)).toEqual(['There are 240 requirements in all sets; 200 are possible.']);
  });

  it('is an ID that two requirements have, in whatever set', () => {
    const one = license();
    expect(sentences(set('One', one), set('Two', one))).toEqual(['Another requirement has the same ID.']);
  });

  it('is a field that no profile has, and a value that a field never has', () => {
    expect(sentences(set('One', field('A', 'enrollmentDetails.mood', 'Good')))).toEqual([
      'A profile has no field “enrollmentDetails.mood”.',
    ]);
    expect(sentences(set('One', field('A', 'enrollmentDetails.licensed', 'Maybe')))).toEqual([
      'Licensed is Yes or No, never “Maybe”.',
    ]);
    expect(sentences(set('One', field('A', 'enrollmentDetails.licensed')))).toEqual([
      'Say which values of Licensed are good.',
    ]);
  });

  it('is two requirements that no vendor can meet together', () => {
    const yes = field('Is licensed', 'enrollmentDetails.licensed', 'Yes');
    const no = field('Is not licensed', 'enrollmentDetails.licensed', 'No');
    expect(sentences(set('One', yes, no))).toEqual([
      'It contradicts “Is licensed”: no vendor can meet both.',
    ]);
    const ca = field('In CA', 'location.stateCode', 'CA');
    expect(sentences(set('One', ca, field('In California', 'location.stateCode', 'California')))).toEqual([]);
    const tags = field('WBE', 'minorityTags', 'WBE');
    expect(sentences(set('One', tags, field('MBE', 'minorityTags', 'MBE')))).toEqual([]);
  });

  it('is one that would be expiring from its first day', () => {
    const briefing: Requirement = {
      kind: 'attestation',
      id: newId(),
      name: 'Briefing',
      maxDays: 30,
      soonDays: 30,
    };
    expect(sentences(set('One', briefing))).toEqual([
      'It counts for 30 days and warns 30 days ahead, so it would be expiring from its first day.',
    ]);
    expect(sentences(set('One', { ...briefing, soonDays: 29 }))).toEqual([]);
  });

  it('is more of them than can be shown side by side', () => {
    const many = Array.from({ length: 6 }, (_, index) =>
      set(`Set ${index}`, ...Array.from({ length: 40 }, (_none, number) => license(`License ${number}`))),
    );
    expect(sentences(...many)).toEqual(['There are 240 requirements in all sets; 200 are possible.']);
  });
});

describe('a file of requirement sets', () => {
  const sets = [set('Everyone', license(), field('Licensed', 'enrollmentDetails.licensed', 'Yes'))];
  const text = writeSetFile(sets);

  it('is read as it was written', () => {
    expect(readSetFile(text)).toEqual({ ok: true, sets });
    expect(readSetFile(`\uFEFF${text}`)).toEqual({ ok: true, sets });
  });

  it('is refused whole where it was cut anywhere', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: text.trimEnd().length - 1 }), (length) => {
        const read = readSetFile(text.slice(0, length));
        expect(read.ok).toBe(false);
      }),
    );
  });

  it('is refused with a sentence where a newer version wrote it, whatever it holds', () => {
    expect(readSetFile('{"gangwayRequirements": 2, "sets": [{"kind": "sets of another kind"}]}')).toEqual({
      ok: false,
      problems: ['A newer Gangway wrote these requirement sets. Update Gangway to use them.'],
    });
  });

  it('is refused by the name of what is wrong in it', () => {
    const wrong = text.replace('"kind": "license"', '"kind": "horoscope"');
    expect(readSetFile(wrong)).toEqual({
      ok: false,
      problems: ['sets, Everyone, requirements, Plumbing license, kind is not as this Gangway knows it.'],
    });
    expect(readSetFile(writeSetFile([set('Empty')]))).toEqual({
      ok: false,
      problems: ['Empty: This set asks for nothing. Add a requirement, or delete the set.'],
    });
  });

  it.each([
    ['nothing', '', 'The file is not JSON. It may have been cut off on its way.'],
    ['another file', '{"sets": []}', 'The file does not hold requirement sets.'],
    ['a list', '[]', 'The file does not hold requirement sets.'],
    ['one too large', ' '.repeat(maxSetFile + 1), 'The file is too large.'],
    ['a member of every object', '{"gangwayRequirements": 1, "sets": [], "__proto__": {}}', null],
  ])('is refused: %s', (_, file, problem) => {
    const read = readSetFile(file);
    expect(read.ok).toBe(false);
    if (problem !== null) expect(read).toEqual({ ok: false, problems: [problem] });
  });

  it('is read or refused, and never anything else, whatever it holds', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(readSetFile(`{"gangwayRequirements": 1, "sets": ${json}}`)).toHaveProperty('ok');
      }),
    );
  });
});

describe('a file with more wrong in it than is told', () => {
  it('tells of too many requirements before anything else, also where none of them can be read', () => {
    const sets = Array.from({ length: 50 }, () => ({ requirements: Array.from({ length: 5 }, () => 1) }));
    expect(readSetFile(JSON.stringify({ gangwayRequirements: 1, sets }))).toEqual({
      ok: false,
      problems: ['There are 250 requirements in all sets; 200 are possible.'],
    });
  });

  it('tells the first five of them', () => {
    const sets = Array.from({ length: 50 }, () => 1);
    const read = readSetFile(JSON.stringify({ gangwayRequirements: 1, sets }));
    expect(read).toMatchObject({ ok: false, problems: { length: 5 } });
  });
});
