import type { CallError, CallResult } from '#shared/ipc/call.ts';
import { storageTrouble } from '#shared/words/storage-messages.ts';
import { toProblem, type DatabaseProblem } from '../store/database.ts';

type Kind = Exclude<DatabaseProblem['kind'], 'cannot_write'>;

const problems: Record<Kind, readonly [code: CallError['code'], message: string]> = {
  newer_version: [
    'newer_version',
    'This workspace was opened by a newer Gangway. Update to open it. Nothing was changed.',
  ],
  older_version: [
    'storage',
    'This data is from a version of Gangway before its first release, which this one can’t open. Nothing was changed.',
  ],
  in_use: [
    'in_use',
    'This workspace is open in another Gangway. Close that one, then try again. Nothing was changed.',
  ],
  damaged: [
    'damaged',
    'Part of Gangway’s data on disk can’t be read. Nothing is being sent. Open the workspace again to restore the newest good copy.',
  ],
  no_sound_copy: [
    'damaged',
    'This workspace can’t be opened: part of its data on disk can’t be read, and neither can its copies. Nothing was sent, and its files are unchanged. You can open your other workspaces.',
  ],
  ended: ['no_workspace', 'Gangway is closing. Nothing already queued is lost.'],
  not_durable: [
    'storage',
    'The drive with Gangway’s folder can’t store data safely. Move the folder to a local drive.',
  ],
};

/** A problem with the stored data, in a sentence. */
export function storageProblem(problem: DatabaseProblem): CallError {
  if (problem.kind === 'cannot_write') {
    const { sentence, advice } = storageTrouble(problem.detail);
    return { code: 'storage', message: `${sentence} Nothing already queued is lost. ${advice}` };
  }
  const [code, message] = problems[problem.kind];
  return { code, message };
}

/** The result of some work; a full disk or a read-only folder is an answer and no bug. */
export async function orStorageProblem<T>(work: () => Promise<CallResult<T>>): Promise<CallResult<T>> {
  try {
    return await work();
  } catch (error) {
    const problem = toProblem(error);
    if (problem === null) throw error;
    return { ok: false, error: storageProblem(problem) };
  }
}
