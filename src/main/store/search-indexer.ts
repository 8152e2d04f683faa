import type { Clock, Timer } from '../clock.ts';
import type { SearchIndex } from './search-index.ts';

export type SearchIndexer = ReturnType<typeof createSearchIndexer>;

/** So many texts are taken in by one commit: few enough that what the index tidies up in it is short too. */
const slice = 50;
/** How long slices go on before others have their turn, in milliseconds. */
const turnMs = 6;
const firstAfterMs = 50;
const betweenMs = 2;
const afterFaultMs = 30_000;
/** From so many on, a search does not take in by itself what is noted. */
const backlog = 200;

/** @param onFault called when a slice could not be written; it is retried @param onCaughtUp called when a backlog is indexed */
export function createSearchIndexer(
  index: () => SearchIndex,
  clock: Clock,
  onFault: (error: unknown) => void,
  onCaughtUp: () => void,
) {
  let timer: Timer | null = null;
  let stopped = false;
  let indexed = 0;

  function plan(ms: number): void {
    if (stopped || timer !== null) return;
    timer = clock.after(ms, work);
  }

  function work(): void {
    timer = null;
    try {
      const from = performance.now();
      let taken = slice;
      while (taken === slice && performance.now() - from < turnMs) {
        taken = index().flush(slice);
        indexed += taken;
      }
      if (taken === slice) {
        plan(betweenMs);
        return;
      }
      if (indexed >= backlog) onCaughtUp();
      indexed = 0;
    } catch (error) {
      onFault(error);
      plan(afterFaultMs);
    }
  }

  return {
    /** There is something to take in. */
    wake: (): void => {
      plan(firstAfterMs);
    },
    stop(): void {
      stopped = true;
      timer?.cancel();
    },
  };
}
