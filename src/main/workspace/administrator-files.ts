import { readFileSync } from 'node:fs';
import type { RequirementSet } from '#shared/onboarding/requirement-set.ts';
import { readSetFile } from '#shared/onboarding/set-file.ts';
import { readInterfaceFile } from '#shared/settings/interface-file.ts';
import type { ServiceInterfaceChange } from '#shared/settings/settings.ts';
import { readTeamFile, type TeamFile } from '#shared/team/connection.ts';

/** Settings of the service's interface that the administrator of this computer made (docs/decisions/settings.md). */
export interface InterfacePolicy {
  /** They win over the workspace's own. */
  settings: ServiceInterfaceChange;
  /** Why the file is not used; null where it is, or where there is none. */
  problem: string | null;
}

export const noInterfacePolicy: InterfacePolicy = { settings: {}, problem: null };

/** Requirement sets that an administrator made for every seat; read-only here. */
export interface SharedRequirements {
  sets: readonly RequirementSet[];
  /** As in {@link InterfacePolicy}. */
  problem: string | null;
}

export const noSharedRequirements: SharedRequirements = { sets: [], problem: null };

/** Reads the policy for `baseUrl`. A file with any error is ignored as a whole. */
export function readInterfacePolicy(file: string, baseUrl: string): InterfacePolicy {
  const { text, problem } = readFile(file);
  if (text === null) return { settings: {}, problem };
  const reading = readInterfaceFile(text);
  if (!reading.ok) return { settings: {}, problem: reading.problems.join(' ') };
  const { baseUrl: only, members } = reading.file;
  return only === null || only === baseUrl ? { settings: members, problem: null } : noInterfacePolicy;
}

/** Reads the shared sets. A file with any error is ignored as a whole, so that the rules never apply in part. */
export function readSharedRequirements(file: string): SharedRequirements {
  const { text, problem } = readFile(file);
  if (text === null) return { sets: [], problem };
  const reading = readSetFile(text);
  return reading.ok
    ? { sets: reading.sets, problem: null }
    : { sets: [], problem: reading.problems.join(' ') };
}

/** Reads where the company's team is, for whoever joins it here; null without a file that can be read. */
export function readGivenTeam(file: string): TeamFile | null {
  const { text } = readFile(file);
  return text === null ? null : readTeamFile(text);
}

function readFile(file: string): { text: string | null; problem: string | null } {
  try {
    return { text: readFileSync(file, 'utf8'), problem: null };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const absent = code === 'ENOENT' || code === 'ENOTDIR';
    return { text: null, problem: absent ? null : `The file cannot be opened (${code}).` };
  }
}
