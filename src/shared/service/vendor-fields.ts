import { z } from 'zod';
import { ownMember } from '../base/own-member.ts';
import { isOpenObject } from './json.ts';
import { withoutWrappers } from './reading.ts';
import { vendorFields, vendorProfile, type VendorField, type VendorProfile } from './vendor-profile.ts';

export type FieldValue = ReturnType<typeof ownValues>[number];

export type FieldPath = Pick<FieldValue, 'field' | 'path'>;

type NamedField = { name: string; field: VendorField; schema: z.ZodType };

const fieldsOf = new WeakMap<z.ZodType, readonly NamedField[]>();

/** The fields of an object or of a list's items; none for other schemas. */
function fieldsIn(schema: z.ZodType): readonly NamedField[] {
  const fields = fieldsOf.get(schema) ?? findFields(schema);
  fieldsOf.set(schema, fields);
  return fields;
}

function findFields(schema: z.ZodType): readonly NamedField[] {
  const bare = withoutWrappers(schema);
  if (bare instanceof z.ZodArray) return bare.element instanceof z.ZodType ? findFields(bare.element) : [];
  if (!(bare instanceof z.ZodObject)) return [];
  const shape: Record<string, unknown> = bare.shape;
  return Object.entries(shape).flatMap(([name, own]) => {
    const field = own instanceof z.ZodType ? vendorFields.get(own) : undefined;
    return own instanceof z.ZodType && field !== undefined ? [{ name, field, schema: own }] : [];
  });
}

/** Every text and number that finds a vendor beside its names; the caller reads specialties. */
export function searchedValues(profile: VendorProfile): string[] {
  const groups = ['enrollmentDetails', 'userCompany', 'location'] as const;
  return [...ownValues(profile), ...groups.flatMap((group) => getValues(profile, group))]
    .filter(({ field }) => field.searched)
    .flatMap(({ value }): unknown[] => (Array.isArray(value) ? value : [value]))
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .map(String)
    .filter((text) => text !== '');
}

const memberAt = (holder: unknown, name: string): unknown =>
  isOpenObject(holder) ? ownMember(holder, name) : undefined;

export const ownValues = (profile: VendorProfile) =>
  fieldsIn(vendorProfile).map(({ name, field }) => {
    return { field, path: [name], value: memberAt(profile, name) };
  });

export const getValues = (profile: VendorProfile, group: 'enrollmentDetails' | 'userCompany' | 'location') =>
  fieldsIn(vendorProfile.shape[group]).map(({ name, field }) => {
    return { field, path: [group, name], value: memberAt(profile[group], name) };
  });

const leavesIn = (within: z.ZodType, above: readonly string[]): FieldPath[] =>
  fieldsIn(within).flatMap(({ name, field, schema }): FieldPath[] => {
    const path = [...above, name];
    const inner = leavesIn(schema, path);
    return inner.length === 0 ? [{ field, path }] : inner;
  });

export const vendorFieldPaths = leavesIn(vendorProfile, []);

/** The values at a path, of all items of the lists on the way. */
export const valuesAt = (profile: VendorProfile, names: readonly string[]): unknown[] =>
  names.reduce<unknown[]>((holders, name) => holders.flatMap((holder) => memberAt(holder, name)), [profile]);

/** The label of a path: "Enrollment, Crew size", "Service 2, title"; unknown names unchanged. */
export function vendorFieldLabel(path: readonly (string | number)[]): string {
  const parts: string[] = [];
  let fields = fieldsIn(vendorProfile);
  let field: VendorField | undefined;
  for (const step of path) {
    if (typeof step === 'number') {
      const last = parts.pop() ?? '';
      parts.push(`${field?.one ?? last} ${step + 1}`);
      continue;
    }
    const found = fields.find(({ name }) => name === step);
    field = found?.field;
    fields = found === undefined ? [] : fieldsIn(found.schema);
    parts.push(field?.label ?? step);
  }
  return parts.join(', ');
}
