import { findDeepLink, targetOfLink } from '#shared/service/app-link.ts';
import type { WindowRequest } from '#shared/ipc/desktop.ts';
import { parseJumpListArg } from './jump-list.ts';

/** What a start of the app is asked to show by its command line, and whether a link in it could not be read. */
export interface LaunchRequest {
  request: WindowRequest | null;
  unreadable: boolean;
}

/** What a link from outside asks for. A link that is not whole and plain asks for nothing. */
export function parseDeepLink(link: string): LaunchRequest {
  const target = targetOfLink(link);
  return target === null
    ? { request: null, unreadable: true }
    : { request: { kind: 'link', target }, unreadable: false };
}

/** Reads a command line, of this start or of a second one. A link counts before a task; all other words are passed over. */
export function parseLaunchArgs(words: readonly string[]): LaunchRequest {
  const link = findDeepLink(words);
  if (link !== null) return parseDeepLink(link);
  const place = parseJumpListArg(words);
  return { request: place === null ? null : { kind: 'place', place }, unreadable: false };
}
