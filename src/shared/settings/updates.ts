import { z } from 'zod';
import { isLoopbackHost } from '../base/base-url.ts';

/** Why checking for, fetching or installing an update failed. */
export const updateFailure = z.enum([
  'unreachable',
  /** The update service answered that it does not hand this out. */
  'refused',
  /** The address has no list of updates for this system. */
  'no_list',
  'unreadable',
  /** What was fetched is not what the list announced. */
  'damaged',
  /** What was fetched is not signed as this app is. */
  'not_trusted',
  /** The disk is full, or the folder cannot be written to. */
  'no_room',
  'unknown',
]);
export type UpdateFailure = z.infer<typeof updateFailure>;

/** Where the address of the updates comes from; each wins over those after it. */
export const feedOrigin = z.enum(['policy', 'environment', 'settings']);
export type FeedOrigin = z.infer<typeof feedOrigin>;

/** Why Gangway does not check for updates. */
export const updatesOff = z.enum([
  'not_set',
  'switched_off',
  /** The address that the administrator named cannot be used. */
  'bad_address',
  /** The policy file is there and cannot be read. */
  'bad_policy',
  /** This copy was not installed in a way that can replace itself. */
  'not_here',
]);
export type UpdatesOff = z.infer<typeof updatesOff>;

const instant = z.number();
const version = z.string();

const updateState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off'), reason: updatesOff }),
  z.object({ kind: z.literal('not_checked') }),
  z.object({ kind: z.literal('checking') }),
  z.object({ kind: z.literal('up_to_date'), at: instant }),
  z.object({ kind: z.literal('available'), version }),
  z.object({ kind: z.literal('downloading'), version, percent: z.number().int().min(0).max(100) }),
  z.object({ kind: z.literal('ready'), version }),
  z.object({ kind: z.literal('check_failed'), failure: updateFailure, at: instant }),
  z.object({ kind: z.literal('download_failed'), failure: updateFailure, at: instant, version }),
]);
export type UpdateState = z.infer<typeof updateState>;

/** Names a newer version that waits for the person, in one sentence. */
export function newVersionTitle({
  kind,
  version,
}: Extract<UpdateState, { kind: 'available' | 'ready' }>): string {
  return `Version ${version} is ${kind}.`;
}

export const updateStatus = z.object({
  state: updateState,
  feed: z.object({ address: z.string(), from: feedOrigin }).nullable(),
  /** When Gangway looks by itself again, wall time; null where it does not. */
  nextCheckAt: instant.nullable(),
});
export type UpdateStatus = z.infer<typeof updateStatus>;

/** Why an address cannot be the update address, as a sentence; null where it can. Https only, http for this computer alone. */
export function feedAddressProblem(address: string): string | null {
  const text = address.trim();
  if (!URL.canParse(text)) return 'Enter the whole address, beginning with https://.';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    return 'Leave the user name and password out of the address.';
  }
  if (url.search !== '' || url.hash !== '') return 'Leave out everything from the ? or # on.';
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:' && isLoopbackHost(url.hostname)) return null;
  return 'Updates come over https only. Enter an address that begins with https://.';
}
