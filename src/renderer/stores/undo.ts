import pLimit from 'p-limit';
import { create } from 'zustand';
import { useToasts } from './toasts.ts';

/** One thing that the person did and can undo. */
export interface UndoStep {
  id: number;
  /** What it was done to, where a screen offers to undo just that. */
  about: string | null;
  /** Undoes what it can and says in a sentence what came of it. */
  take: () => Promise<string>;
}

interface UndoStack {
  /** Done last stands last. */
  steps: readonly UndoStep[];
}

/** So many steps can be undone one after the other. */
const maxSteps = 100;
const none = 'There is nothing to undo.';

let lastId = 0;
/** What is undone is undone one after the other, as it was done. */
const mutex = pLimit(1);

/** What the person did in the open workspace and can undo, wherever they are by now. */
export const useUndo = create<UndoStack>(() => ({ steps: [] }));

/** Puts a step on top of the stack; returns its id. */
export function pushUndo(take: () => Promise<string>, about: string | null = null): number {
  lastId += 1;
  const step = { id: lastId, about, take };
  useUndo.setState(({ steps }) => ({ steps: [...steps, step].slice(-maxSteps) }));
  return step.id;
}

/** Takes a step off the stack that was undone otherwise, or that nobody can undo any more. */
function dropUndo(id: number): void {
  useUndo.setState(({ steps }) => ({ steps: steps.filter((step) => step.id !== id) }));
  useToasts.getState().forget(id);
}

/** Undoes one step and says what came of it; nothing where it was undone before. */
export function undoStep(id: number): Promise<void> {
  const step = useUndo.getState().steps.find((one) => one.id === id);
  if (step === undefined) return Promise.resolve();
  dropUndo(id);
  return mutex(async () => {
    useToasts.getState().show({ text: await step.take() });
  });
}

/** Undoes what was done last. */
export function undoLast(): Promise<void> {
  const last = useUndo.getState().steps.at(-1);
  if (last !== undefined) return undoStep(last.id);
  useToasts.getState().show({ text: none });
  return Promise.resolve();
}

/** The step that was done last to this; null where there is none. */
export function stepAbout(about: string): UndoStep | null {
  return useUndo.getState().steps.findLast((step) => step.about === about) ?? null;
}

/** Forgets every step: they belong to a workspace that is not open any more. */
export function forgetUndo(): void {
  for (const { id } of useUndo.getState().steps) dropUndo(id);
}
