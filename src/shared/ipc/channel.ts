import type { CallName, EventName } from './contract.ts';

export function getChannel(name: CallName | EventName): string {
  return `gangway:${name}`;
}
