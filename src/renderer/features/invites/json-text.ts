import { z } from 'zod';
import { parseExactJson } from '#shared/service/exact-json.ts';
import { openObject, type OpenObject } from '#shared/service/json.ts';

/** JSON as a person typed it: nothing, readable, or not yet, with a sentence that says what to do. */
export type JsonReading<T> =
  | { kind: 'empty' }
  | { kind: 'read'; value: T }
  | { kind: 'unreadable'; problem: string };

/** Reads a typed JSON object. An empty one counts as nothing. */
export function readJsonObject(text: string): JsonReading<OpenObject> {
  return readJson(
    text,
    openObject,
    'Write an object in braces, as in {"name": "Harbor Lane"}.',
    (value) => Object.keys(value).length === 0,
  );
}

/** Reads a typed list of JSON objects. An empty one counts as nothing. */
export function readJsonList(text: string): JsonReading<OpenObject[]> {
  return readJson(
    text,
    z.array(openObject),
    'Write a list of objects in square brackets, as in [{"type": "W-9"}].',
    (value) => value.length === 0,
  );
}

function readJson<T>(
  text: string,
  schema: z.ZodType<T>,
  shapeProblem: string,
  isEmpty: (value: T) => boolean,
): JsonReading<T> {
  if (text.trim() === '') return { kind: 'empty' };
  try {
    JSON.parse(text);
  } catch (error) {
    return { kind: 'unreadable', problem: `This is not JSON${toPlace(error, text)}. ${shapeProblem}` };
  }
  // Digits that a number does not hold go out as a text of all of them, as from imported lists.
  const json = parseExactJson(text);
  const result = schema.safeParse(json);
  if (!result.success) return { kind: 'unreadable', problem: shapeProblem };
  return isEmpty(result.data) ? { kind: 'empty' } : { kind: 'read', value: result.data };
}

/** Where the JSON breaks off, as the engine tells it by line or by position. */
function toPlace(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const line = /line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return ` from line ${line} on`;
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined) return ' yet';
  return ` from line ${text.slice(0, Number(position)).split('\n').length} on`;
}
