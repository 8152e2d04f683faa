import { Worker, type Transferable } from 'node:worker_threads';

export type LimitedWork = { kind: 'done'; value: unknown } | { kind: 'too_large' } | { kind: 'too_long' };

export interface WorkLimits {
  heapMb: number;
  ms: number;
}

export const endOfThread = 'end';

/** So long a thread may take to end itself; one that computes without a pause does not hear of it. */
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
  worker.on('exit', () => {
    endWith(new Error('The thread ended before its work was done.'));
  });

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
    /**
     * Ends the thread. Node aborts the whole process where a thread is ended from outside in the moment in which it opens a zlib
     * stream (an assertion in node_zlib.cc, met once in 400,000 calls), so that a thread that uses zlib is asked to end first.
     */
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
    /** Ends it in the middle of a turn: for a thread that opens no zlib stream. */
    async endAtOnce(): Promise<void> {
      await worker.terminate();
    },
  };
}

/** Runs a script of ours in a thread of its own and gives the one message that it sends. Throws what the script throws. */
export async function runLimited(
  script: string,
  task: unknown,
  { heapMb, ms }: WorkLimits,
): Promise<LimitedWork> {
  const thread = startLimited(script, task, heapMb);
  try {
    return await thread.answer(ms);
  } finally {
    await thread.end();
  }
}
