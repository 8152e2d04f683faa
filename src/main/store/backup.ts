import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { copySetting } from './progress-mark.ts';
import { dayMs } from '#shared/base/dates.ts';
import { createSettingStore } from './settings.ts';

export interface Backup {
  file: string;
  at: number;
}

const kept = 7;
const folderFor = (file: string): string => join(dirname(file), 'backups');

export function listBackups(file: string): Backup[] {
  const folder = folderFor(file);
  if (!existsSync(folder)) return [];
  const prefix = `${basename(file)}.`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && /\.\d+$/.test(name))
    .map((name) => ({ file: join(folder, name), at: Number(name.slice(prefix.length)) }))
    .sort((a, b) => b.at - a.at);
}

export const latestBackup = (file: string): Backup | null => listBackups(file)[0] ?? null;

function prepareTarget(file: string, at: number): { partial: string; target: string } {
  const folder = folderFor(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const left = readdirSync(folder).filter(
    (name) => name.startsWith(`${basename(file)}.`) && name.includes('.partial'),
  );
  for (const name of left) rmSync(join(folder, name), { force: true });
  const target = join(folder, `${basename(file)}.${at}`);
  return { partial: `${target}.partial`, target };
}

/** Marks a copy as a copy, wherever it is opened later. */
function noteAsCopy(partial: string, at: number): void {
  const copy = new SqliteDatabase(partial);
  try {
    if (copy.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'setting'").get() === undefined) return;
    createSettingStore(copy).write(copySetting, at);
  } finally {
    copy.close();
  }
}

function finish(file: string, at: number, partial: string, target: string): void {
  noteAsCopy(partial, at);
  chmodSync(partial, 0o600);
  renameSync(partial, target);
  // The new copy stays even if a wrong clock gave the others later times.
  const others = listBackups(file).filter((backup) => backup.file !== target);
  for (const old of others.slice(kept - 1)) rmSync(old.file);
}

/** Makes a copy at once; used before a migration, when nothing else runs. */
export function backUpNow(db: Database, file: string, at: number): void {
  const { partial, target } = prepareTarget(file, at);
  db.prepare('VACUUM INTO ?').run(partial);
  finish(file, at, partial, target);
}

/** Makes the daily copy page by page while the app works, unless one is less than a day old. */
export async function backUpDaily(db: Database, file: string, now: number): Promise<void> {
  if (listBackups(file).some((backup) => Math.abs(now - backup.at) < dayMs)) return;
  const { partial, target } = prepareTarget(file, now);
  await db.backup(partial, { progress: () => 200 });
  finish(file, now, partial, target);
}

/** Restores a backup to the place of a moved database: whole, or not at all. */
export function restoreBackup(backup: Backup, file: string): void {
  const partial = `${file}.partial`;
  copyFileSync(backup.file, partial);
  chmodSync(partial, 0o600);
  const copy = openSync(partial, 'r+');
  try {
    fsyncSync(copy);
  } finally {
    closeSync(copy);
  }
  renameSync(partial, file);
}
