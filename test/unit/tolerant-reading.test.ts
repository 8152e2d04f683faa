import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readYesNo } from '#shared/service/json.ts';
import { documentResult } from '#shared/service/document-result.ts';
import { invitationResult } from '#shared/service/vendor-invitation.ts';
import { parseExactJson } from '#shared/service/answer-json.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { queueResponse, verificationResult } from '#shared/service/verification.ts';

const resources = { documentResult, invitationResult, vendorProfile, queueResponse, verificationResult };

function read<T extends z.ZodObject>(resource: T, json: unknown) {
  const reading = readResource(resource, json);
  if (reading === null) throw new Error('It cannot be read.');
  return reading;
}

describe('an answer', () => {
  it.each([null, true, 7, 'text', [], [{ id: 'x' }]])('that is %j is not read field by field', (json) => {
    for (const resource of Object.values(resources)) expect(readResource(resource, json)).toBeNull();
  });

  it('that is empty is read as one that says nothing', () => {
    expect(read(vendorProfile, {})).toEqual({ value: {}, validationIssues: [], others: [] });
  });

  it('with null in every field is read as one that says nothing there', () => {
    for (const resource of Object.values(resources)) {
      const json = Object.fromEntries(Object.keys(resource.shape).map((name) => [name, null]));
      expect(read(resource, json)).toMatchObject({ validationIssues: [], others: [], value: json });
    }
  });

  it('with a wrong type at the top hides no other field, and shows what came where a text belongs', () => {
    const json = { id: 7, email: 'a@b.invalid', firstName: ['Ann'], jobTitle: {}, phoneNumber: 5105550199 };
    const reading = read(vendorProfile, { ...json, companyName: true });
    expect(reading.value).toEqual({
      id: '7',
      email: 'a@b.invalid',
      firstName: '["Ann"]',
      jobTitle: '{}',
      phoneNumber: '5105550199',
      companyName: 'true',
    });
    expect(reading.validationIssues).toHaveLength(4);
    expect(reading.validationIssues).toContainEqual({ path: ['phoneNumber'], raw: 5105550199 });
    expect(reading.validationIssues).toContainEqual({ path: ['companyName'], raw: true });
    expect(reading.validationIssues).toContainEqual({ path: ['firstName'], raw: ['Ann'] });
    expect(reading.validationIssues).toContainEqual({ path: ['jobTitle'], raw: {} });
  });

  it('with a wrong type deep inside hides nothing beside it', () => {
    const json = {
      qualityDetails: {
        feedback: 'ok',
        overallScore: '0.9',
        scoreBreakdown: { sharpness: null, readability: {} },
      },
      data: { isSigned: 'maybe', federalTaxClassification: ['LLC', 7, 'Trust'] },
    };
    const reading = read(documentResult, json);
    expect(reading.value).toEqual({
      qualityDetails: { feedback: 'ok', scoreBreakdown: { sharpness: null } },
      data: { federalTaxClassification: ['LLC', '7', 'Trust'] },
    });
    expect(reading.validationIssues).toHaveLength(4);
    expect(reading.validationIssues).toContainEqual({ path: ['qualityDetails', 'overallScore'], raw: '0.9' });
    expect(reading.validationIssues).toContainEqual({
      path: ['qualityDetails', 'scoreBreakdown', 'readability'],
      raw: {},
    });
    expect(reading.validationIssues).toContainEqual({ path: ['data', 'isSigned'], raw: 'maybe' });
    expect(reading.validationIssues).toContainEqual({
      path: ['data', 'federalTaxClassification', 1],
      raw: 7,
    });
  });

  it.each([
    ['LLC', ['LLC']],
    ['', []],
    [null, null],
    [
      ['LLC', 'Trust'],
      ['LLC', 'Trust'],
    ],
  ])('with the tax classification %j in the place of a list is read as %j', (sent, classification) => {
    const reading = read(documentResult, { data: { federalTaxClassification: sent } });
    expect(reading.value).toEqual({ data: { federalTaxClassification: classification } });
    expect(reading.validationIssues).toEqual([]);
  });

  it('with a whole part of the wrong kind shows that part as it came', () => {
    const reading = read(vendorProfile, {
      services: 'roofing',
      location: [1],
      userCompany: 3,
      companyName: 'K',
    });
    expect(reading.value).toEqual({ companyName: 'K' });
    expect(reading.validationIssues.map(({ path }) => path.join('.')).toSorted()).toEqual([
      'location',
      'services',
      'userCompany',
    ]);
  });

  it('with several wrong items in a list keeps the right ones and says where the wrong ones stood', () => {
    const services = [{ id: 1 }, 'two', { id: {}, title: 'Third' }, null, { id: 5 }];
    const reading = read(vendorProfile, { services });
    expect(reading.value.services).toEqual([{ id: '1' }, { id: '{}', title: 'Third' }, { id: '5' }]);
    expect(reading.validationIssues).toContainEqual({ path: ['services', 1], raw: 'two' });
    expect(reading.validationIssues).toContainEqual({ path: ['services', 2, 'id'], raw: {} });
    expect(reading.validationIssues).toContainEqual({ path: ['services', 3], raw: null });
  });

  it('with one thing where a list is described is read as a list of it alone', () => {
    const json = {
      jobSites: 'Dock 4',
      minorityTags: 7,
      specialties: { id: 1, title: 'Hydro' },
      services: '',
    };
    const reading = read(vendorProfile, json);
    expect(reading.value).toEqual({
      jobSites: ['Dock 4'],
      minorityTags: ['7'],
      specialties: [{ id: '1', title: 'Hydro' }],
    });
    expect(reading.validationIssues).toHaveLength(4);
    expect(reading.validationIssues).toContainEqual({ path: ['specialties'], raw: json.specialties });
  });

  it('with fields that nobody described keeps them, at every depth', () => {
    const reading = read(vendorProfile, {
      rating: 5,
      location: { planet: 'Mars', cityName: 'A' },
      services: [{ specialties: { id: 1, level: 'x' } }],
      constructor: 'odd',
    });
    expect(reading.others).toHaveLength(4);
    expect(reading.others).toContainEqual({ path: ['rating'], value: 5 });
    expect(reading.others).toContainEqual({ path: ['location', 'planet'], value: 'Mars' });
    expect(reading.others).toContainEqual({ path: ['services', 0, 'specialties', 'level'], value: 'x' });
    expect(reading.others).toContainEqual({ path: ['constructor'], value: 'odd' });
  });

  it('with numbers beyond what a number holds keeps the rest', () => {
    const reading = read(documentResult, parseExactJson('{"confidence":1e999,"status":"done"}'));
    expect(reading.value).toEqual({ status: 'done' });
    expect(reading.validationIssues).toEqual([{ path: ['confidence'], raw: '1e999' }]);
  });

  it('nested however deep is read, not changed by it, and can be handed to the screens', () => {
    const nest = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const deep = `{"id":7,"firstName":"Ann","jobTitle":${nest},"x":${nest},"location":{"lat":${nest},"y":${nest}}}`;
    const json = z.looseObject({ x: z.unknown() }).parse(parseExactJson(deep));
    const before = json.x;
    const reading = read(vendorProfile, json);
    expect(reading.value.firstName).toBe('Ann');
    expect(reading.value.jobTitle).toMatch(/^\[{199}"…"\]{199}$/);
    expect(reading.validationIssues.map(({ path }) => path)).toHaveLength(2);
    expect(json.x).toBe(before);
    expect(structuredClone(reading)).toEqual(JSON.parse(JSON.stringify(reading)));
  });
});

/** What a field of a schema may be given: mostly something that fits, now and then something that does not. */
function arbitraryFor(schema: unknown): fc.Arbitrary<unknown> {
  const validationIssue = fc.oneof(fc.jsonValue({ maxDepth: 2 }));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return arbitraryFor(schema.unwrap());
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, unknown> = schema.shape;
    const fields = Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [name, arbitraryFor(field)]),
    );
    const known = fc.record(fields, { requiredKeys: [] });
    const unknown = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 });
    const object = fc.tuple(unknown, known).map(([other, own]) => ({ ...other, ...own }));
    return fc.oneof({ weight: 6, arbitrary: object }, { weight: 1, arbitrary: validationIssue });
  }
  // Read as something else first: a list that may come as a text.
  if (schema instanceof z.ZodPipe) return fc.oneof(arbitraryFor(schema.out), fc.string());
  if (schema instanceof z.ZodUnion) return fc.oneof(fc.string(), fc.integer(), validationIssue);
  if (schema instanceof z.ZodArray) {
    const items = fc.array(arbitraryFor(schema.element), { maxLength: 4 });
    return fc.oneof({ weight: 5, arbitrary: items }, { weight: 1, arbitrary: validationIssue });
  }
  const fitting =
    schema instanceof z.ZodString
      ? fc.string()
      : schema instanceof z.ZodNumber
        ? fc.double({ noNaN: true, noDefaultInfinity: true })
        : schema instanceof z.ZodBoolean
          ? fc.boolean()
          : fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 });
  return fc.oneof({ weight: 4, arbitrary: fitting }, { weight: 1, arbitrary: validationIssue });
}

/** In these, what does not fit is shown as text where it stood. From others it is taken out. */
const listsOfTexts = new Set([
  'jobSites',
  'minorityTags',
  'propertyManagementSoftware',
  'errorMessages',
  'federalTaxClassification',
]);

/** The answer with its validationIssues put back where they stood. */
function withValidationIssues(
  value: unknown,
  validationIssues: { path: (string | number)[]; raw: unknown }[],
): unknown {
  const root = { at: structuredClone(value) };
  const byDepth = validationIssues.toSorted(
    (a, b) => a.path.length - b.path.length || Number(a.path.at(-1)) - Number(b.path.at(-1)),
  );
  const numbered = byDepth.filter(({ path }) => typeof path.at(-1) === 'number');
  const named = byDepth.filter(({ path }) => typeof path.at(-1) !== 'number');
  // Items first, in ascending order, so that the paths of the others mean what they meant.
  for (const { path, raw } of [...numbered, ...named]) {
    let holder: unknown = root.at;
    for (const key of path.slice(0, -1))
      holder = typeof holder === 'object' && holder !== null ? Reflect.get(holder, key) : undefined;
    const last = path.at(-1);
    if (Array.isArray(holder) && typeof last === 'number')
      holder.splice(last, raw !== null && listsOfTexts.has(String(path.at(-2))) ? 1 : 0, raw);
    else if (typeof holder === 'object' && holder !== null && last !== undefined) {
      Object.defineProperty(holder, last, {
        value: raw,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
  return root.at;
}

/** A value as it comes over the wire. Members called __proto__ are left out: zod drops them on purpose. */
function overTheWire(made: unknown): unknown {
  return JSON.parse(JSON.stringify(made), (key, value: unknown) => (key === '__proto__' ? undefined : value));
}

/** The answer with the one text that is read as a list written as that list. */
function withLists(json: unknown): unknown {
  const answer = z.looseObject({ data: z.looseObject({ federalTaxClassification: z.string() }) });
  const { data: taken } = answer.safeParse(json);
  if (taken === undefined) return json;
  const text = taken.data.federalTaxClassification;
  return { ...taken, data: { ...taken.data, federalTaxClassification: text.trim() === '' ? [] : [text] } };
}

/** A yes or no may come in several forms and is read as one. */
function withYesNo(json: unknown): unknown {
  const names = new Set(['success', 'isVerified', 'isMatch', 'isSigned']);
  return JSON.parse(JSON.stringify(json), (name, value: unknown) =>
    names.has(name) ? (readYesNo(value) ?? value) : value,
  );
}

/** IDs may come as numbers and are read as texts. */
function withTexts(json: unknown): unknown {
  const asText = (_key: string, value: unknown) => (typeof value === 'number' ? String(value) : value);
  return JSON.parse(JSON.stringify(json, asText));
}

/** Few answers are drawn in every run, and many in the nights. */
const drawn = [
  { numRuns: 60, options: {} },
  { numRuns: 300, options: { tags: ['nightly'] } },
];

describe('whatever comes', () => {
  for (const { numRuns, options } of drawn)
    it.for(Object.entries(resources))(
      `%s: what fits and what does not make up the whole answer, ${numRuns} times`,
      options,
      ([_name, resource]) => {
        fc.assert(
          fc.property(arbitraryFor(resource), (made) => {
            const json = overTheWire(made);
            const before = JSON.stringify(json);
            const reading = readResource(resource, json);
            expect(JSON.stringify(json)).toBe(before);
            if (reading === null) {
              expect(typeof json !== 'object' || json === null || Array.isArray(json)).toBe(true);
              return;
            }
            expect(resource.safeParse(reading.value).success).toBe(true);
            const again = withValidationIssues(reading.value, reading.validationIssues);
            expect(withTexts(withYesNo(again))).toEqual(withTexts(withYesNo(withLists(json))));
          }),
          { numRuns },
        );
      },
    );

  it('is read without end in sight for nothing: any JSON at all', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (json) => {
        for (const resource of Object.values(resources)) readResource(resource, json);
      }),
      { numRuns: 300 },
    );
  });
});
