import { readFileSync } from 'node:fs';
import { readInterfaceFile } from '#shared/settings/interface-file.ts';
import type { ServiceInterfaceChange } from '#shared/settings/settings.ts';

/** What the administrator of this computer settled of a service's interface (docs/decisions/settings.md). */
export interface InterfacePolicy {
  /** They win over the workspace's own. */
  settings: ServiceInterfaceChange;
  /** Why the file that is there is not used, in a sentence; null where all is well, or no file is there. */
  problem: string | null;
}

/** Nothing is settled. */
export const noInterfacePolicy: InterfacePolicy = { settings: {}, problem: null };

/** Reads the policy for `baseUrl`. A file with any error is ignored as a whole. */
export function readInterfacePolicy(file: string, baseUrl: string): InterfacePolicy {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOENT' || code === 'ENOTDIR') return noInterfacePolicy;
    return { settings: {}, problem: `The file cannot be opened (${code}).` };
  }
  const reading = readInterfaceFile(text);
  if (!reading.ok) return { settings: {}, problem: reading.problems.join(' ') };
  const { baseUrl: only, members } = reading.file;
  return only === null || only === baseUrl ? { settings: members, problem: null } : noInterfacePolicy;
}
