import { join } from 'node:path';
import { getErrorName } from '#shared/base/error-name.ts';
import type { WorkspaceSummary } from '#shared/ipc/app.ts';
import {
  openDatabase,
  toProblem,
  type DatabaseProblem,
  type OpenedDatabase,
  type SoundDatabase,
} from '../store/database.ts';
import { takeProcessLock } from '../store/process-lock.ts';
import { isLongToRepair, markSuspect } from '../store/integrity.ts';
import { repairInThread } from './data-check.ts';
import type { WorkspaceDeps } from './base.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

type Ending = () => Promise<void> | void;

export type OpenedWorkspace = { ok: true; workspace: Workspace } | { ok: false; problem: DatabaseProblem };

/** Opens a workspace, recovers what a dead process left, and starts. On failure the file is closed and the lock free. */
export async function openOnce(summary: WorkspaceSummary, deps: WorkspaceDeps): Promise<OpenedWorkspace> {
  const { folder, log } = deps;
  const file = join(folder, 'workspace.db');
  const lock = lockOrProblem(join(folder, 'workspace.lock'));
  if ('problem' in lock) return { ok: false, problem: lock.problem };
  const begun: Ending[] = [
    () => {
      lock.release();
    },
  ];
  try {
    const opened = await openMended(file, deps);
    if (opened.ok) return { ok: true, workspace: await begin(summary, deps, opened, lock, begun) };
    lock.release();
    log.write('workspace_not_opened', { problem: opened.problem.kind });
    return opened;
  } catch (error) {
    const fault = getErrorName(error);
    const problem = toProblem(error) ?? { kind: 'damaged', detail: fault };
    log.write('workspace_not_opened', { problem: problem.kind, error: fault });
    if (problem.kind === 'damaged') markSuspect(file);
    for (const end of begun.toReversed()) {
      try {
        await end();
      } catch (endError) {
        log.write('not_ended_in_order', { error: getErrorName(endError) });
      }
    }
    return { ok: false, problem };
  }
}

/** A file that is noted as suspect is mended in a thread where that takes long: nothing else waits for it. */
async function openMended(file: string, deps: WorkspaceDeps): Promise<OpenedDatabase> {
  const { migrations, clock, log } = deps;
  if (!isLongToRepair(file)) return openDatabase(file, migrations, clock);
  deps.onReading?.();
  const beside = await repairInThread(deps.dataCheck, file, clock.wall(), deps.ending);
  if (beside.kind === 'problem') return { ok: false, problem: beside.problem };
  if (beside.kind === 'not_done') log.write('data_not_read_beside', { error: beside.error });
  return openDatabase(file, migrations, clock, {
    repaired: beside.kind === 'repaired' ? beside.repaired : null,
  });
}

/** @param begun takes how to end what has begun, for where the rest cannot be opened */
async function begin(
  summary: WorkspaceSummary,
  deps: WorkspaceDeps,
  database: SoundDatabase,
  lock: { release(): void },
  begun: Ending[],
): Promise<Workspace> {
  begun.push(() => {
    database.db.close();
  });
  if (database.rebuilt) deps.log.write('derived_data_rebuilt');
  const { workspace, start, abandon } = createWorkspace(summary, deps, database, lock);
  begun.push(abandon);
  await start();
  return workspace;
}

function lockOrProblem(file: string): { release(): void } | { problem: DatabaseProblem } {
  try {
    return takeProcessLock(file) ?? { problem: { kind: 'in_use', detail: 'another process' } };
  } catch (error) {
    const problem = toProblem(error);
    if (problem === null) throw error;
    return { problem };
  }
}
