import type { DelayedGroup } from '#shared/outbox/outbox.ts';
import { undoneDelayedMessage } from '#shared/words/undo-messages.ts';
import { call } from '../bridge.ts';
import { act } from './undo-registry.ts';
import { useNow } from './now.ts';
import { useSync } from './sync.ts';
import { useToasts } from './toasts.ts';
import { undoStep, useUndo } from './undo.ts';

const nothing: readonly DelayedGroup[] = [];

/** What waits now so that it can be undone, by when it goes out; the next first. */
export function useDelayed(): readonly DelayedGroup[] {
  const delayed = useSync((store) => store.status?.delayed ?? nothing);
  const now = useNow('second');
  return delayed.filter(({ until }) => until > now);
}

/** What waits until this time; null where it waits no more. */
export function useDelayedGroup(until: number): DelayedGroup | null {
  return useDelayed().find((group) => group.until === until) ?? null;
}

/** Lets what waits until this time go now. */
export async function sendDelayed(until: number): Promise<void> {
  const result = await act('outbox.sendDelayed', { until });
  if (!result.ok) useToasts.getState().show({ text: `Still waiting. ${result.error.message}` });
}

/** Undoes all that waits until this time and says what came of it. */
export async function undoDelayed(until: number): Promise<void> {
  // Where it was done in this window, it is undone as the step that it was.
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
