import { z } from 'zod';
import type { FieldChange, VendorChange } from '#shared/ipc/vendors.ts';
import { parseAnswer } from '#shared/service/answer-json.ts';
import { unwrapped } from '#shared/service/envelope.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { ownMember } from '#shared/base/own-member.ts';

type Json = z.infer<ReturnType<typeof z.json>>;

const isPlain = (value: Json | undefined): value is Json[] | { [key: string]: Json } =>
  typeof value === 'object' && value !== null;

/** Whether a value is compared member by member; a list of words or numbers is compared as a whole. */
function isStepped(value: Json | undefined): value is Json[] | { [key: string]: Json } {
  if (!isPlain(value)) return false;
  return !Array.isArray(value) || value.some(isPlain);
}

const equal = (one: Json | undefined, other: Json | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Every field that differs, down to single values, in the newer record's order. */
export function fieldChanges(
  before: Json | undefined,
  after: Json | undefined,
  path: (string | number)[] = [],
): FieldChange[] {
  // Compared only at the leaves, so that each value is visited once.
  if (isStepped(before) && isStepped(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = Array.isArray(after)
      ? Array.from({ length: Math.max(after.length, Object.keys(before).length) }, (_unused, index) => index)
      : [...new Set([...Object.keys(after), ...Object.keys(before)])];
    return keys.flatMap((key) => fieldChanges(getMember(before, key), getMember(after, key), [...path, key]));
  }
  if (equal(before, after)) return [];
  return [{ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
}

function getMember(holder: Json[] | { [key: string]: Json }, key: string | number): Json | undefined {
  if (Array.isArray(holder)) return typeof key === 'number' ? holder[key] : undefined;
  return ownMember(holder, String(key));
}

/** Changes between kept fetches, newest first, ignoring field order. Oversized bodies are skipped. */
export function vendorChanges(
  bodies: readonly { at: number; body: string }[],
  envelope: string | null,
): VendorChange[] {
  const changes: VendorChange[] = [];
  let previous: { at: number; json: Json } | null = null;
  for (const { at, body } of bodies) {
    const parsed = z.json().safeParse(unwrapped(parseAnswer(body), envelope, vendorProfile));
    if (!parsed.success) continue;
    const json = parsed.data;
    if (previous !== null) {
      const fields = fieldChanges(previous.json, json);
      if (fields.length > 0) changes.push({ at, previousAt: previous.at, fields });
    }
    previous = { at, json };
  }
  return changes.toReversed();
}
