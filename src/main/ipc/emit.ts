import type { EventName, EventPayload } from '#shared/ipc/contract.ts';

/** Tells the screens something of the contract. */
export type Emit = <N extends EventName>(name: N, payload: EventPayload<N>) => void;
