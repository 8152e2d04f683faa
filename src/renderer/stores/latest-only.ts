/** Runs one piece of work at a time; of those requested meanwhile only the last runs, the others are superseded. */
export type LatestOnly = <T>(work: () => Promise<T>) => Promise<T | 'superseded'>;

export function createLatestOnly(): LatestOnly {
  let busy = false;
  let waiting: ((goes: boolean) => void) | null = null;

  return async (work) => {
    if (busy) {
      waiting?.(false);
      const goes = await new Promise<boolean>((resolve) => {
        waiting = resolve;
      });
      if (!goes) return 'superseded';
    }
    busy = true;
    try {
      return await work();
    } finally {
      const next = waiting;
      waiting = null;
      if (next === null) busy = false;
      else next(true);
    }
  };
}
