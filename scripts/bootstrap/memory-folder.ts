import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Linux keeps this folder in memory. */
const inMemory = '/dev/shm';

/** So much room and memory has to be free; the tests fill a small part of it. */
const enough = 4 * 1024 ** 3;
const prefix = 'gangway-tests-';

/**
 * A folder in memory for what the tests write, so that they do not wait for a disk; undefined where there is none with
 * room, or where no program may be run from it. No test cuts the power, and what a killed process had written stays
 * either way. Call `remove` once they have ended.
 */
export function memoryFolder(): { path: string; remove: () => void } | undefined {
  if (process.platform !== 'linux' || os.freemem() < enough) return undefined;
  try {
    removeLeftBehind();
    const { bavail, bsize } = fs.statfsSync(inMemory);
    if (bavail * bsize < enough) return undefined;
    const folder = fs.mkdtempSync(path.join(inMemory, `${prefix}${process.pid}-`));
    const remove = () => fs.rmSync(folder, { recursive: true, force: true });
    if (runsPrograms(folder)) return { path: folder, remove };
    remove();
  } catch {
    // It is not there, or not for us: the disk does as well.
  }
  return undefined;
}

/** A run that was killed could not tidy up, and memory is dear. */
function removeLeftBehind() {
  for (const name of fs.readdirSync(inMemory)) {
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (Number.isNaN(owner) || isRunning(owner)) continue;
    fs.rmSync(path.join(inMemory, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number) {
  return fs.existsSync(`/proc/${pid}`);
}

function runsPrograms(folder: string) {
  const program = path.join(folder, 'program');
  fs.writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  fs.rmSync(program);
  return status === 0;
}
