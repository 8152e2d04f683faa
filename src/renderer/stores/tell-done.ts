import type { EntryDecision, EntryKind } from '#shared/outbox/outbox.ts';
import { decidedMessage, entryNouns, undoneMessage } from '#shared/words/undo-messages.ts';
import { call } from '../bridge.ts';
import { useToasts } from './toasts.ts';
import { pushUndo } from './undo.ts';

/**
 * Tells that something was done, with a way to undo it: in the toast, and as the last step of the undo stack.
 * @param undo undoes what it can and says what came of it; null where nothing can be undone
 * @returns the step of the undo stack, or null
 */
export function tellDone(
  text: string,
  undo: (() => Promise<string>) | null,
  { until = null, about = null }: { until?: number | null; about?: string | null } = {},
): number | null {
  const step = undo === null ? null : pushUndo(text, undo, about);
  useToasts.getState().show(step === null ? { text } : { text, step, until });
  return step;
}

/** Undoes what was done with entries; says what came of it. */
export async function undoEntries(
  entryIds: readonly string[],
  what: EntryDecision | 'enqueued',
  nouns: { one: string; many: string },
): Promise<string> {
  const result = await call('outbox.undo', { entryIds: [...entryIds], what });
  if (!result.ok) return `Nothing was undone. ${result.error.message}`;
  const { undone, sending, changed } = result.value;
  return undoneMessage(what, { undone: undone.length, sending, changed }, nouns);
}

/** Tells what a person decided on entries of one kind, with a way to undo it. */
export function tellDecided(
  decision: EntryDecision,
  kind: EntryKind,
  entryIds: readonly string[],
  until: number | null = null,
): void {
  tellDone(
    decidedMessage(decision, kind, entryIds.length),
    entryIds.length === 0 ? null : () => undoEntries(entryIds, decision, entryNouns(kind)),
    { until },
  );
}
