import type * as Fs from 'node:fs';
import { expect, it, vi } from 'vitest';
import { join } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';
import { restoreBackup } from '#main/store/backup.ts';
import { temporaryFolder } from './workspace-harness.ts';

const asked = vi.hoisted((): string[] => []);

/** Notes what the disk is asked for, in its order; a power cut cannot be tried. */
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const open = new Map<number, string>();
  return {
    ...fs,
    openSync: (file: string, flags: string) => {
      const handle = fs.openSync(file, flags);
      open.set(handle, file);
      return handle;
    },
    fsyncSync: (handle: number) => {
      asked.push(`fsync ${open.get(handle) ?? 'nothing'}`);
      fs.fsyncSync(handle);
    },
    renameSync: (from: string, to: string) => {
      asked.push(`rename ${from} ${to}`);
      fs.renameSync(from, to);
    },
  };
});

it('a copy is on the disk before it has the name of the database that it stands in for', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'workspace.db');
  const copy = join(folder, 'workspace.db.1');
  writeFileSync(copy, 'all of it');
  restoreBackup({ file: copy, at: 1 }, file);
  expect(readFileSync(file, 'utf8')).toBe('all of it');
  expect(asked).toEqual([`fsync ${file}.partial`, `rename ${file}.partial ${file}`]);
});
