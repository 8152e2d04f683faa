import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const megabytes = 256;

/** A disk of its own in memory, mounted at a folder; null where mounting is not allowed, as for anybody but root. */
export function mountSmallDisk(folder: string) {
  mkdirSync(folder, { mode: 0o700 });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder]);
  if (mounted.status !== 0) return null;
  // A data folder holds the server's files alone until it is set up, and this one does not disturb it.
  const filler = join(folder, 'filler');
  return {
    /** Fills it to the last byte. */
    fill(): void {
      const file = openSync(filler, 'a');
      try {
        for (let size = 1024 * 1024; size >= 512;) {
          try {
            if (writeSync(file, Buffer.alloc(size)) < size) size /= 2;
          } catch {
            size /= 2;
          }
        }
      } finally {
        closeSync(file);
      }
    },
    clear: (): void => rmSync(filler, { force: true }),
    unmount: (): void => void spawnSync('umount', ['-l', folder]),
  };
}
