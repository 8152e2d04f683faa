import fc from 'fast-check';
import { z } from 'zod';

/** The parts of a JSON schema that zod writes for the contract. */
const jsonSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  propertyNames: z.unknown().optional(),
  items: z.unknown().optional(),
  prefixItems: z.array(z.unknown()).optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  $ref: z.string().optional(),
});
type JsonSchema = z.infer<typeof jsonSchema>;

/** Members that every plain object has, and so has where it is read by a word from elsewhere. */
export const memberNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'] as const;

/** Texts that have broken programs before. */
export const hostileText = fc.constantFrom(
  '',
  ' ',
  ...memberNames,
  'null',
  '\u0000',
  '\ud800',
  '\u202e\u0627\u0628',
  '👩‍👩‍👧‍👦',
  '../../etc/passwd',
  '%2e%2e%2f',
  "'; DROP TABLE entry; --",
  '"*" OR NEAR(',
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("http://a")',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'gangway://vendor/1',
  '9'.repeat(400),
  'a'.repeat(5000),
  '\r\nX-Injected: 1',
  '2026-02-30',
  '00000000-0000-0000-0000-000000000000',
);

/** Values of every JSON kind, most of them small, some of them nasty. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.string({ unit: 'binary' }),
  fc.constantFrom(null, true, false, 0, -0, -1, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 2 ** 53, 0.1, [], {}),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.integer({ min: 50, max: 2000 }).map(nested),
);

/** An array in an array in an array. */
function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < depth; level += 1) value = [value];
  return value;
}

/** Values that a schema takes, as far as its JSON schema says what it takes. */
export function getValues(schema: z.ZodType): fc.Arbitrary<unknown> {
  const root = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    cycles: 'ref',
  });
  return valuesFor(jsonSchema.parse(root), 0);
}

const deepest = 8;

function valuesFor(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const below = (part: unknown) => {
    const parsed = jsonSchema.safeParse(part);
    return parsed.success ? valuesFor(parsed.data, depth + 1) : fc.jsonValue({ maxDepth: 1 });
  };
  if (depth > deepest || schema.$ref !== undefined) return fc.constant(null);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined && choices.length > 0) return fc.oneof(...choices.map(below));
  const whole = schema.allOf?.[0];
  if (whole !== undefined && schema.type === undefined) return below(whole);
  switch (schema.type) {
    case 'object':
      return objectsFor(schema, below);
    case 'array': {
      if (schema.prefixItems !== undefined) return fc.tuple(...schema.prefixItems.map(below));
      const minLength = schema.minItems ?? 0;
      const maxLength = Math.max(minLength, Math.min(schema.maxItems ?? 5, 5));
      return fc.array(below(schema.items), { minLength, maxLength });
    }
    case 'string':
      return textsFor(schema);
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -(2 ** 31), Number.MIN_SAFE_INTEGER),
        max: Math.min(schema.maximum ?? 2 ** 31, Number.MAX_SAFE_INTEGER),
      });
    case 'number':
      return fc.double({
        noNaN: true,
        noDefaultInfinity: true,
        ...(schema.minimum === undefined ? {} : { min: schema.minimum }),
        ...(schema.maximum === undefined ? {} : { max: schema.maximum }),
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

function objectsFor(
  schema: JsonSchema,
  below: (part: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const named = fc.record(Object.fromEntries(properties.map(([key, part]) => [key, below(part)])), {
    requiredKeys: (schema.required ?? []).filter((key) => schema.properties?.[key] !== undefined),
  });
  const others = schema.additionalProperties;
  if (typeof others !== 'object' || others === null) return named;
  const keys =
    schema.propertyNames === undefined ? fc.string({ maxLength: 20 }) : below(schema.propertyNames);
  const more = fc.dictionary(
    keys.map((key) => String(key)),
    below(others),
    { maxKeys: 5 },
  );
  return fc.tuple(named, more).map(([one, two]) => ({ ...two, ...one }));
}

function textsFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'uri') return fc.webUrl();
  const minLength = schema.minLength ?? 0;
  const texts = fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, Math.min(schema.maxLength ?? 60, 60)),
  });
  return fc.oneof({ weight: 3, arbitrary: texts }, { weight: 1, arbitrary: hostileText });
}

/** One place of a value, by which of its parts in turn, with what stands there instead. */
export interface Change {
  way: number[];
  instead: unknown;
}

export const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({ way: fc.array(fc.nat(30), { maxLength: 5 }), instead: hostileValue }),
  { maxLength: 3 },
);

/** The value with some of its parts replaced; it stays as it was itself. */
export function changed(value: unknown, all: readonly Change[]): unknown {
  return all.reduce((now: unknown, { way, instead }) => changedAt(now, way, instead), value);
}

function changedAt(value: unknown, way: readonly number[], instead: unknown): unknown {
  const [step, ...rest] = way;
  if (step === undefined) return instead;
  if (Array.isArray(value) && value.length > 0) {
    return value.map((item: unknown, index) =>
      index === step % value.length ? changedAt(item, rest, instead) : item,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return instead;
  const members = Object.entries(value);
  if (members.length === 0) return instead;
  return Object.fromEntries(
    members.map(([key, member]: [string, unknown], index) => [
      key,
      index === step % members.length ? changedAt(member, rest, instead) : member,
    ]),
  );
}
