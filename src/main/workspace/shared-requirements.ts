import { readFileSync } from 'node:fs';
import { type RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { readSetFile } from '#shared/onboarding/set-file.ts';

/** Requirement sets that an administrator laid down for every seat; they can be read here and not changed. */
export interface SharedRequirements {
  sets: readonly RequirementSet[];
  /** Why the file that is there is not used, in sentences; null where all is well, or no file is there. */
  problem: string | null;
}

export const noSharedRequirements: SharedRequirements = { sets: [], problem: null };

/** Reads the file of an administrator. One with anything wrong in it is left out whole, so that never a part of the rules holds. */
export function readSharedRequirements(file: string): SharedRequirements {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOENT' || code === 'ENOTDIR') return noSharedRequirements;
    return { sets: [], problem: `The file cannot be opened (${code}).` };
  }
  const reading = readSetFile(text);
  return reading.ok
    ? { sets: reading.sets, problem: null }
    : { sets: [], problem: reading.problems.join(' ') };
}
