import { create } from 'zustand';
import type { QueueCondition, SyncStatus } from '#shared/outbox/outbox.ts';
import { call, on } from '../bridge.ts';

interface SyncStore {
  status: SyncStatus | null;
  adopt: (status: SyncStatus) => void;
}

export const useSync = create<SyncStore>((set) => ({
  status: null,
  // A condition that still holds stays the same object, so that what shows it alone is not drawn again for each answer.
  adopt: (status) =>
    set(({ status: before }) =>
      before !== null && JSON.stringify(before.condition) === JSON.stringify(status.condition)
        ? { status: { ...status, condition: before.condition } }
        : { status },
    ),
}));

/** Takes the status that a call handed back, without waiting for the event. */
export function adoptSync(status: SyncStatus): void {
  useSync.getState().adopt(status);
}

const connecting: QueueCondition = { kind: 'connecting' };

export const useCondition = (): QueueCondition => useSync((store) => store.status?.condition ?? connecting);

/** Whether no answer can be expected now: the network is gone, or the person works offline. */
export function useOffline(): boolean {
  const { kind } = useCondition();
  return kind === 'offline' || kind === 'working_offline';
}

/** Asks once and follows the events; returns the function that stops it. */
export function followSync(): () => void {
  let heard = false;
  const stop = on('sync.changed', (status) => {
    heard = true;
    useSync.getState().adopt(status);
  });
  void call('outbox.status', null).then((result) => {
    if (result.ok && !heard) useSync.getState().adopt(result.value);
  });
  return stop;
}
