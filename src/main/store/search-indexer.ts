import type { Clock, Timer } from '../clock.ts';
import type { SearchIndex } from './search-index.ts';

/** Takes noted texts into the search index in the background, a slice at a time, so that nothing waits for it. */
export interface SearchIndexer {
  /** There is something to take in. */
  wake: () => void;
  stop: () => void;
}

const slice = 50;
const firstAfterMs = 50;
const betweenMs = 5;
const afterFaultMs = 30_000;

/** @param onFault told when a slice could not be written; it is tried again later */
export function createSearchIndexer(
  index: () => SearchIndex,
  clock: Clock,
  onFault: (error: unknown) => void,
): SearchIndexer {
  let timer: Timer | null = null;
  let stopped = false;

  function plan(ms: number): void {
    if (stopped || timer !== null) return;
    timer = clock.after(ms, work);
  }

  function work(): void {
    timer = null;
    try {
      if (index().takeIn(slice) === slice) plan(betweenMs);
    } catch (error) {
      onFault(error);
      plan(afterFaultMs);
    }
  }

  return {
    wake: () => {
      plan(firstAfterMs);
    },
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
}
