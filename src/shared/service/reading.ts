import { z } from 'zod';
import { idOrWord, isOpenObject, jsonText, shallowEnough, type OpenObject } from './json.ts';
import { ownMember, ownMemberAt } from '../base/own-member.ts';

/** A field of another type than described; its raw value is shown and marked. */
export const validationIssue = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  raw: z.unknown(),
});
export type ValidationIssue = z.infer<typeof validationIssue>;

/** An undescribed field, shown under "Other fields". */
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
export function getReading<T extends z.ZodType>(resource: T) {
  return z.object({
    value: resource,
    validationIssues: z.array(validationIssue),
    others: z.array(otherField),
  });
}

/** Reads an answer tolerantly: a wrong type in one field is kept in `validationIssues` and hides nothing else. Null for no object. */
export function readResource<T extends z.ZodObject>(resource: T, json: unknown): Reading<z.infer<T>> | null {
  const root = shallowEnough(json);
  if (!isOpenObject(root)) return null;
  let remaining = root;
  const validationIssues: ValidationIssue[] = [];
  for (;;) {
    const result = resource.safeParse(remaining);
    if (result.success) {
      return { value: result.data, validationIssues, others: fieldsNotNamed(resource, remaining, []) };
    }
    if (validationIssues.length + result.error.issues.length > maxValidationIssues) return null;
    // The answer itself stays as it came.
    if (remaining === root) remaining = structuredClone(root);
    const before = validationIssues.length;
    const shrunk = new Set<unknown[]>();
    // Elements leave their array together at the end, so that none moves meanwhile.
    for (const issue of result.error.issues.toReversed()) {
      const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
      const raw = replaceAt(remaining, path, shrunk, (found) => fitted(schemaAt(resource, path), found));
      if (raw !== undefined) validationIssues.push({ path, raw });
    }
    for (const list of shrunk) removeGaps(list);
    if (validationIssues.length === before)
      throw new Error('An answer has a validationIssue that cannot be taken out.', { cause: result.error });
  }
}

/** What came at a path instead of the described type, as text; null for nothing. */
export function strayText(
  validationIssues: readonly ValidationIssue[],
  ...path: (string | number)[]
): string | null {
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

function fitted(schema: z.ZodType | null, raw: unknown): unknown {
  if (schema === null || raw == null) return undefined;
  const bare = withoutWrappers(schema);
  if (bare instanceof z.ZodString || bare === idOrWord) return typeof raw === 'string' ? raw : jsonText(raw);
  if (!(bare instanceof z.ZodArray) || Array.isArray(raw)) return undefined;
  if (raw === '' || !(bare.element instanceof z.ZodType)) return undefined;
  const item = bare.element.safeParse(raw).success ? raw : fitted(bare.element, raw);
  return item === undefined ? undefined : [item];
}

function schemaAt(schema: z.ZodType, path: readonly (string | number)[]): z.ZodType | null {
  let at: unknown = schema;
  for (const key of path) {
    const bare = at instanceof z.ZodType ? withoutWrappers(at) : null;
    if (bare instanceof z.ZodObject) at = Reflect.get(bare.shape, key);
    else if (bare instanceof z.ZodArray) at = bare.element;
    else return null;
  }
  return at instanceof z.ZodType ? at : null;
}

/** Replaces or removes the value at `path` and returns it. A removed element leaves a gap in its array, noted in `shrunk`. */
function replaceAt(
  root: OpenObject,
  path: (string | number)[],
  shrunk: Set<unknown[]>,
  replacement: (raw: unknown) => unknown,
): unknown {
  const holder = ownMemberAt(root, path.slice(0, -1));
  const last = path.at(-1);
  if (last === undefined || typeof holder !== 'object' || holder === null) return undefined;
  const raw: unknown = Reflect.get(holder, last);
  const instead = replacement(raw);
  if (instead !== undefined) Reflect.set(holder, last, instead);
  else {
    Reflect.deleteProperty(holder, last);
    if (Array.isArray(holder)) shrunk.add(holder);
  }
  return raw;
}

function removeGaps(list: unknown[]): void {
  let length = 0;
  // `forEach` passes gaps over.
  list.forEach((item) => {
    list[length] = item;
    length += 1;
  });
  list.length = length;
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
function withoutWrappers(schema: z.ZodType): z.ZodType {
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
