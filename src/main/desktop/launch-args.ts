import { findDeepLink, targetOfLink } from '#shared/service/app-link.ts';
import type { WindowRequest } from '#shared/ipc/desktop.ts';
import { parseJumpListArg } from './jump-list.ts';

/** What a command line or link asks for, and whether a link could not be read. */
export interface LaunchRequest {
  request: WindowRequest | null;
  unreadable: boolean;
}

export function parseDeepLink(link: string): LaunchRequest {
  const target = targetOfLink(link);
  return target === null
    ? { request: null, unreadable: true }
    : { request: { kind: 'link', target }, unreadable: false };
}

/** Reads the command line of this start or a second one. A link goes before a task. */
export function parseLaunchArgs(words: readonly string[]): LaunchRequest {
  const link = findDeepLink(words);
  if (link !== null) return parseDeepLink(link);
  const place = parseJumpListArg(words);
  return { request: place === null ? null : { kind: 'place', place }, unreadable: false };
}
