import type { CallName, EventName } from './contract.ts';

/** The channel of a call or an event between the main process and a window. */
export function getChannel(name: CallName | EventName): string {
  return `gangway:${name}`;
}
