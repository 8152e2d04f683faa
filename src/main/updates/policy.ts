import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** What the administrator of this computer laid down. `feed` is undefined where nothing is said, null where updates are off. */
export type Policy = { kind: 'read'; feed: string | null | undefined } | { kind: 'unreadable' };

const policyFile = z.looseObject({
  updates: z.looseObject({ feed: z.string().nullable().optional() }).optional(),
});

/**
 * Where an administrator, and nobody else, can lay a file down on that system. Each path is written out: a variable of
 * the environment, such as Windows's ProgramFiles, could be set by whoever starts the app. Gangway's own folder would not
 * do, since an installation for one person belongs to that person.
 */
function administratorsPath(platform: NodeJS.Platform, name: string): string {
  switch (platform) {
    case 'win32':
      return `C:\\Program Files\\Gangway Policy\\${name}`;
    case 'darwin':
      return `/Library/Application Support/Gangway/${name}`;
    default:
      return `/etc/gangway/${name}`;
  }
}

/** Where the policy lies. */
export function policyPath(platform: NodeJS.Platform): string {
  return administratorsPath(platform, 'policy.json');
}

/** The files beside the policy that hold for every person on this computer, whichever host they use. */
export interface AdministratorFiles {
  interfacePolicyFile: string;
  requirementsFile: string;
}

/** Where these files lie. */
export function administratorFiles(platform: NodeJS.Platform): AdministratorFiles {
  return {
    interfacePolicyFile: administratorsPath(platform, 'service-interface.json'),
    requirementsFile: administratorsPath(platform, 'requirements.json'),
  };
}

/** Reads the policy. A file that is there and cannot be understood is told apart from none: it must not be as if nothing was laid down. */
export function readPolicy(file: string): Policy {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const none =
      error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code));
    return none ? { kind: 'read', feed: undefined } : { kind: 'unreadable' };
  }
  try {
    const policy = policyFile.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')));
    return policy.success ? { kind: 'read', feed: policy.data.updates?.feed } : { kind: 'unreadable' };
  } catch {
    return { kind: 'unreadable' };
  }
}
