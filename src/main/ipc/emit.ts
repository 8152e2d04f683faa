import type { EventName, EventPayload } from '#shared/ipc/contract.ts';

export type Emit = <N extends EventName>(name: N, payload: EventPayload<N>) => void;
