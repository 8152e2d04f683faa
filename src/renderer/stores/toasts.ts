import { create } from 'zustand';

/** What was done, and can be undone. A toast never carries a problem: problems sit where they can be solved. */
export interface Toast {
  id: number;
  text: string;
  /** The step of the undo stack that it offers to undo; null for none. */
  step: number | null;
  /** What it tells of is not sent before this time; null for what does not wait. */
  until: number | null;
  /** Whether it tells of something done, of something undone, or of something that was not possible. */
  icon: 'done' | 'undo' | 'note';
}

interface ToastStore {
  toasts: readonly Toast[];
  show: (toast: { text: string; step?: number; until?: number | null; icon?: Toast['icon'] }) => void;
  dismiss: (id: number) => void;
  /** Dismisses the toast that offers to undo this step. */
  forget: (step: number) => void;
}

let lastId = 0;

/** The toast on the screen: one at a time, the newest. */
export const useToasts = create<ToastStore>((set) => ({
  toasts: [],
  show({ text, step = null, until = null, icon = 'done' }) {
    lastId += 1;
    set({ toasts: [{ id: lastId, text, step, until, icon }] });
  },
  dismiss(id) {
    set((store) => ({ toasts: store.toasts.filter((toast) => toast.id !== id) }));
  },
  forget(step) {
    set((store) => ({ toasts: store.toasts.filter((toast) => toast.step !== step) }));
  },
}));
