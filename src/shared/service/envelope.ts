import type { z } from 'zod';
import { parseExactJson } from './exact-json.ts';
import { openObject } from './json.ts';
import { readResource, type Reading } from './reading.ts';

/**
 * What stands inside the member that a service wraps its answers in. Without a named envelope, or in an answer that does
 * not have it, the answer itself.
 */
export function unwrapped(json: unknown, envelope: string | null): unknown {
  if (envelope === null) return json;
  const outer = openObject.safeParse(json);
  return outer.success && Object.hasOwn(outer.data, envelope) ? outer.data[envelope] : json;
}

/** Reads an answer that was kept, by the envelope that is set now; null where it is no JSON object. */
export function readKept<T extends z.ZodObject>(
  resource: T,
  body: string,
  envelope: string | null,
): Reading<z.infer<T>> | null {
  return readResource(resource, unwrapped(parseExactJson(body), envelope));
}
