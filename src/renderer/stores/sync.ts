import { create } from 'zustand';
import type { QueueCondition, SyncStatus } from '#shared/outbox/outbox.ts';
import { call, on } from '../bridge.ts';

export const useSync = create<{ status: SyncStatus | null }>(() => ({ status: null }));

/** Takes a status, also one that a call handed back, without waiting for the event. */
export function adoptSync(status: SyncStatus): void {
  const condition = useSync.getState().status?.condition;
  // A condition that still holds stays the same object, so that what shows it alone is not drawn again for each answer.
  const holds = JSON.stringify(condition) === JSON.stringify(status.condition);
  useSync.setState({ status: holds && condition !== undefined ? { ...status, condition } : status });
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
    adoptSync(status);
  });
  void call('outbox.status', null).then((result) => {
    if (result.ok && !heard) adoptSync(result.value);
  });
  return stop;
}
