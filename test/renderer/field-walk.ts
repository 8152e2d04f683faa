import { expect } from 'vitest';
import type { z } from 'zod';
import { getPaths, valueAt } from '../resource-fields.ts';
import { find } from './screen.tsx';

/** Where one field of a resource is read on the screen, and what has to stand there. */
export interface Place {
  read: () => string;
  /** For a field that is yes or no: what stands there for yes. */
  words: string;
  /** What stands there for no; only for a field that is yes or no. */
  no?: string;
}

/** Every field of a resource by its path, such as `location.cityName` or `services.0.title`. */
export type Places = Readonly<Record<string, Place>>;

/** A place whose text is exactly this. */
export function reads(read: () => string, words: string): Place {
  return { read, words };
}

/** A place that says one of two words. */
export function tells(read: () => string, words = 'Yes', no = 'No'): Place {
  return { read, words, no };
}

/** What stands beside a label, in a part of the page; empty where the label is not there. */
export function beside(part: string, label: string): () => string {
  return () => term(part, label)?.nextElementSibling?.textContent ?? '';
}

/** The text as received, which a date or a status word beside a label has in its tooltip. */
export function tooltipBeside(part: string, label: string): () => string {
  return () => term(part, label)?.nextElementSibling?.querySelector('[title]')?.getAttribute('title') ?? '';
}

/** The address that a link beside a label leads to. */
export function linkBeside(part: string, label: string): () => string {
  return () => term(part, label)?.nextElementSibling?.querySelector('a')?.href ?? '';
}

function term(part: string, label: string): Element | null {
  const terms = [...find(part).querySelectorAll('dt, th[scope=row]')].filter(
    (one) => one.textContent === label,
  );
  if (terms.length > 1) throw new Error(`“${label}” stands ${terms.length} times in ${part}.`);
  return terms[0] ?? null;
}

/** The record with other answers to what is yes or no. */
function answering(
  record: unknown,
  answer: (path: string) => boolean,
  path: readonly string[] = [],
): unknown {
  if (typeof record === 'boolean') return answer(path.join('.'));
  if (Array.isArray(record)) return record.map((one, index) => answering(one, answer, [...path, `${index}`]));
  if (typeof record !== 'object' || record === null) return record;
  return Object.fromEntries(
    Object.entries(record).map(([name, member]) => [name, answering(member, answer, [...path, name])]),
  );
}

function expected(places: Places, record: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(places).map(([path, { words, no }]) => [
      path,
      no !== undefined && valueAt(record, path) !== true ? no : words,
    ]),
  );
}

/**
 * Walks every field of a resource over a screen: each has a place, the record has a value of its own for each, and each
 * value stands in its place and not in another's. What is yes or no is tried with each answer by itself.
 */
export async function walkFields(
  schema: z.ZodType,
  record: object,
  places: Places,
  draw: (record: unknown) => Promise<void>,
): Promise<void> {
  const paths = getPaths(schema);
  expect(Object.keys(places).toSorted()).toEqual(paths.toSorted());
  const values = paths.map((path) => valueAt(record, path));
  expect(paths.filter((_path, index) => values[index] === undefined || values[index] === null)).toEqual([]);
  const texts = values.filter((value) => typeof value !== 'boolean').map((value) => JSON.stringify(value));
  expect(new Set(texts).size).toBe(texts.length);
  const yesOrNo = paths.filter((_path, index) => typeof values[index] === 'boolean');
  expect(paths.filter((path) => places[path]?.no !== undefined)).toEqual(yesOrNo);

  const drawn = [record, ...yesOrNo.map((only) => answering(record, (path) => path === only))];
  for (const one of drawn) {
    await draw(one);
    const read = Object.entries(places).map(([path, place]): [string, string] => [path, place.read()]);
    expect(Object.fromEntries(read)).toEqual(expected(places, one));
  }
}
