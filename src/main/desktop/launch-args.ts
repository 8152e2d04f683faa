import { findDeepLink, targetOfLink } from '#shared/service/app-link.ts';
import type { WindowRequest } from '#shared/ipc/desktop.ts';
import { toPlace, type AppPlace } from '#shared/settings/place.ts';

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

/** The tasks of the app's icon: the dock's menu on macOS, the taskbar's list on Windows. */
export const jumpListTasks: readonly { id: string; label: string; place: AppPlace }[] = [
  { id: 'invite', label: 'Invite a vendor', place: toPlace('invites', 'new') },
  { id: 'look-up', label: 'Look up vendors', place: toPlace('vendors', 'look-up') },
  { id: 'outbox', label: 'Open the outbox', place: toPlace('outbox') },
];

const prefix = '--show=';

/** A task's word on the command line. */
export const taskWord = (id: string): string => `${prefix}${id}`;

/** The place of a command line's task; null without a known one. */
export function parseJumpListArg(words: readonly string[]): AppPlace | null {
  const id = words.find((word) => word.startsWith(prefix))?.slice(prefix.length);
  return jumpListTasks.find((task) => task.id === id)?.place ?? null;
}
