import { parentPort, workerData } from 'node:worker_threads';
import type { z } from 'zod';
import { endOfThread } from '../limited-worker.ts';
import { withinLimits } from './list-limits.ts';
import { listQuestion, listTask, type listAnswer } from './list-thread.ts';
import { openList } from './open-list.ts';
import { UnusableFile, type FileRow, type OpenList } from './reading.ts';

let list: OpenList | null = null;
let rows: AsyncGenerator<FileRow[]> | null = null;
/** The next piece, read while the current one is processed. */
let ahead: Promise<IteratorResult<FileRow[]>> | undefined;

async function answered(work: () => Promise<z.infer<typeof listAnswer>>): Promise<void> {
  let answer: z.infer<typeof listAnswer>;
  try {
    answer = await work();
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    answer = { kind: 'unusable', message: error.message };
  }
  parentPort?.postMessage(answer);
}

parentPort?.on('message', (question: unknown) => {
  if (question === endOfThread) process.exit();
  void answered(async () => {
    const asked = listQuestion.parse(question);
    if (asked !== null) {
      await rows?.return(undefined);
      ahead = undefined;
      rows = list === null ? null : withinLimits(list.rows(asked.sheet, asked.form));
    }
    const next = await (ahead ?? rows?.next());
    ahead = rows?.next();
    // An error surfaces when the piece is requested.
    ahead?.catch(() => undefined);
    return { kind: 'rows', rows: next?.done === false ? next.value : [] };
  });
});

await answered(async () => {
  list = await openList(Buffer.from(listTask.parse(workerData).bytes));
  return { kind: 'opened', sheets: list.sheets, format: list.format };
});
