import { z } from 'zod';
import { ownMemberAt } from '../base/own-member.ts';
import { parseExactJson } from '../service/answer-json.ts';
import { maxRequirements, requirementSets, type RequirementSet } from './requirement-set.ts';
import { findSetProblems, tooManyRequirements } from './set-problems.ts';

export const setFileName = 'gangway-requirements.json';
/** A later version may mean rules that this one does not know. */
const version = 1;
export const maxSetFile = 2 * 1024 * 1024;
const maxProblems = 5;

const header = z.looseObject({ gangwayRequirements: z.number() });
const parts = z.object({ sets: z.array(z.object({ requirements: z.array(z.unknown()) })) });
const setFile = z.strictObject({ gangwayRequirements: z.literal(version), sets: requirementSets });

export type SetFileReading = { ok: true; sets: RequirementSet[] } | { ok: false; problems: string[] };

export const writeSetFile = (sets: readonly RequirementSet[]): string =>
  `${JSON.stringify({ gangwayRequirements: version, sets }, null, 2)}\n`;

export function readSetFile(text: string): SetFileReading {
  if (text.length > maxSetFile) return unusable('The file is too large.');
  const json = parseExactJson(text.replace(/^\uFEFF/, ''));
  if (json === undefined) return unusable('The file is not JSON. It may be incomplete.');
  const head = header.safeParse(json);
  if (!head.success) return unusable('The file has no requirement sets.');
  if (head.data.gangwayRequirements > version) {
    return unusable('A newer Gangway wrote these requirement sets. Update Gangway to use them.');
  }
  // Checked before the schema reads every value.
  const total = parts.safeParse(json).data?.sets.reduce((sum, one) => sum + one.requirements.length, 0) ?? 0;
  if (total > maxRequirements) return unusable(tooManyRequirements(total));
  const file = setFile.safeParse(json);
  if (!file.success) {
    return unusable(...file.error.issues.slice(0, maxProblems).map((issue) => toSentence(issue, json)));
  }
  const problems = findSetProblems(file.data.sets, null).map(({ setId, requirementId, sentence }) => {
    const set = file.data.sets.find(({ id }) => id === setId);
    const requirement = set?.requirements.find(({ id }) => id === requirementId);
    return `${[set?.name, requirement?.name].filter((name) => name !== undefined).join(', ')}: ${sentence}`;
  });
  return problems.length === 0 ? { ok: true, sets: file.data.sets } : unusable(...problems);
}

const unusable = (...problems: string[]): SetFileReading => ({
  ok: false,
  problems: problems.slice(0, maxProblems),
});

const named = z.looseObject({ name: z.string().max(200) });

function toSentence({ path }: z.core.$ZodIssue, json: unknown): string {
  const keys = path.map((step) => (typeof step === 'number' ? step : String(step)));
  const steps = keys.map((key, at) => {
    const { data } = named.safeParse(ownMemberAt(json, keys.slice(0, at + 1)));
    return data?.name ?? (typeof key === 'number' ? `number ${key + 1}` : key);
  });
  return `${steps.length === 0 ? 'The file' : steps.join(', ')} isn’t what Gangway expects.`;
}
