import pLimit from 'p-limit';
import { create } from 'zustand';
import { navigate, useNavigation, writeHash, type Route } from './navigation.ts';
import { useToasts } from './toasts.ts';
import type { EntryDecision, EntryKind } from '#shared/outbox/outbox.ts';
import { decidedMessage, entryNouns, undoneMessage } from '#shared/words/undo-messages.ts';
import { call } from '../bridge.ts';

interface UndoStep {
  kind: 'step';
  id: number;
  text: string;
  place: Route;
  /** What it was done to, where a screen offers to undo just that. */
  about: string | null;
  /** Undoes what it can and returns a sentence about the outcome. */
  take: () => Promise<string>;
}

/** One thing that the person did and nobody can undo: nothing that was done before it is undone in its place. */
interface Barrier {
  kind: 'barrier';
  id: number;
  why: string;
}

/** So many steps can be undone one after the other. */
const maxSteps = 100;
const none = 'There is nothing to undo.';

let lastId = 0;
/** Undoes one step at a time. */
const mutex = pLimit(1);

/** The undo stack of the open workspace. */
export const useUndo = create<{ steps: readonly (UndoStep | Barrier)[] }>(() => ({ steps: [] }));

/** Puts a step on top of the stack; returns its id. */
export function pushUndo(text: string, take: () => Promise<string>, about: string | null = null): number {
  const { route: place } = useNavigation.getState();
  return push({ kind: 'step', id: 0, text, place, about, take });
}

/** Notes that something was done that cannot be undone; `why` says so in a sentence. */
export function pushBarrier(why: string): void {
  push({ kind: 'barrier', id: 0, why });
}

function push(done: UndoStep | Barrier): number {
  lastId += 1;
  const last = { ...done, id: lastId };
  useUndo.setState(({ steps }) => ({ steps: [...steps, last].slice(-maxSteps) }));
  return lastId;
}

/** Takes a step off the stack that was undone otherwise, or that nobody can undo any more. */
function dropUndo(id: number): void {
  useUndo.setState(({ steps }) => ({ steps: steps.filter((step) => step.id !== id) }));
  useToasts.getState().forget(id);
}

/** Undoes one step and says what came of it; nothing where it was undone before. */
export function undoStep(id: number): Promise<void> {
  const step = useUndo.getState().steps.find((one) => one.id === id);
  if (step?.kind !== 'step') return Promise.resolve();
  return take(step, (said) => said);
}

function take(step: UndoStep, toText: (said: string) => string): Promise<void> {
  dropUndo(step.id);
  return mutex(async () => {
    useToasts.getState().show({ text: toText(await step.take()), icon: 'undo' });
  });
}

/** Undoes what was done last, by name, and leads to where it was done; nothing older where that cannot be undone. */
export function undoLast(): Promise<void> {
  const last = useUndo.getState().steps.at(-1);
  if (last?.kind === 'step') {
    const { route } = useNavigation.getState();
    if (writeHash({ ...route, query: {} }) !== writeHash({ ...last.place, query: {} })) navigate(last.place);
    return take(last, (said) => `${last.text}: ${said}`);
  }
  useToasts.getState().show({
    text: last === undefined ? none : `${last.why} This can’t be undone.`,
    icon: 'note',
  });
  return Promise.resolve();
}

/** The step that was done last to this; null where there is none. */
export function stepAbout(about: string): UndoStep | null {
  const steps = useUndo.getState().steps.filter((step) => step.kind === 'step');
  return steps.findLast((step) => step.about === about) ?? null;
}

/** Forgets every step of a workspace that is no longer open. */
export function forgetUndo(): void {
  for (const { id } of useUndo.getState().steps) dropUndo(id);
}

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

/** Tells what was done with entries of one kind, with a way to undo it. */
export function tellEntries(
  text: string,
  kind: EntryKind,
  entryIds: readonly string[],
  what: EntryDecision | 'enqueued',
  until: number | null = null,
): void {
  const undo = () => undoEntries(entryIds, what, entryNouns(kind));
  tellDone(text, entryIds.length === 0 ? null : undo, { until });
}

/** The same of what a person decided on them. */
export const tellDecided = (
  decision: EntryDecision,
  kind: EntryKind,
  entryIds: readonly string[],
  until: number | null = null,
): void => tellEntries(decidedMessage(decision, kind, entryIds.length), kind, entryIds, decision, until);
