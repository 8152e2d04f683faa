import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspaceSummary } from '#shared/ipc/app.ts';
import {
  damagedName,
  moveWithLog,
  putCopyInPlace,
  restoreNoted,
  soundBackups,
} from '../store/restored-copy.ts';
import type { WorkspaceDeps } from './base.ts';
import { openOnce, type OpenedWorkspace } from './lifecycle.ts';

/**
 * Opens a workspace. Every fault while it is opened is damage of this workspace alone: its file is read through, what follows
 * from its rows is rebuilt, and where that does not help, the newest copy that can be opened takes its place. Where none
 * can be opened, its files stay as they are. docs/decisions/damaged-data.md.
 */
export async function openWorkspace(
  summary: WorkspaceSummary,
  deps: WorkspaceDeps,
): Promise<OpenedWorkspace> {
  const first = await openOnce(summary, deps);
  if (!isDamaged(first)) return first;
  // It was noted as suspect, so all of it is read now, and mended or replaced by a copy where that finds damage.
  const second = await openOnce(summary, deps);
  if (!isDamaged(second)) return second;
  return openCopy(summary, deps);
}

function isDamaged(opened: OpenedWorkspace): boolean {
  return !opened.ok && opened.problem.kind === 'damaged';
}

/** Only a copy that can be opened takes the place: what keeps all of them from being opened is no damage of the one. */
async function openCopy(summary: WorkspaceSummary, deps: WorkspaceDeps): Promise<OpenedWorkspace> {
  const file = join(deps.folder, 'workspace.db');
  const movedTo = damagedName(file, deps.clock.wall());
  const mark = existsSync(deps.markFile) ? readFileSync(deps.markFile) : null;
  let tried = false;
  for (const backup of soundBackups(file, { migrations: deps.migrations })) {
    if (tried) for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    putCopyInPlace(file, backup, movedTo);
    tried = true;
    const opened = await openOnce(summary, deps);
    if (!isDamaged(opened)) return opened;
    putBackMark(deps.markFile, mark);
  }
  if (tried) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    moveWithLog(movedTo, file);
    restoreNoted(file);
  }
  return { ok: false, problem: { kind: 'no_sound_copy' } };
}

/** How far the workspace had come is noted of the file that is put back, not of a copy that could not be opened. */
function putBackMark(markFile: string, mark: Buffer | null): void {
  if (mark === null) {
    rmSync(markFile, { force: true });
    return;
  }
  writeFileSync(`${markFile}.partial`, mark, { mode: 0o600, flush: true });
  renameSync(`${markFile}.partial`, markFile);
}
