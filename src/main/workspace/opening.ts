import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getErrorName } from '#shared/base/error-name.ts';
import type { WorkspaceSummary } from '#shared/ipc/app.ts';
import { openDatabase, toProblem, type DatabaseProblem, type OpenedDatabase } from '../store/database.ts';
import { isLongToRepair, markSuspect } from '../store/integrity.ts';
import { removeDatabase, takeProcessLock } from '../store/process-lock.ts';
import {
  damagedName,
  moveWithLog,
  putCopyInPlace,
  restoreNoted,
  soundBackups,
} from '../store/restored-copy.ts';
import type { WorkspaceDeps } from './base.ts';
import { repairInThread } from './upkeep.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

type Ending = () => Promise<void> | void;

export type OpenedWorkspace = { ok: true; workspace: Workspace } | { ok: false; problem: DatabaseProblem };

/**
 * Opens a workspace. On any fault its file is checked and its derived data rebuilt; where that does not help, the newest
 * backup that opens takes its place. Where none does, its files stay as they are (docs/decisions/damaged-data.md).
 */
export async function openWorkspace(
  summary: WorkspaceSummary,
  deps: WorkspaceDeps,
): Promise<OpenedWorkspace> {
  const first = await openOnce(summary, deps);
  if (!isDamaged(first)) return first;
  // It is marked as suspect now, so all of it is checked, and repaired or replaced with a backup.
  const second = await openOnce(summary, deps);
  if (!isDamaged(second)) return second;
  return openCopy(summary, deps);
}

const isDamaged = (opened: OpenedWorkspace): boolean => !opened.ok && opened.problem.kind === 'damaged';

/** Only a backup that opens takes the place: a fault that keeps all of them from opening is no damage of one. */
async function openCopy(summary: WorkspaceSummary, deps: WorkspaceDeps): Promise<OpenedWorkspace> {
  const file = join(deps.folder, 'workspace.db');
  const movedTo = damagedName(file, deps.clock.wall());
  const mark = existsSync(deps.markFile) ? readFileSync(deps.markFile) : null;
  let tried = false;
  for (const backup of soundBackups(file, { migrations: deps.migrations })) {
    if (tried) removeDatabase(file);
    putCopyInPlace(file, backup, movedTo);
    tried = true;
    const opened = await openOnce(summary, deps);
    if (!isDamaged(opened)) return opened;
    putBackMark(deps.markFile, mark);
  }
  if (tried) {
    removeDatabase(file);
    moveWithLog(movedTo, file);
    restoreNoted(file);
  }
  return { ok: false, problem: { kind: 'no_sound_copy' } };
}

/** The progress mark belongs to the file that is put back, not to a backup that did not open. */
function putBackMark(markFile: string, mark: Buffer | null): void {
  if (mark === null) {
    rmSync(markFile, { force: true });
    return;
  }
  writeFileSync(`${markFile}.partial`, mark, { mode: 0o600, flush: true });
  renameSync(`${markFile}.partial`, markFile);
}

/** Opens and starts a workspace. On failure the file is closed and the lock free. */
async function openOnce(summary: WorkspaceSummary, deps: WorkspaceDeps): Promise<OpenedWorkspace> {
  const { folder, log } = deps;
  const file = join(folder, 'workspace.db');
  const lock = lockOrProblem(join(folder, 'workspace.lock'));
  if ('problem' in lock) return { ok: false, problem: lock.problem };
  const begun: Ending[] = [() => lock.release()];
  try {
    const opened = await openRepaired(file, deps);
    if (opened.ok) {
      begun.push(() => void opened.db.close());
      if (opened.rebuilt) log.write('derived_data_rebuilt');
      const { workspace, start, abandon } = createWorkspace(summary, deps, opened, lock);
      begun.push(abandon);
      await start();
      return { ok: true, workspace };
    }
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

/** Repairs a suspect file in a thread where that takes long. */
async function openRepaired(file: string, deps: WorkspaceDeps): Promise<OpenedDatabase> {
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

function lockOrProblem(file: string): { release(): void } | { problem: DatabaseProblem } {
  try {
    return takeProcessLock(file) ?? { problem: { kind: 'in_use', detail: 'another process' } };
  } catch (error) {
    const problem = toProblem(error);
    if (problem === null) throw error;
    return { problem };
  }
}
