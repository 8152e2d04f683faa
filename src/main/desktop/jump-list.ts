import { toPlace, type AppPlace } from '#shared/settings/place.ts';

/** The tasks of the app's icon: the dock's menu on macOS, the taskbar's list on Windows. */
export const jumpListTasks: readonly { id: string; label: string; place: AppPlace }[] = [
  { id: 'invite', label: 'Invite a vendor', place: toPlace('invites', 'new') },
  { id: 'look-up', label: 'Look up vendors', place: toPlace('vendors', 'look-up') },
  { id: 'outbox', label: 'Open the outbox', place: toPlace('outbox') },
];

const prefix = '--show=';

/** A task's word on the command line. */
export function taskWord(id: string): string {
  return `${prefix}${id}`;
}

/** The place of a command line's task; null without a known one. */
export function parseJumpListArg(words: readonly string[]): AppPlace | null {
  const id = words.find((word) => word.startsWith(prefix))?.slice(prefix.length);
  return jumpListTasks.find((task) => task.id === id)?.place ?? null;
}
