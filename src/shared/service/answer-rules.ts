import type { AnswerRule } from '../settings/settings.ts';
import { parseAnswer } from './answer-json.ts';

const maxPattern = 1000;

/** The shape of an answer without IDs, dates and free numbers. Null for other text than JSON, and for too many members. */
export function answerPattern(status: number, body: string): string | null {
  const json = parseAnswer(body);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null;
  const pattern = `${status} ${JSON.stringify(getForm(json))}`;
  return pattern.length > maxPattern ? null : pattern;
}

function getForm(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\S+/g, (word) => (word.length > 40 || /\d/.test(word) ? '…' : word));
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 1000 ? value : '…';
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(getForm);
  const sorted = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, inner]: [string, unknown]) => [name, getForm(inner)]));
}

export function findRule(
  rules: readonly AnswerRule[],
  conclusion: AnswerRule['conclusion'],
  status: number,
  body: string,
): AnswerRule['treatAs'] | null {
  const own = rules.filter((rule) => rule.conclusion === conclusion);
  if (own.length === 0) return null;
  const pattern = answerPattern(status, body);
  return own.find((rule) => rule.pattern === pattern)?.treatAs ?? null;
}
