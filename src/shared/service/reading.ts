import { z } from 'zod';
import { idOrWord, isOpenObject, jsonText, shallowEnough } from './json.ts';
import { ownMember } from '../base/own-member.ts';

/** A field of another type than described; its raw value is shown and marked. */
export const validationIssue = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  raw: z.unknown(),
});
export type ValidationIssue = z.infer<typeof validationIssue>;

export const otherField = z.object({ path: z.array(z.union([z.string(), z.number()])), value: z.unknown() });
export type OtherField = z.infer<typeof otherField>;

/** With more, an answer is not the requested resource. */
const maxValidationIssues = 1000;

export interface Reading<T> {
  value: T;
  validationIssues: ValidationIssue[];
  others: OtherField[];
}

/** The schema of a {@link Reading}, for answers that cross to the screens. */
export const getReading = <T extends z.ZodType>(resource: T) =>
  z.object({ value: resource, validationIssues: z.array(validationIssue), others: z.array(otherField) });

/** Reads an answer tolerantly: a wrong type in one field is kept in `validationIssues` and hides nothing else. Null for no object. */
export function readResource<T extends z.ZodObject>(resource: T, json: unknown): Reading<z.infer<T>> | null {
  const root = shallowEnough(json);
  if (!isOpenObject(root)) return null;
  const validationIssues: ValidationIssue[] = [];
  const whole = resource.safeParse(root);
  const readable = whole.success ? root : toReadable(resource, root, [], validationIssues);
  if (validationIssues.length > maxValidationIssues) return null;
  let others: OtherField[] | null = null;
  return {
    value: whole.success ? whole.data : resource.parse(readable),
    validationIssues: validationIssues.toReversed(),
    // Found when asked for: most readers need none, and looking takes longer than all the rest.
    get others() {
      return (others ??= fieldsNotNamed(resource, readable, []));
    },
  };
}

/** What came at a path instead of the described type, as text; null for nothing. */
export function strayText(validationIssues: readonly ValidationIssue[], ...path: (string | number)[]) {
  const found = validationIssues.find(
    (validationIssue) =>
      validationIssue.path.length === path.length &&
      path.every((key, index) => validationIssue.path[index] === key),
  );
  if (found === undefined) return null;
  return typeof found.raw === 'string' ? found.raw : jsonText(found.raw);
}

/** The position in the received list of an item shown at `shown`; paths of validationIssues count omitted items. */
export function cameAt(
  validationIssues: readonly ValidationIssue[],
  list: readonly (string | number)[],
  shown: number,
): number {
  const leftOut = new Set(
    validationIssues
      .filter(({ path }) => path.length === list.length + 1 && list.every((key, at) => path[at] === key))
      .map(({ path }) => path.at(-1)),
  );
  let at = 0;
  for (let left = shown; left > 0 || leftOut.has(at); at += 1) if (!leftOut.has(at)) left -= 1;
  return at;
}

/** A text where one is described, or a list of one item; undefined where that does not fit either. */
function fitted(bare: z.ZodType, raw: unknown): unknown {
  if (raw == null) return undefined;
  if (bare instanceof z.ZodString || bare === idOrWord) return typeof raw === 'string' ? raw : jsonText(raw);
  if (!(bare instanceof z.ZodArray) || Array.isArray(raw)) return undefined;
  if (raw === '' || !(bare.element instanceof z.ZodType)) return undefined;
  const item = bare.element.safeParse(raw).success ? raw : fitted(withoutWrappers(bare.element), raw);
  return item === undefined ? undefined : [item];
}

/** A copy of what fits the schema; the rest is noted in `issues`. Undefined where nothing fits. */
function toReadable(
  schema: z.ZodType,
  value: unknown,
  path: (string | number)[],
  issues: ValidationIssue[],
): unknown {
  const bare = withoutWrappers(schema);
  if (bare instanceof z.ZodArray && Array.isArray(value)) {
    const { element } = bare;
    if (!(element instanceof z.ZodType)) return value;
    return value
      .map((item, index) => toReadable(element, item, [...path, index], issues))
      .filter((item) => item !== undefined);
  }
  if (bare instanceof z.ZodObject && isOpenObject(value)) {
    const readable = { ...value };
    for (const [key, field] of Object.entries(bare.shape)) {
      if (!Object.hasOwn(value, key) || !(field instanceof z.ZodType)) continue;
      const member = toReadable(field, ownMember(value, key), [...path, key], issues);
      if (member === undefined) Reflect.deleteProperty(readable, key);
      else Reflect.set(readable, key, member);
    }
    return readable;
  }
  if (schema.safeParse(value).success) return value;
  issues.push({ path, raw: value });
  return fitted(bare, value);
}

function fieldsNotNamed(schema: z.ZodType, value: unknown, path: (string | number)[]): OtherField[] {
  const bare = withoutWrappers(schema);
  if (bare instanceof z.ZodArray && Array.isArray(value)) {
    const element = bare.element;
    if (!(element instanceof z.ZodType)) return [];
    return value.flatMap((item, index) => fieldsNotNamed(element, item, [...path, index]));
  }
  if (!(bare instanceof z.ZodObject)) return [];
  if (!isOpenObject(value)) return [];
  const shape: Record<string, unknown> = bare.shape;
  return Object.entries(value).flatMap(([key, member]) => {
    const field = ownMember(shape, key);
    if (!(field instanceof z.ZodType)) return [{ path: [...path, key], value: member }];
    return fieldsNotNamed(field, member, [...path, key]);
  });
}

const unwrapped = new WeakMap<z.ZodType, z.ZodType>();

/** The schema without optional, nullable and transform wrappers. */
export function withoutWrappers(schema: z.ZodType): z.ZodType {
  const known = unwrapped.get(schema);
  if (known !== undefined) return known;
  const inner =
    schema instanceof z.ZodPipe
      ? schema.out
      : schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
        ? schema.unwrap()
        : null;
  const bare = inner instanceof z.ZodType ? withoutWrappers(inner) : schema;
  unwrapped.set(schema, bare);
  return bare;
}
