import { randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Makes the data folder its owner's alone; a sentence where it is another user's, or has other files. */
export function closeDataFolder(folder: string, databaseName: string): string | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = process.getuid?.();
  if (owner === undefined) return null;
  const { mode, uid } = statSync(folder);
  if (uid !== owner) {
    return `The folder ${folder} belongs to another user of this computer. Choose your own folder for Gangway’s data.`;
  }
  if ((mode & 0o077) === 0) return null;
  const held = readdirSync(folder);
  if (held.length > 0 && !held.includes(databaseName)) {
    return `Other users of this computer can open the folder ${folder}, and it contains other files. Choose an empty folder.`;
  }
  chmodSync(folder, 0o700);
  return null;
}

/** Whether a folder exists and none of the last `depth` folders of its path is a link, so that its files may be removed. */
export function isOwnFolder(folder: string, depth: number): boolean {
  if (depth === 0) return true;
  // The outer ones first: nothing exists below a file.
  return (
    isOwnFolder(dirname(folder), depth - 1) &&
    lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  );
}

/** Writes a file for its owner alone, whole or not at all; rejects on a full disk. @param name a plain name */
export async function writeOwnFile(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const partial = join(folder, `${name}.${randomUUID()}.partial`);
  try {
    await writeFile(partial, bytes, { mode: 0o600, flush: true });
    await rename(partial, join(folder, name));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
