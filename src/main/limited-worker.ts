import { Worker, type Transferable } from 'node:worker_threads';

export type LimitedWork = { kind: 'done'; value: unknown } | { kind: 'too_large' } | { kind: 'too_long' };

export const endOfThread = 'end';

const endsWithinMs = 250;

export type LimitedThread = ReturnType<typeof startLimited>;

/** Runs a script in a limited thread, for untrusted files. `moved` is transferred to it. */
export function startLimited(
  script: string,
  task: unknown,
  heapMb: number,
  moved: readonly Transferable[] = [],
) {
  const worker = new Worker(script, {
    workerData: task,
    transferList: [...moved],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  let ended: LimitedWork | Error | null = null;
  let settle: ((outcome: LimitedWork | Error) => void) | null = null;

  function endWith(outcome: LimitedWork | Error): void {
    ended ??= outcome;
    settle?.(ended);
  }
  worker.on('message', (value: unknown) => settle?.({ kind: 'done', value }));
  worker.on('error', (error: unknown) => {
    const full = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    endWith(full ? { kind: 'too_large' } : error instanceof Error ? error : new Error(String(error)));
  });
  worker.on('exit', () => endWith(new Error('The thread ended before its work was done.')));

  return {
    /** The thread's next message, after `question` if given. Throws what the thread throws. */
    async answer(ms: number, question?: unknown): Promise<LimitedWork> {
      let timer: NodeJS.Timeout | undefined;
      const outcome = await new Promise<LimitedWork | Error>((resolve) => {
        settle = resolve;
        if (ended !== null) resolve(ended);
        timer = setTimeout(() => {
          endWith({ kind: 'too_long' });
          void worker.terminate();
        }, ms);
        if (question !== undefined) worker.postMessage(question);
      });
      settle = null;
      clearTimeout(timer);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    /** Asks the thread to end first: terminating one that opens a zlib stream aborts Node (node_zlib.cc, once in 400,000 calls). */
    async end(): Promise<void> {
      if (ended === null) {
        const exited = new Promise((resolve) => worker.once('exit', resolve));
        worker.postMessage(endOfThread);
        const late = setTimeout(() => void worker.terminate(), endsWithinMs);
        await exited;
        clearTimeout(late);
      }
      await worker.terminate();
    },
    /** Terminates it at once; only for a thread without zlib streams. */
    async endAtOnce(): Promise<void> {
      await worker.terminate();
    },
  };
}

/** Runs a script in a thread for its one message. Throws what the script throws. */
export async function runLimited(
  script: string,
  task: unknown,
  { heapMb, ms }: { heapMb: number; ms: number },
): Promise<LimitedWork> {
  const thread = startLimited(script, task, heapMb);
  try {
    return await thread.answer(ms);
  } finally {
    await thread.end();
  }
}
