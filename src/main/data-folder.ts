import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the folder of the app's data one that its owner alone can read, and closes one of ours that others could. Gives a
 * sentence where it is not ours to close: it belongs to another user, or it holds other things. Windows has no such modes;
 * there the folder is in the user's profile, which is closed to others.
 */
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

/**
 * Whether a folder is there and is ours, so that what lies in it may be removed. `depth` is how many folders of its path are
 * ours, from the end on: where one of them is a link, what it leads to is somebody else's and stays.
 */
export function isOwnFolder(folder: string, depth: number): boolean {
  if (depth === 0) return true;
  // The outer ones first: below a file nothing can be asked for.
  return (
    isOwnFolder(dirname(folder), depth - 1) &&
    lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  );
}
