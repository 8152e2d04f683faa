import { events, type EventName } from '#shared/ipc/contract.ts';

export const eventNames = Object.keys(events).filter((name): name is EventName => name in events);
