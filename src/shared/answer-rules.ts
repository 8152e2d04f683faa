import type { AnswerRule } from './settings.ts';
import { parseAnswer } from './service/answer-json.ts';

const maxPattern = 1000;
const maxDepth = 3;
const maxMembers = 20;

/**
 * The form of an answer: its status and members, with words, yes and no and small numbers as they came, and without IDs, dates and
 * free numbers, which differ in each answer. Null where it is no JSON object, or too much for a rule.
 */
export function answerPattern(status: number, body: string): string | null {
  const json = parseAnswer(body);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null;
  const pattern = `${status} ${JSON.stringify(getForm(json, 0))}`;
  return pattern.length > maxPattern ? null : pattern;
}

function getForm(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > 120 || /\d/.test(value) ? '…' : value;
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 1000 ? value : '…';
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  if (depth === maxDepth || members.length > maxMembers) return '…';
  if (Array.isArray(value)) return value.map((item: unknown) => getForm(item, depth + 1));
  const sorted = members.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([name, inner]: [string, unknown]) => [name, getForm(inner, depth + 1)]),
  );
}

/** What the person's rules say of an answer; null where no rule is about it. */
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
