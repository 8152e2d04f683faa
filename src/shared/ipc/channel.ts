import type { CallName, EventName } from './contract.ts';

export const getChannel = (name: CallName | EventName): string => `gangway:${name}`;
