import { feedAddressProblem, type FeedOrigin, type UpdatesOff } from '#shared/settings/updates.ts';
import type { Policy } from './policy.ts';

export type FeedChoice =
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
