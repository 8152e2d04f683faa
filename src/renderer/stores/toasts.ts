import { create } from 'zustand';

/** Good news that can be undone. A toast never carries a problem: problems sit where they can be solved. */
export interface Toast {
  id: number;
  text: string;
  /** The step of the undo stack that it offers to undo; null for none. */
  step: number | null;
  /** What it tells of is not sent before this time; null for what does not wait. */
  until: number | null;
}

interface ToastStore {
  toasts: readonly Toast[];
  show: (toast: { text: string; step?: number; until?: number | null }) => void;
  dismiss: (id: number) => void;
  /** Dismisses the toast that offers to undo this step. */
  forget: (step: number) => void;
}

let lastId = 0;

/** The toasts on the screen, oldest first. */
export const useToasts = create<ToastStore>((set) => ({
  toasts: [],
  show({ text, step = null, until = null }) {
    lastId += 1;
    const shown = { id: lastId, text, step, until };
    set((store) => ({ toasts: [...store.toasts, shown].slice(-3) }));
  },
  dismiss(id) {
    set((store) => ({ toasts: store.toasts.filter((toast) => toast.id !== id) }));
  },
  forget(step) {
    set((store) => ({ toasts: store.toasts.filter((toast) => toast.step !== step) }));
  },
}));
