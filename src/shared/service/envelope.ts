import { z } from 'zod';
import { commonEnvelopes } from '../settings/observations.ts';
import { outlineAnswer, parseAnswer } from './answer-json.ts';
import { isOpenObject, openObject } from './json.ts';
import { readResource, type Reading } from './reading.ts';
import { ownMember } from '../base/own-member.ts';

/** An answer has so many fields of its own beside one with the envelope's name. */
const ownFields = 2;

/** The content of a service's envelope; the answer itself where it has none, or where `envelope` is one of its own fields. */
export const unwrapped = (json: unknown, envelope: string | null, resource: z.ZodObject): unknown =>
  withoutLists(withoutEnvelope(json, envelope, resource), resource);

/** Where one object is described, a list of one object is that object. */
function withoutLists(json: unknown, resource: z.ZodObject): unknown {
  if (!isOpenObject(json)) return json;
  const lists = Object.entries(json).filter(
    ([name, value]) => Array.isArray(value) && isObjectField(ownMember(resource.shape, name)),
  );
  const single = lists.flatMap(([name, value]) => {
    const list = oneObject.safeParse(value);
    return list.success ? [[name, list.data[0]]] : [];
  });
  return single.length === 0 ? json : { ...json, ...Object.fromEntries(single) };
}

const oneObject = z.tuple([openObject]);

function isObjectField(field: unknown): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) return isObjectField(field.unwrap());
  return field instanceof z.ZodObject;
}

/** The member that wraps an answer: its only object, with members of the resource and no ID beside it. Null if none. */
export function findEnvelope(resource: z.ZodObject, json: unknown): string | null {
  if (!isOpenObject(json) || Object.hasOwn(json, 'id')) return null;
  const [only, ...others] = Object.entries(json).filter(([, value]) => isOpenObject(value));
  if (only === undefined || others.length > 0) return null;
  const [name, inner] = only;
  const isCommon = commonEnvelopes.some((one) => one === name);
  return getFields(resource, inner).length >= (isCommon ? 1 : 2) ? name : null;
}

function withoutEnvelope(json: unknown, envelope: string | null, resource: z.ZodObject): unknown {
  if (envelope === null) return json;
  if (!isOpenObject(json) || !Object.hasOwn(json, envelope)) return json;
  const inner = ownMember(json, envelope);
  if (!Object.hasOwn(resource.shape, envelope)) return inner;
  const beside = getFields(resource, json).filter((name) => name !== envelope);
  return beside.length >= ownFields && getFields(resource, inner).length === 0 ? json : inner;
}

const getFields = (resource: z.ZodObject, json: unknown): string[] =>
  isOpenObject(json) ? Object.keys(json).filter((name) => Object.hasOwn(resource.shape, name)) : [];

/** Reads a stored answer by the current envelope; null for no JSON object. Large answers are read as outlines. */
export function readKept<T extends z.ZodObject>(
  resource: T,
  body: string,
  envelope: string | null,
): Reading<z.infer<T>> | null {
  const read = (json: unknown) => readResource(resource, unwrapped(json, envelope, resource));
  return read(parseAnswer(body)) ?? read(outlineAnswer(body));
}
