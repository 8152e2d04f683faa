import { getErrorName } from '#shared/base/error-name.ts';
import { startLimited, type LimitedThread } from '../limited-worker.ts';
import { integrityAnswer, type IntegrityAnswer, type IntegrityTask } from '../store/integrity-task.ts';

/** The script that reads a database through, and the folder of the migrations that made it. */
export interface DataCheckAssets {
  script: string;
  migrations: string;
}

export interface DataCheckDeps extends DataCheckAssets {
  file: string;
  onSound(): void;
  onDamage(): void;
  onUnknown(error: string): void;
}

/** The memory of its JavaScript is small, since SQLite keeps its own. */
const heapMb = 128;
const maxMs = 30 * 60_000;

function start(
  { script, migrations }: DataCheckAssets,
  file: string,
  work: IntegrityTask['work'],
): LimitedThread {
  const task: IntegrityTask = { file, migrations, work };
  return startLimited(script, task, heapMb);
}

/** What the thread found; the name of what kept it from that otherwise. */
async function readAnswer(thread: LimitedThread): Promise<IntegrityAnswer | string> {
  try {
    const work = await thread.answer(maxMs);
    return work.kind === 'done' ? integrityAnswer.parse(work.value) : work.kind;
  } catch (error) {
    return getErrorName(error);
  } finally {
    await thread.endAtOnce();
  }
}

/** Reads a database through in a thread of its own while it is in use, and tells once what was found, unless it is stopped before. */
export function startDataCheck(deps: DataCheckDeps): { stop(): Promise<void> } {
  const thread = start(deps, deps.file, { kind: 'check' });
  let stopped = false;

  async function follow(): Promise<void> {
    const answer = await readAnswer(thread);
    if (stopped) return;
    if (typeof answer === 'string') deps.onUnknown(answer);
    else if (answer.kind !== 'checked') deps.onUnknown(answer.kind);
    else if (answer.finding === 'sound') deps.onSound();
    else deps.onDamage();
  }
  const ended = follow();

  return {
    async stop() {
      stopped = true;
      await thread.endAtOnce();
      await ended;
    },
  };
}

/** What became of a database that had to be read and mended before it is opened. */
export type RepairOutcome =
  | Exclude<IntegrityAnswer, { kind: 'checked' }>
  /** The thread could not do it. */
  | { kind: 'not_done'; error: string };

/** Reads and mends a database that nobody uses in a thread of its own. */
export async function repairInThread(
  assets: DataCheckAssets,
  file: string,
  now: number,
  ending: AbortSignal | undefined,
): Promise<RepairOutcome> {
  const isEnding = () => ending?.aborted === true;
  const ended: RepairOutcome = { kind: 'problem', problem: { kind: 'ended' } };
  // What was aborted before is told to no listener.
  if (isEnding()) return ended;
  const thread = start(assets, file, { kind: 'repair', now });
  const end = () => void thread.endAtOnce();
  ending?.addEventListener('abort', end);
  const answer = await readAnswer(thread);
  ending?.removeEventListener('abort', end);
  if (isEnding()) return ended;
  if (typeof answer === 'string') return { kind: 'not_done', error: answer };
  return answer.kind === 'checked' ? { kind: 'not_done', error: answer.kind } : answer;
}
