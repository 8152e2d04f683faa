import { setImmediate as nextTurn } from 'node:timers/promises';

const sliceMs = 8;

/** Lets others run whenever work has taken a slice; to be awaited between small steps. */
export function createPace(): { due(): boolean; rest(): Promise<void> } {
  let from = performance.now();
  return {
    due: () => performance.now() - from >= sliceMs,
    async rest() {
      await nextTurn();
      from = performance.now();
    },
  };
}
