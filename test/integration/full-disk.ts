import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A small file system of its own, which a test can fill to the last byte and empty again. */
export interface SmallDisk {
  folder: string;
  /** Leaves `leaving` bytes free; none where that is not given. */
  fill(leaving?: number): void;
  free(): void;
}

function mount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    // Not allowed here: the caller skips what needs it and says so.
    return false;
  }
}

/** Mounts a file system of six megabytes; null where this process may not. Unmounted when the test has finished. */
export function mountSmallDisk(): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'gangway-disk-'));
  if (!mount(folder)) {
    rmSync(folder, { recursive: true });
    return null;
  }
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill(leaving = 0) {
      const file = openSync(ballast, 'w');
      try {
        for (const size of [65_536, 4096, 1]) fillBy(file, Buffer.alloc(size, 1));
      } finally {
        closeSync(file);
      }
      truncateSync(ballast, statSync(ballast).size - leaving);
    },
    free: () => {
      rmSync(ballast, { force: true });
    },
  };
}

function fillBy(file: number, block: Buffer): void {
  for (;;) {
    try {
      if (writeSync(file, block) < block.length) return;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return;
      throw error;
    }
  }
}
