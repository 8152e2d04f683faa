import { create } from 'zustand';

/** Good news that can be undone. A toast never carries a problem: problems sit where they can be solved. */
export interface Toast {
  id: number;
  text: string;
  /** Takes back what it can and says how many, in a sentence; null where nothing can be taken back. */
  undo: (() => Promise<string>) | null;
}

interface ToastStore {
  toasts: readonly Toast[];
  show: (toast: Omit<Toast, 'id'>) => void;
  dismiss: (id: number) => void;
}

let lastId = 0;

/** The toasts on the screen, oldest first. */
export const useToasts = create<ToastStore>((set) => ({
  toasts: [],
  show(toast) {
    lastId += 1;
    const shown = { ...toast, id: lastId };
    set((store) => ({ toasts: [...store.toasts, shown].slice(-3) }));
  },
  dismiss(id) {
    set((store) => ({ toasts: store.toasts.filter((toast) => toast.id !== id) }));
  },
}));
