import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long bulk work goes on before others get their turn, in milliseconds. */
const sliceMs = 8;

/** Gives others their turn whenever work has gone on for a slice; to be awaited between small steps. */
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
