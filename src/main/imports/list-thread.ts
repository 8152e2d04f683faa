import { z } from 'zod';
import { startLimited, type LimitedWork } from '../limited-worker.ts';
import { textForm } from '#shared/imports/import-fields.ts';
import { fileRow, listFormat, listSheet, unpacksTooFar, UnusableFile, type OpenList } from './reading.ts';

export const listTask = z.object({ bytes: z.instanceof(ArrayBuffer) });
/** The question: for the first rows of a sheet, or with null for the next ones. */
export const listQuestion = z.object({ sheet: z.number(), form: textForm.optional() }).nullable();
/** The answer: the opened file, then rows (none at the end), or why the file is unusable. */
export const listAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened'), sheets: z.array(listSheet), format: listFormat }),
  z.object({ kind: z.literal('rows'), rows: z.array(fileRow) }),
  z.object({ kind: z.literal('unusable'), message: z.string() }),
]);

/** Several times what the largest accepted list needs. */
const limits = { heapMb: 1024, sheetMs: 120_000 };

export interface ListThread extends OpenList {
  close(): Promise<void>;
}

/** Opens a list in a thread of its own, which ends if reading takes too much memory or time. Takes ownership of the bytes. */
export async function openListThread(script: string, bytes: ArrayBuffer): Promise<ListThread> {
  const thread = startLimited(script, { bytes }, limits.heapMb, [bytes]);

  async function ask(ms: number, question?: z.infer<typeof listQuestion>) {
    const answer = listAnswer.parse(read(await thread.answer(ms, question)));
    if (answer.kind === 'unusable') throw new UnusableFile(answer.message);
    return answer;
  }

  try {
    const opened = await ask(limits.sheetMs);
    if (opened.kind !== 'opened') throw new Error('The thread did not say what it opened.');
    return {
      ...opened,
      async *rows(sheet, form) {
        let left = limits.sheetMs;
        let question: z.infer<typeof listQuestion> = { sheet, form };
        for (;;) {
          const from = performance.now();
          const answer = await ask(left, question);
          left -= performance.now() - from;
          if (answer.kind !== 'rows' || answer.rows.length === 0) return;
          yield answer.rows;
          question = null;
        }
      },
      close: () => thread.end(),
    };
  } catch (error) {
    await thread.end();
    throw error;
  }
}

function read(work: LimitedWork): unknown {
  if (work.kind === 'done') return work.value;
  if (work.kind === 'too_large') throw new UnusableFile(unpacksTooFar);
  throw new UnusableFile('This file takes too long to read. Save the sheet as CSV and choose that.');
}
