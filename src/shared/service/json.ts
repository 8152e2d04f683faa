import { z } from 'zod';

/** A JSON object whose members the interface does not describe; kept whole. */
export const openObject = z.record(z.string(), z.unknown());
export type OpenObject = z.infer<typeof openObject>;

/** Whether a parsed JSON value is an object; as `openObject` decides, without a copy. */
export const isOpenObject = (value: unknown): value is OpenObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An ID or status word; a number becomes its digits. */
export const idOrWord = z.union([z.string(), z.number().transform(String)]);

const yesWords = new Set(['y', 'yes', 't', 'true', '1']);
const noWords = new Set(['n', 'no', 'f', 'false', '0']);

/** A yes or no in common forms: true, "Y", "yes", "T", "true", 1 and their opposites; null for others. */
export function readYesNo(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const word =
    typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
  if (yesWords.has(word)) return true;
  return noWords.has(word) ? false : null;
}

/** A described boolean in any form that {@link readYesNo} knows. */
export const yesNo = z.union([
  z.boolean(),
  z.union([z.string(), z.number()]).transform((value, context): boolean => {
    const read = readYesNo(value);
    if (read === null) context.addIssue('Neither yes nor no.');
    return read ?? z.NEVER;
  }),
]);

/** The deepest nesting that may cross to the screens. */
const deepest = 200;
const tooDeep = '…';

/** The value with everything below 200 levels replaced by “…”; the same value where it is not as deep. */
export const shallowEnough = (value: unknown): unknown =>
  isDeeper(value, deepest) ? cutBelow(value, deepest) : value;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return members.some((member) => isDeeper(member, levels - 1));
}

function cutBelow(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return tooDeep;
  if (Array.isArray(value)) return value.map((item: unknown) => cutBelow(item, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, cutBelow(member, levels - 1)]),
  );
}

export const jsonText = (value: unknown): string => JSON.stringify(shallowEnough(value)) ?? '';

/** A date as text, or the digits of a number that counts from 1970. */
export const dateText = z.union([z.string(), z.number().transform(String)]);
