import type { DelayedGroup } from '#shared/outbox/outbox.ts';
import { undoneDelayedMessage } from '#shared/words/undo-messages.ts';
import { call } from '../bridge.ts';
import { act } from './undo-registry.ts';
import { useNow } from '../time.ts';
import { useSync } from './sync.ts';
import { useToasts } from './toasts.ts';
import { undoStep, useUndo } from './undo.ts';

const nothing: readonly DelayedGroup[] = [];

/** Groups that can still be undone, by when they are sent; the next first. */
export function useDelayed(): readonly DelayedGroup[] {
  const delayed = useSync((store) => store.status?.delayed ?? nothing);
  const now = useNow('second');
  return delayed.filter(({ until }) => until > now);
}

/** The group that is sent at this time; null once it is sent. */
export const useDelayedGroup = (until: number): DelayedGroup | null =>
  useDelayed().find((group) => group.until === until) ?? null;

export async function sendDelayed(until: number): Promise<void> {
  const result = await act('outbox.sendDelayed', { until });
  if (!result.ok) useToasts.getState().show({ text: `Still waiting. ${result.error.message}` });
}

/** Undoes the group of this time and reports the outcome. */
export async function undoDelayed(until: number): Promise<void> {
  // A group queued in this window is undone as its own step.
  const toast = useToasts.getState().toasts.find((one) => one.until === until && one.step !== null);
  if (toast?.step != null && useUndo.getState().steps.some(({ id }) => id === toast.step)) {
    await undoStep(toast.step);
    return;
  }
  const result = await call('outbox.undoDelayed', { until });
  useToasts.getState().show({
    text: result.ok ? undoneDelayedMessage(result.value) : `Nothing was undone. ${result.error.message}`,
  });
}
