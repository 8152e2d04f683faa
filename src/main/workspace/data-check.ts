import { getErrorName } from '#shared/base/error-name.ts';
import { startLimited, type LimitedThread } from '../limited-worker.ts';
import { integrityAnswer, type IntegrityAnswer, type IntegrityTask } from '../store/integrity-task.ts';

export interface DataCheckAssets {
  /** The worker that reads a database through. */
  script: string;
  /** The folder of the migrations that made the database. */
  migrations: string;
}

interface DataCheckDeps extends DataCheckAssets {
  file: string;
  onSound(): void;
  onDamage(): void;
  onUnknown(error: string): void;
}

/** Small, since SQLite has memory of its own. */
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

/** The thread's answer, or the name of an error. */
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

/** Reads a database through in a thread while it is in use, and reports the result once, unless stopped before. */
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

/** `not_done`: the thread could not do it. */
type RepairOutcome = Exclude<IntegrityAnswer, { kind: 'checked' }> | { kind: 'not_done'; error: string };

/** Reads and repairs a database that nobody uses, in a thread. */
export async function repairInThread(
  assets: DataCheckAssets,
  file: string,
  now: number,
  ending: AbortSignal | undefined,
): Promise<RepairOutcome> {
  const isEnding = () => ending?.aborted === true;
  const ended: RepairOutcome = { kind: 'problem', problem: { kind: 'ended' } };
  // A signal that was aborted before calls no listener.
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
