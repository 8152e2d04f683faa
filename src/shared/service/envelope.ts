import { z } from 'zod';
import { commonEnvelopes } from '../settings/observations.ts';
import { outlineAnswer, parseAnswer } from './answer-json.ts';
import { openObject } from './json.ts';
import { readResource, type Reading } from './reading.ts';
import { ownMember } from '../base/own-member.ts';

/** An answer has so many fields of its own beside one with the envelope's name. */
const ownFields = 2;

/**
 * The content of the envelope that a service wraps its answers in; the answer itself where it has none, or where the envelope's name
 * is a field of the answer, as `data` is of a document.
 */
export function unwrapped(json: unknown, envelope: string | null, resource: z.ZodObject): unknown {
  return withoutLists(withoutEnvelope(json, envelope, resource), resource);
}

/** Where one object is described, a list of one object is that object. */
function withoutLists(json: unknown, resource: z.ZodObject): unknown {
  const members = openObject.safeParse(json);
  if (!members.success) return json;
  const single = Object.entries(members.data).flatMap(([name, value]): [string, unknown][] => {
    const list = isObjectField(ownMember(resource.shape, name)) ? oneObject.safeParse(value) : null;
    return list?.success === true ? [[name, list.data[0]]] : [];
  });
  return single.length === 0 ? json : { ...members.data, ...Object.fromEntries(single) };
}

const oneObject = z.tuple([openObject]);

function isObjectField(field: unknown): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) return isObjectField(field.unwrap());
  return field instanceof z.ZodObject;
}

/** The member that wraps an answer: its only object, with members of the resource and no ID beside it. Null if none. */
export function findEnvelope(resource: z.ZodObject, json: unknown): string | null {
  const outer = openObject.safeParse(json).data ?? {};
  if (Object.hasOwn(outer, 'id')) return null;
  const [only, ...others] = Object.entries(outer).filter(([, value]) => openObject.safeParse(value).success);
  if (only === undefined || others.length > 0) return null;
  const [name, inner] = only;
  const isCommon = commonEnvelopes.some((one) => one === name);
  return getFields(resource, inner).length >= (isCommon ? 1 : 2) ? name : null;
}

function withoutEnvelope(json: unknown, envelope: string | null, resource: z.ZodObject): unknown {
  if (envelope === null) return json;
  const outer = openObject.safeParse(json);
  if (!outer.success || !Object.hasOwn(outer.data, envelope)) return json;
  const inner = ownMember(outer.data, envelope);
  if (!Object.hasOwn(resource.shape, envelope)) return inner;
  const beside = getFields(resource, outer.data).filter((name) => name !== envelope);
  return beside.length >= ownFields && getFields(resource, inner).length === 0 ? json : inner;
}

function getFields(resource: z.ZodObject, json: unknown): string[] {
  return Object.keys(openObject.safeParse(json).data ?? {}).filter((name) =>
    Object.hasOwn(resource.shape, name),
  );
}

/** Reads a stored answer by the current envelope; null for no JSON object. Large answers are read as outlines. */
export function readKept<T extends z.ZodObject>(
  resource: T,
  body: string,
  envelope: string | null,
): Reading<z.infer<T>> | null {
  const read = (json: unknown) => readResource(resource, unwrapped(json, envelope, resource));
  return read(parseAnswer(body)) ?? read(outlineAnswer(body));
}
