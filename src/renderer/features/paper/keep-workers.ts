/** How long a worker waits for the next file or page of a pile, in milliseconds: beginning one takes as long as reading a short page. */
const waitMs = 3000;

/** Begins workers, and lets the one that was used last wait for more work before it is ended. */
export function keepWorkers(start: () => Worker) {
  let waiting: { worker: Worker; end: ReturnType<typeof setTimeout> } | null = null;
  return {
    take(): Worker {
      if (waiting === null) return start();
      const { worker, end } = waiting;
      clearTimeout(end);
      waiting = null;
      return worker;
    },
    /** Keeps a worker that did all it was told. */
    keep(worker: Worker): void {
      waiting?.worker.terminate();
      const end = setTimeout(() => {
        waiting = null;
        worker.terminate();
      }, waitMs);
      waiting = { worker, end };
    },
  };
}
