import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { feedAddressProblem, type FeedOrigin, type UpdatesOff } from '#shared/settings/updates.ts';
import { readJson } from '#shared/base/read-json.ts';

/** The administrator's policy. `feed` is undefined where not set, null where updates are off. */
export type Policy = { kind: 'read'; feed: string | null | undefined } | { kind: 'unreadable' };

const policyFile = z.looseObject({
  updates: z.looseObject({ feed: z.string().nullable().optional() }).optional(),
});

/**
 * A path where only an administrator can write. Not from the environment, such as ProgramFiles, which whoever starts the app
 * can set; and not Gangway's own folder, which belongs to the person in an installation for one person.
 */
function administratorsPath(platform: NodeJS.Platform, name: string): string {
  if (platform === 'win32') return `C:\\Program Files\\Gangway Policy\\${name}`;
  return platform === 'darwin' ? `/Library/Application Support/Gangway/${name}` : `/etc/gangway/${name}`;
}

export const policyPath = (platform: NodeJS.Platform): string => administratorsPath(platform, 'policy.json');

/** The files beside the policy for every person on this computer, in every host. */
export const administratorFiles = (platform: NodeJS.Platform) => ({
  interfacePolicyFile: administratorsPath(platform, 'service-interface.json'),
  requirementsFile: administratorsPath(platform, 'requirements.json'),
  teamFile: administratorsPath(platform, 'team.json'),
});

/** Reads the policy. An unreadable file is not the same as none. */
export function readPolicy(file: string): Policy {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const none =
      error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code));
    return none ? { kind: 'read', feed: undefined } : { kind: 'unreadable' };
  }
  const policy = readJson(text.replace(/^\uFEFF/, ''), policyFile);
  return policy === null ? { kind: 'unreadable' } : { kind: 'read', feed: policy.value.updates?.feed };
}

type FeedChoice =
  | { kind: 'feed'; address: string; from: FeedOrigin }
  | { kind: 'off'; reason: UpdatesOff; from: FeedOrigin | null };

/** Chooses the update address: policy, then environment, then setting. An unusable policy means none. */
export function chooseFeed(
  policy: Policy,
  environment: string | undefined,
  setting: string | null,
): FeedChoice {
  if (policy.kind === 'unreadable') return { kind: 'off', reason: 'bad_policy', from: 'policy' };
  if (policy.feed === null) return { kind: 'off', reason: 'switched_off', from: 'policy' };
  if (policy.feed !== undefined) return usable(policy.feed, 'policy');
  if (environment !== undefined && environment.trim() !== '') return usable(environment, 'environment');
  if (setting !== null) return usable(setting, 'settings');
  return { kind: 'off', reason: 'not_set', from: null };
}

function usable(address: string, from: FeedOrigin): FeedChoice {
  if (feedAddressProblem(address) !== null) return { kind: 'off', reason: 'bad_address', from };
  return { kind: 'feed', address: tidyFeed(address), from };
}

function tidyFeed(address: string): string {
  const { href } = new URL(address.trim());
  return href.endsWith('/') ? href : `${href}/`;
}
