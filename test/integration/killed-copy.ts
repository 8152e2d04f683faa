import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * A copy of a workspace's folder as it is on the disk at this moment: what a process that is killed now leaves behind.
 * Without `target` it is in a folder that is gone when the test has finished.
 */
export function copyAsKilled(folder: string, target?: string): string {
  const copy = target ?? mkdtempSync(join(tmpdir(), 'gangway-killed-'));
  if (target === undefined) {
    onTestFinished(() => {
      rmSync(copy, { recursive: true, force: true });
    });
  }
  cpSync(folder, copy, {
    recursive: true,
    // The operating system's locks are not in the files, and -shm is only an index that SQLite makes anew.
    filter: (source) => !source.includes('workspace.lock') && !source.endsWith('-shm'),
  });
  return copy;
}
