import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  askableFields,
  requirementSet,
  requirementSets,
  type Requirement,
  type RequirementSet,
} from '#shared/onboarding/requirement-set.ts';
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
const sentences = (...sets: RequirementSet[]) => findSetProblems(sets, 30).map(({ sentence }) => sentence);

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
      'This set has no requirements. Add a requirement, or delete the set.',
    ]);
  });

  it('is a set that is longer than a team’s record', () => {
    const long = (count: number) => ({
      ...set('Harbor', license()),
      appliesTo: {
        services: Array.from({ length: count }, (_unused, at) => `${at} `.padEnd(198, 'Ł')),
        states: [],
        jobSites: [],
        tags: [],
      },
    });
    expect(sentences(requirementSet.parse(long(100)))).toEqual([]);
    const tooLong = {
      ...long(100),
      appliesTo: { ...long(100).appliesTo, tags: long(100).appliesTo.services },
    };
    expect(sentences(requirementSet.parse(tooLong))).toEqual([
      'This set is too long to be saved. Use fewer values, or make two sets of it.',
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
    expect(sentences(...many)).toEqual(['There are 240 requirements in all sets; the maximum is 200.']);
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
      'Licensed can only be Yes or No, not “Maybe”.',
    ]);
    expect(sentences(set('One', field('A', 'enrollmentDetails.licensed')))).toEqual([
      'Enter the allowed values of Licensed.',
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
      'It is valid for 30 days and warns 30 days before expiration, so it would always be expiring.',
    ]);
    expect(sentences(set('One', { ...briefing, soonDays: 29 }))).toEqual([]);
  });

  it('is more of them than can be shown side by side', () => {
    const many = Array.from({ length: 6 }, (_, index) =>
      set(`Set ${index}`, ...Array.from({ length: 40 }, (_none, number) => license(`License ${number}`))),
    );
    expect(sentences(...many)).toEqual(['There are 240 requirements in all sets; the maximum is 200.']);
  });
});

describe('requirement sets', () => {
  it('have 200 requirements at most', () => {
    const of = (count: number) =>
      set('Many', ...Array.from({ length: count }, (_none, number) => license(`License ${number}`)));
    expect(findSetProblems([of(200)], 30)).toEqual([]);
    const many = of(201);
    expect(findSetProblems([set('One', license()), many], 30)).toEqual([
      {
        setId: many.id,
        requirementId: null,
        sentence: 'There are 202 requirements in all sets; the maximum is 200.',
      },
    ]);
  });

  it('have problems with the ID of the set and the requirement', () => {
    const first = set('One', license());
    const again = { ...set('Two', license('A'), license('A')), id: first.id };
    expect(findSetProblems([first, again], 30)).toEqual([
      { setId: first.id, requirementId: null, sentence: 'Another set has the same ID.' },
      {
        setId: first.id,
        requirementId: again.requirements[1]?.id,
        sentence: 'Another requirement of this set is called “A”.',
      },
    ]);
  });

  const days = { soonDays: 5, maxAgeDays: 5, maxDays: 5 };
  const w9 = {
    kind: 'document',
    id: newId(),
    name: 'W-9',
    documentType: 'W-9',
    minScore: 80,
    needsEndDate: false,
  } as const;
  it.each<[Partial<typeof days>, boolean]>([
    [{}, true],
    [{ soonDays: 6 }, true],
    [{ soonDays: 4 }, false],
  ])('warn for fewer days than the requirement lasts: %o', (more, wrong) => {
    const { soonDays, maxAgeDays, maxDays } = { ...days, ...more };
    const briefing = { kind: 'attestation', id: newId(), name: 'Briefing', maxDays, soonDays } as const;
    const expected = `It is valid for 5 days and warns ${soonDays} days before expiration, so it would always be expiring.`;
    expect(sentences(set('One', briefing))).toEqual(wrong ? [expected] : []);
    expect(sentences(set('One', { ...w9, soonDays, maxAgeDays }))).toEqual(wrong ? [expected] : []);
    expect(sentences(set('One', { ...briefing, maxDays: null }))).toEqual([]);
    expect(sentences(set('One', { ...w9, soonDays, maxAgeDays: null }))).toEqual([]);
  });

  const given = (path: string): Requirement => ({
    kind: 'profile',
    id: newId(),
    name: 'Given',
    ask: { what: 'given', field: path },
    maxAgeDays: null,
  });
  it.each<[Requirement, string[]]>([
    [given('enrollmentDetails.licensed'), []],
    [given('enrollmentDetails.mood'), ['A profile has no field “enrollmentDetails.mood”.']],
    [field('A', 'enrollmentDetails.licensed', 'yes', 'NO'), []],
    [
      field('A', 'enrollmentDetails.licensed', 'yes', 'so', 'la'),
      ['Licensed can only be Yes or No, not “so”.'],
    ],
    [field('A', 'enrollmentDetails.naicsCode', '238220'), []],
    [{ ...given(''), ask: { what: 'readable' } } as Requirement, []],
    [{ ...given(''), ask: { what: 'compliance' } } as Requirement, []],
  ])('use known fields and possible values: %o', (requirement, problems) => {
    expect(sentences(set('One', requirement))).toEqual(problems);
  });

  it.each([
    ['location.stateCode', 'CA', 'California', []],
    ['location.stateCode', 'CA', 'NV', ['first']],
    ['enrollmentDetails.naicsCode', '238220', '238210', ['first']],
    ...['services.title', 'minorityTags', 'jobSites'].map((path): [string, string, string, string[]] => [
      path,
      'A',
      'B',
      [],
    ]),
  ] as [string, string, string, string[]][])(
    'contradict each other in %s by %s and %s: %j',
    (path, one, other, against) => {
      const sets = (...values: string[]) =>
        set('One', field('first', path, one), field('second', path, ...values));
      const contradicting = (of: RequirementSet) =>
        sentences(of).filter((sentence) => sentence.startsWith('It contradicts'));
      expect(contradicting(sets(other))).toEqual(
        against.map((name) => `It contradicts “${name}”: no vendor can meet both.`),
      );
      expect(contradicting(sets(other, one))).toEqual([]);
    },
  );

  it('contradict only within a set, and in the same field', () => {
    const yes = field('Yes', 'enrollmentDetails.licensed', 'Yes');
    const no = field('No', 'enrollmentDetails.licensed', 'No');
    const another = field('Another', 'enrollmentDetails.naicsCode', 'No');
    expect(sentences(set('One', yes), set('Two', no))).toEqual([]);
    expect(sentences(set('One', yes, another))).toEqual([]);
    expect(sentences(set('One', given('enrollmentDetails.licensed'), no))).toEqual([]);
  });
});

describe('the limits of a set', () => {
  const text = (length: number) => 'n'.repeat(length);
  const texts = (count: number) => Array.from({ length: count }, () => 'n');
  const w9: Extract<Requirement, { kind: 'document' }> = {
    kind: 'document',
    id: newId(),
    name: 'W-9',
    documentType: 'W-9',
    minScore: 80,
    maxAgeDays: 30,
    needsEndDate: false,
    soonDays: 0,
  };
  const briefing: Requirement = {
    kind: 'attestation',
    id: newId(),
    name: 'Briefing',
    maxDays: 30,
    soonDays: 0,
  };
  const ask = (of: Extract<Requirement, { kind: 'profile' }>['ask']): Requirement => ({
    kind: 'profile',
    id: newId(),
    name: 'Profile',
    ask: of,
    maxAgeDays: null,
  });
  const of = (requirement: object) => ({ ...set('One'), requirements: [requirement] });
  const within = (part: keyof typeof everyone, values: string[]) => ({
    ...set('One', license()),
    appliesTo: { ...everyone, [part]: values },
  });

  it.each<[string, min: number | null, max: number, (number: number) => unknown]>([
    ['letters of its name', 1, 80, (count) => ({ ...set('One', license()), name: text(count) })],
    ['letters of a name', 1, 80, (count) => of({ ...w9, name: text(count) })],
    ['letters of a type', 1, 200, (count) => of({ ...w9, documentType: text(count) })],
    ['letters of a trade', 1, 200, (count) => of({ ...license(), trade: text(count) })],
    ['letters of a state', 1, 200, (count) => of({ ...license(), state: text(count) })],
    ['days of age', 1, 3650, (days) => of({ ...w9, maxAgeDays: days })],
    ['days that something counts', 1, 3650, (days) => of({ ...briefing, maxDays: days })],
    ['days ahead', 0, 365, (days) => of({ ...w9, soonDays: days })],
    ['points', 1, 100, (minScore) => of({ ...w9, minScore })],
    ['letters of a field', null, 200, (count) => of(ask({ what: 'given', field: text(count) }))],
    [
      'letters of a field with values',
      null,
      200,
      (count) => of(ask({ what: 'one_of', field: text(count), values: ['n'] })),
    ],
    ['values', null, 50, (count) => of(ask({ what: 'one_of', field: 'f', values: texts(count) }))],
    ...(['services', 'states', 'jobSites', 'tags'] as const).map(
      (part): [string, null, number, (count: number) => unknown] => [
        `${part} that it applies to`,
        null,
        100,
        (count) => within(part, texts(count)),
      ],
    ),
    [
      'requirements',
      null,
      40,
      (count) =>
        set('One', ...Array.from({ length: count }, (_none, number) => license(`License ${number}`))),
    ],
  ])('are %s from %j to %d', (_what, min, max, make) => {
    const fits = (number: number) => requirementSet.safeParse(make(number)).success;
    expect([fits(max), fits(max + 1)]).toEqual([true, false]);
    if (min !== null) expect([fits(min), fits(min - 1)]).toEqual([true, false]);
  });

  it('are 50 sets at most', () => {
    const sets = Array.from({ length: 51 }, (_none, number) => set(`Set ${number}`, license()));
    expect(requirementSets.safeParse(sets.slice(1)).success).toBe(true);
    expect(requirementSets.safeParse(sets).success).toBe(false);
  });

  it('exclude technical fields', () => {
    const last = askableFields.map(({ path }) => path.at(-1) ?? '');
    expect(last).toContain('companyName');
    for (const name of ['id', 'lat', 'lng', 'icon', 'logo']) expect(last).not.toContain(name);
  });
});

describe('a file of requirement sets', () => {
  const sets = [set('Everyone', license(), field('Licensed', 'enrollmentDetails.licensed', 'Yes'))];
  const text = writeSetFile(sets);

  it('is read as it was written', () => {
    expect(readSetFile(text)).toEqual({ ok: true, sets });
    expect(readSetFile(`\uFEFF${text}`)).toEqual({ ok: true, sets });
  });

  it('numbers a set whose name is too long', () => {
    for (const [length, said] of [
      [200, 'n'.repeat(200)],
      [201, 'number 1'],
    ] as const) {
      const sets = [{ name: 'n'.repeat(length), requirements: 7 }];
      const read = readSetFile(JSON.stringify({ gangwayRequirements: 1, sets }));
      expect(read.ok ? [] : read.problems).toContain(
        `sets, ${said}, requirements isn’t what Gangway expects.`,
      );
    }
  });

  it('is written with indentation, and read up to the maximum size', () => {
    expect(text).toBe(`${JSON.stringify({ gangwayRequirements: 1, sets }, null, 2)}\n`);
    expect(readSetFile(text.padEnd(maxSetFile))).toEqual({ ok: true, sets });
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
      problems: ['sets, Everyone, requirements, Plumbing license, kind isn’t what Gangway expects.'],
    });
    expect(readSetFile(writeSetFile([set('Empty')]))).toEqual({
      ok: false,
      problems: ['Empty: This set has no requirements. Add a requirement, or delete the set.'],
    });
  });

  it.each([
    ['nothing', '', 'The file is not JSON. It may be incomplete.'],
    ['another file', '{"sets": []}', 'The file has no requirement sets.'],
    ['a list', '[]', 'The file has no requirement sets.'],
    [
      'one with more beside',
      '{"gangwayRequirements": 1, "sets": [], "more": 1}',
      'The file isn’t what Gangway expects.',
    ],
    [
      'a set without a name',
      '{"gangwayRequirements": 1, "sets": [7]}',
      'sets, number 1 isn’t what Gangway expects.',
    ],
    [
      'one of a version before the first',
      '{"gangwayRequirements": 0, "sets": []}',
      'gangwayRequirements isn’t what Gangway expects.',
    ],
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
      problems: ['There are 250 requirements in all sets; the maximum is 200.'],
    });
  });

  it('names the set and the requirement of the first five problems', () => {
    const double = (name: string) => set(name, license('A'), license('A'));
    const read = readSetFile(writeSetFile(['1', '2', '3', '4', '5', '6'].map(double)));
    expect(read).toEqual({
      ok: false,
      problems: ['1', '2', '3', '4', '5'].map(
        (name) => `${name}, A: Another requirement of this set is called “A”.`,
      ),
    });
  });

  it('tells the first five of them', () => {
    const sets = Array.from({ length: 50 }, () => 1);
    const read = readSetFile(JSON.stringify({ gangwayRequirements: 1, sets }));
    expect(read).toMatchObject({ ok: false, problems: { length: 5 } });
  });
});
