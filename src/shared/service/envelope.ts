import { openObject } from './json.ts';

/**
 * What stands inside the member that a service wraps its answers in. Without a named envelope, or in an answer that does
 * not have it, the answer itself.
 */
export function unwrapped(json: unknown, envelope: string | null): unknown {
  if (envelope === null) return json;
  const outer = openObject.safeParse(json);
  return outer.success && Object.hasOwn(outer.data, envelope) ? outer.data[envelope] : json;
}
