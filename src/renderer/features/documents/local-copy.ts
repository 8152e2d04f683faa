import { useState } from 'react';
import type { CallResult } from '#shared/ipc/call.ts';
import type { DocumentDetail } from '#shared/ipc/documents.ts';
import { call } from '../../bridge.ts';
import { sendInParts, unreadableFile } from '../../send-in-parts.ts';
import { tellDone } from '../../stores/undo.ts';

async function putInPlace(jobId: string, file: File): Promise<CallResult<DocumentDetail>> {
  const begun = await call('documents.localCopyBegin', {
    jobId,
    name: file.name.slice(0, 255),
    bytes: file.size,
  });
  if (!begun.ok) return begun;
  const { copyId } = begun.value;
  const sent = await sendInParts(file, (part) => call('documents.localCopyAppend', { copyId, ...part }));
  if (sent.kind === 'refused') return { ok: false, error: sent.error };
  if (sent.kind === 'unreadable') return { ok: false, error: unreadableFile(file) };
  return call('documents.localCopyFinish', { copyId });
}

async function restoreCopy(jobId: string): Promise<string> {
  const result = await call('documents.restoreLocalCopy', { jobId });
  return result.ok ? 'Your copy is back.' : `Nothing was undone. ${result.error.message}`;
}

export type LocalCopy = ReturnType<typeof useLocalCopy>;

/** A file of this computer in the place of the picture: putting it there, and taking it away again. */
export function useLocalCopy(jobId: string, onChanged: (detail: DocumentDetail) => void) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function run(work: () => Promise<CallResult<DocumentDetail>>): Promise<void> {
    setPending(true);
    setProblem(null);
    const result = await work();
    setPending(false);
    if (result.ok) onChanged(result.value);
    else setProblem(result.error.message);
  }

  return {
    pending,
    problem,
    async open(file: File): Promise<void> {
      if (file.size === 0) setProblem('The file is empty.');
      else await run(() => putInPlace(jobId, file));
    },
    remove: (): Promise<void> =>
      run(async () => {
        const removed = await call('documents.removeLocalCopy', { jobId });
        if (removed.ok) tellDone('Your copy was removed.', () => restoreCopy(jobId));
        return removed;
      }),
  };
}
