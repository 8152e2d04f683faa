import { create as createStore } from 'zustand/react';
import type { StateCreator } from 'zustand/vanilla';

// Stands for `zustand` in these tests (vitest.config.ts), which share the modules of one window.

const resets = new Set<() => void>();

/** As zustand's own, and noted so that {@link resetStores} reaches it. */
export function create<State>(initial: StateCreator<State>) {
  const store = createStore(initial);
  resets.add(() => store.setState(store.getInitialState(), true));
  return store;
}

/** Puts every store that was loaded back to what it held at first. */
export function resetStores(): void {
  for (const reset of resets) reset();
}
