import { z } from 'zod';
import { isLoopbackHost } from '../base/base-url.ts';

export const updateFailure = z.enum([
  'unreachable',
  'refused',
  /** The address has no list of updates for this system. */
  'no_list',
  'unreadable',
  /** The download does not match the list. */
  'damaged',
  /** The download is not signed as this app is. */
  'not_trusted',
  /** The disk is full, or the folder is not writable. */
  'no_room',
  'unknown',
]);
export type UpdateFailure = z.infer<typeof updateFailure>;

/** Each wins over those after it. */
export const feedOrigin = z.enum(['policy', 'environment', 'settings']);
export type FeedOrigin = z.infer<typeof feedOrigin>;

export const updatesOff = z.enum([
  'not_set',
  'switched_off',
  'bad_address',
  'bad_policy',
  /** This copy cannot replace itself. */
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

type NewVersion = Extract<UpdateState, { kind: 'available' | 'ready' }>;
export const newVersionTitle = ({ kind, version }: NewVersion): string => `Version ${version} is ${kind}.`;

export const updateStatus = z.object({
  state: updateState,
  feed: z.object({ address: z.string(), from: feedOrigin }).nullable(),
  nextCheckAt: instant.nullable(),
});
export type UpdateStatus = z.infer<typeof updateStatus>;

/** Why this cannot be the update address, as a sentence; null where it can. Https only, http for this computer. */
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
