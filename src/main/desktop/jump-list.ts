import { toPlace, type AppPlace } from '#shared/settings/place.ts';

/** What can be begun from the app's icon: the dock's menu on macOS, the taskbar's list on Windows. */
export const jumpListTasks: readonly { id: string; label: string; place: AppPlace }[] = [
  { id: 'invite', label: 'Invite a vendor', place: toPlace('invites', 'new') },
  { id: 'look-up', label: 'Look up vendors', place: toPlace('vendors', 'look-up') },
  { id: 'outbox', label: 'Open the outbox', place: toPlace('outbox') },
];

const prefix = '--show=';

/** The word of a command line that stands for a task. */
export function taskWord(id: string): string {
  return `${prefix}${id}`;
}

/** The place of the task that a command line names; null where it names none that is known. */
export function parseJumpListArg(words: readonly string[]): AppPlace | null {
  const id = words.find((word) => word.startsWith(prefix))?.slice(prefix.length);
  return jumpListTasks.find((task) => task.id === id)?.place ?? null;
}
