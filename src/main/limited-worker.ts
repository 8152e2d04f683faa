import { Worker } from 'node:worker_threads';

/** What became of work in a thread of its own. */
export type LimitedWork = { kind: 'done'; value: unknown } | { kind: 'too_large' } | { kind: 'too_long' };

/** What a thread may use before it is ended. */
export interface WorkLimits {
  /** The heap of its JavaScript, in megabytes. */
  heapMb: number;
  ms: number;
}

/**
 * Runs a script of ours in a thread of its own and gives the one message that it sends: for files from elsewhere, which may
 * be made to take all memory or to take forever. Throws what the script throws.
 */
export async function runLimited(
  script: string,
  task: unknown,
  { heapMb, ms }: WorkLimits,
): Promise<LimitedWork> {
  const worker = new Worker(script, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: heapMb } });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<LimitedWork>((resolve, reject) => {
      timer = setTimeout(() => {
        resolve({ kind: 'too_long' });
      }, ms);
      worker.on('message', (value: unknown) => {
        resolve({ kind: 'done', value });
      });
      worker.on('error', (error: unknown) => {
        const full = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        if (full) resolve({ kind: 'too_large' });
        else reject(error instanceof Error ? error : new Error(String(error)));
      });
      worker.on('exit', () => {
        reject(new Error('The thread ended before its work was done.'));
      });
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
