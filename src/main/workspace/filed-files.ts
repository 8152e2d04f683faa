import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { getPictureFile } from '#shared/base/picture-file.ts';
import { isOwnFolder, writeOwnFile } from '../data-folder.ts';
import type { WorkspaceBase } from './base.ts';

/** The last folders of the path that are Gangway's: filed, workspace, all workspaces. */
const ownFolders = 3;

/** Only a hash names a file: a stored text with a path in it would lead out of the folder. */
const namesFile = (name: string) => /^[0-9a-f]{64}$/.test(name);

/** The files of dropped papers, each stored once under its SHA-256, until every document of it is removed. */
export function createFiledFiles({ clock, stores, reportAs }: WorkspaceBase, folder: string) {
  const store = stores.filed;
  const mutex = pLimit(1);
  void mutex(tidy).catch(reportAs('filed_files_not_tidied'));

  async function tidy(): Promise<void> {
    if (!isOwnFolder(folder, ownFolders)) return;
    for (const name of readdirSync(folder)) {
      if (namesFile(name) && store.isUsed(name)) continue;
      if (namesFile(name) && !store.isKnown(name)) await adopt(name);
      else await rm(join(folder, name), { force: true });
    }
    store.forgetRemoved();
  }

  /** A file without a row goes to the pile: the database may be an older copy. */
  async function adopt(sha256: string): Promise<void> {
    const bytes = await readFile(join(folder, sha256));
    const contentType = getPictureFile(bytes)?.contentType;
    const isWhole = createHash('sha256').update(bytes).digest('hex') === sha256;
    if (contentType === undefined || !isWhole) await rm(join(folder, sha256), { force: true });
    else store.add({ fileName: 'Recovered file', contentType, sha256, bytes: bytes.length }, clock.wall());
  }

  return {
    /** Where the file of this hash is and what it is; null where it is not on this computer. */
    find(sha256: string): { file: string; contentType: string } | null {
      if (!namesFile(sha256)) return null;
      const file = join(folder, sha256);
      const known = existsSync(file) ? store.fileOf(sha256) : null;
      return known === null ? null : { file, contentType: known.contentType };
    },
    /** Writes a file unless it is there, then runs `note`; rejects on a full disk. */
    keep: (sha256: string, bytes: Buffer, note: () => void): Promise<void> =>
      mutex(async () => {
        if (!existsSync(join(folder, sha256))) await writeOwnFile(folder, sha256, bytes);
        note();
      }),
    /** Waits for what is being written. */
    close: (): Promise<void> => mutex(() => undefined),
  };
}
