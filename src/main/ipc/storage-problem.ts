import type { CallError, CallResult } from '#shared/ipc/call.ts';
import { storageTrouble } from '#shared/words/storage-messages.ts';
import { toProblem, type DatabaseProblem } from '../store/database.ts';

/** What a problem with the stored data means for the person's work, in a sentence. */
export function storageProblem(problem: DatabaseProblem): CallError {
  switch (problem.kind) {
    case 'newer_version':
      return {
        code: 'newer_version',
        message: 'This workspace was opened by a newer Gangway. Update to open it. Nothing was changed.',
      };
    case 'older_version':
      return {
        code: 'storage',
        message:
          'This data is from a version of Gangway before its first release, which this one can’t open. Nothing was changed.',
      };
    case 'in_use':
      return {
        code: 'in_use',
        message:
          'This workspace is open in another Gangway. Close that one, then try again. Nothing was changed.',
      };
    case 'damaged':
      return {
        code: 'damaged',
        message:
          'Part of Gangway’s data on disk can’t be read. Nothing is being sent. Open the workspace again to restore the newest good copy.',
      };
    case 'no_sound_copy':
      return {
        code: 'damaged',
        message:
          'This workspace can’t be opened: part of its data on disk can’t be read, and neither can its copies. Nothing was sent, and its files are unchanged. You can open your other workspaces.',
      };
    case 'ended':
      return { code: 'no_workspace', message: 'Gangway is closing. Nothing already queued is lost.' };
    case 'cannot_write':
      return {
        code: 'storage',
        message: cannotWriteMessage(problem.detail),
      };
    case 'not_durable':
      return {
        code: 'storage',
        message: 'The drive with Gangway’s folder can’t store data safely. Move the folder to a local drive.',
      };
  }
}

function cannotWriteMessage(detail: string): string {
  const { sentence, advice } = storageTrouble(detail);
  return `${sentence} Nothing already queued is lost. ${advice}`;
}

/** What some work came to, where a full disk or a folder that cannot be written is an answer and no bug. */
export async function orStorageProblem<T>(work: () => Promise<CallResult<T>>): Promise<CallResult<T>> {
  try {
    return await work();
  } catch (error) {
    const problem = toProblem(error);
    if (problem === null) throw error;
    return { ok: false, error: storageProblem(problem) };
  }
}
