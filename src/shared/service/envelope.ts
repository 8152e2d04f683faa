import type { z } from 'zod';
import { outlineAnswer, parseAnswer } from './answer-json.ts';
import { openObject } from './json.ts';
import { readResource, type Reading } from './reading.ts';
import { ownMember } from '../own-member.ts';

/** An answer has this many fields of its own beside a field that is called as the envelope is. */
const ownFields = 2;

/**
 * What stands inside the member that a service wraps its answers in. Without a named envelope, or in an answer that does
 * not have it, the answer itself; so too where the member is a field of an answer that came without an envelope, as `data`
 * is of a processed document.
 */
export function unwrapped(json: unknown, envelope: string | null, resource: z.ZodObject): unknown {
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

/**
 * Reads an answer that was kept, by the envelope that is set now; null where it is no JSON object. Of one with more in it than is
 * read field by field only the outline is.
 */
export function readKept<T extends z.ZodObject>(
  resource: T,
  body: string,
  envelope: string | null,
): Reading<z.infer<T>> | null {
  const read = (json: unknown) => readResource(resource, unwrapped(json, envelope, resource));
  return read(parseAnswer(body)) ?? read(outlineAnswer(body));
}
