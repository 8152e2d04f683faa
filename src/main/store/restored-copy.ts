import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { readJson } from '#shared/base/read-json.ts';
import { latestBackup, listBackups, restoreBackup, type Backup } from './backup.ts';
import { clearSuspect, checkCopy, type Shape } from './integrity.ts';

const restoredCopy = z.object({ movedTo: z.string(), backupAt: z.number().nullable() });
/** A damaged file was moved aside; `backupAt`: age of the copy in its place, or null. Told until {@link restoreNoted}. */
export type RestoredCopy = z.infer<typeof restoredCopy>;

export function* soundBackups(file: string, shape: Shape): Generator<Backup> {
  for (const backup of listBackups(file)) {
    const look = checkCopy(backup.file, shape);
    for (const suffix of ['-wal', '-shm']) rmSync(`${backup.file}${suffix}`, { force: true });
    if (look !== 'damaged') yield backup;
  }
}

export function newestSoundBackup(file: string, shape: Shape): Backup | null {
  for (const backup of soundBackups(file, shape)) return backup;
  return null;
}

/** Exists beside the database until the restore has been handled. */
const restoreNote = (file: string): string => `${file}.restored`;

export function notedRestore(file: string): RestoredCopy | null {
  if (!existsSync(restoreNote(file))) return null;
  const noted = readJson(readFileSync(restoreNote(file), 'utf8'), restoredCopy);
  // A truncated note still means that there was a restore.
  return noted?.value ?? { movedTo: file, backupAt: latestBackup(file)?.at ?? null };
}

export function restoreNoted(file: string): void {
  rmSync(restoreNote(file), { force: true });
}

/** A free name for a damaged file, which is never deleted or overwritten. */
export function damagedName(file: string, now: number): string {
  const name = `${file}.damaged-${now}`;
  return existsSync(name) ? damagedName(file, now + 1) : name;
}

export function moveWithLog(file: string, target: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${target}${suffix}`);
  }
}

/** Moves a damaged file with its log to `movedTo` and puts a copy in its place, or nothing without one. */
export function putCopyInPlace(file: string, backup: Backup | null, movedTo: string): void {
  moveWithLog(file, movedTo);
  // Noted before the copy is there, so that it is never mistaken for the original.
  const restored: RestoredCopy = { movedTo, backupAt: backup?.at ?? null };
  writeFileSync(restoreNote(file), JSON.stringify(restored), { mode: 0o600, flush: true });
  if (backup !== null) restoreBackup(backup, file);
  clearSuspect(file);
}
