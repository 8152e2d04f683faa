import type { Timer } from '../clock.ts';
import type { Dispatcher } from '../outbox/dispatcher.ts';
import { backUpDaily } from '../store/backup.ts';
import { noteChecked } from '../store/check-note.ts';
import { startCheckpointer } from '../store/checkpointer.ts';
import { toProblem, integrityAnswer, type IntegrityAnswer, type IntegrityTask } from '../store/database.ts';
import type { WorkspaceBase, WorkspaceDeps } from './base.ts';
import { getErrorName } from '#shared/base/error-name.ts';
import { startLimited, type LimitedThread } from '../limited-worker.ts';

const backupCheckMs = 60 * 60 * 1000;

/** Upkeep of an open workspace's database: daily backups, the log file, and a check after a crash. */
export function startUpkeep(
  { db, file, clock, log, faults, reportAs }: WorkspaceBase,
  assets: DataCheckAssets,
  dispatcher: Dispatcher,
) {
  let check: { thread: LimitedThread; ended: Promise<void> } | null = null;
  let stopped = false;
  /** Checks data that was not closed in order, in a thread while it is in use. Nothing is sent meanwhile. */
  function checkData(): void {
    dispatcher.holdUnchecked(true);
    const thread = start(assets, file, { kind: 'check' });
    check = { thread, ended: readAnswer(thread).then(checked) };
  }

  function checked(answer: IntegrityAnswer | string): void {
    if (stopped) return;
    if (typeof answer === 'string' || answer.kind !== 'checked') {
      // An altered entry is noticed when it is sent, and the next start checks again.
      log.write('data_not_checked', { error: typeof answer === 'string' ? answer : answer.kind });
    } else if (answer.finding === 'sound') {
      noteChecked(file, clock.wall());
      log.write('data_checked');
    } else {
      faults.closeForDamage();
      return;
    }
    dispatcher.holdUnchecked(false);
    backUp();
  }

  const checkpointer = startCheckpointer(db, file, clock, reportAs('log_not_brought_in'));
  let backupTimer: Timer | null = null;
  let backingUp = Promise.resolve();
  /** Makes a copy where today has none, and from then on every day. */
  function backUp(): void {
    backingUp = backUpDaily(db, file, clock.wall()).catch(reportAs('backup_not_made'));
    backupTimer = clock.after(backupCheckMs, backUp);
  }

  /** Moves the log file into the database; what does not fit on the disk stays in the log file. */
  function tidyUp(): void {
    try {
      db.pragma('optimize');
      db.pragma('wal_checkpoint(TRUNCATE)');
    } catch (error) {
      const problem = toProblem(error);
      if (problem === null) throw error;
      log.write('not_tidied_up', { problem: problem.kind });
    }
  }

  return {
    checkData,
    backUp,
    stop(): void {
      backupTimer?.cancel();
      checkpointer.stop();
    },
    async checkStopped(): Promise<void> {
      stopped = true;
      await check?.thread.endAtOnce();
      await check?.ended;
    },
    backedUp: (): Promise<void> => backingUp,
    tidyUp,
  };
}

type DataCheckAssets = WorkspaceDeps['dataCheck'];

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
