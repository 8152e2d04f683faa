import { existsSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { isUuid } from '#shared/service/operations.ts';
import { isOwnFolder, writeOwnFile } from '../data-folder.ts';
import type { KeptFile, LocalCopy } from '../store/kept-files.ts';
import type { WorkspaceBase } from './base.ts';

/** The picture of a document that is shown: the local copy where there is one, else what was fetched. */
type ShownPicture = { file: string } & (({ from: 'service' } & KeptFile) | ({ from: 'local' } & LocalCopy));

/** Views within this time count as one, so that turning pages does not write to the disk. */
const oneViewMs = 60_000;
/** How many pictures are evicted at a time. */
const atOnce = 50;

const localName = (jobId: string) => `${jobId}.local`;
/** A removed copy that can be restored. The next start removes it as a stray. */
const removedName = (jobId: string) => `${jobId}.removed`;

/** Only a job ID names a file: a stored text with a path in it would lead out of the folder. */
const namesFile = (jobId: string) => isUuid(jobId);

/** The last folders of the path that are Gangway's: pictures, workspace, all workspaces. */
const ownFolders = 3;

/** Cached pictures of documents, least recently used evicted first, except local copies. */
export function createPictureCache(
  { clock, stores, settings, events, emit, reportAs }: WorkspaceBase,
  folder: string,
) {
  const store = stores.keptFiles;
  const limitBytes = () => settings().pictureCacheMb * 1024 * 1024;
  const lastUsed = new Map<string, number>();
  const removedCopies = new Map<string, LocalCopy>();
  const mutex = pLimit(1);
  const straysRemoved = removeStrays();
  void mutex(() => straysRemoved);

  function removeStrays(): Promise<void> {
    const known = new Set([...store.allFetched(), ...store.allLocal().map(localName)]);
    if (!isOwnFolder(folder, ownFolders)) return Promise.resolve();
    // Listed before anything new is written, so that no new file is taken for a stray.
    const strays = readdirSync(folder).filter((name) => !known.has(name));
    return removeFiles(strays).catch(reportAs('pictures_not_tidied'));
  }

  /** @param names as the folder lists them, or of job IDs that {@link namesFile} allows */
  async function removeFiles(names: readonly string[]): Promise<void> {
    if (!isOwnFolder(folder, ownFolders)) return;
    for (const name of names) await rm(join(folder, name), { force: true });
  }

  async function write(jobId: string, name: string, bytes: Buffer): Promise<void> {
    if (!namesFile(jobId)) throw new RangeError('A picture is kept under a job ID alone.');
    await writeOwnFile(folder, name, bytes);
  }

  function find(jobId: string): ShownPicture | null {
    if (!namesFile(jobId)) return null;
    const copy = store.local(jobId);
    const localFile = join(folder, localName(jobId));
    if (copy !== null && existsSync(localFile)) return { from: 'local', file: localFile, ...copy };
    const kept = store.fetched(jobId);
    const file = join(folder, jobId);
    return kept !== null && existsSync(file) ? { from: 'service', file, ...kept } : null;
  }

  /** The row goes first: if the process ends in between, the next start removes the file. */
  async function forget(jobIds: readonly string[]): Promise<void> {
    for (const jobId of jobIds) {
      store.forgetFetched(jobId);
      lastUsed.delete(jobId);
    }
    await removeFiles(jobIds.filter(namesFile));
  }

  /** @param spare the picture just fetched, which stays */
  async function makeRoom(spare: string | null): Promise<void> {
    const removed: string[] = [];
    for (let { bytes, files } = store.fetchedUsage(); bytes > limitBytes() && files > 0;) {
      const leaving: string[] = [];
      for (const one of store.leastRecentlyUsed(Math.min(atOnce, files))) {
        if (bytes <= limitBytes()) break;
        if (one.jobId === spare) continue;
        leaving.push(one.jobId);
        bytes -= one.bytes;
        files -= 1;
      }
      if (leaving.length === 0) break;
      await forget(leaving);
      removed.push(...leaving);
    }
    if (removed.length > 0) emit('documents.changed', { ids: removed });
  }

  events.on('settings', () => {
    mutex(() => makeRoom(null)).catch(reportAs('pictures_not_tidied'));
  });
  return {
    /** Null without a picture, or where its file is missing. */
    find,
    use(jobId: string): ShownPicture | null {
      const shown = find(jobId);
      if (shown === null || shown.from === 'local') return shown;
      const now = clock.wall();
      if (Math.abs(now - (lastUsed.get(jobId) ?? shown.keptAt)) >= oneViewMs) {
        lastUsed.set(jobId, now);
        store.noteUsed(jobId, now);
      }
      return shown;
    },
    keep: (jobId: string, bytes: Buffer, contentType: string): Promise<void> =>
      mutex(async () => {
        await write(jobId, jobId, bytes);
        store.noteFetched(jobId, { contentType, bytes: bytes.length, keptAt: clock.wall() });
        lastUsed.set(jobId, clock.wall());
        await makeRoom(jobId);
      }),
    keepLocal: (jobId: string, name: string, bytes: Buffer, contentType: string): Promise<void> =>
      mutex(async () => {
        await write(jobId, localName(jobId), bytes);
        store.noteLocal(jobId, { name, contentType, bytes: bytes.length, keptAt: clock.wall() });
      }),
    /** It can be restored until the workspace closes. */
    removeLocal: (jobId: string): Promise<void> =>
      mutex(async () => {
        const shown = find(jobId);
        store.forgetLocal(jobId);
        if (shown?.from !== 'local') return;
        const { name, contentType, bytes, keptAt } = shown;
        await rename(shown.file, join(folder, removedName(jobId)));
        removedCopies.set(jobId, { name, contentType, bytes, keptAt });
      }),
    /** Restores the copy that was removed last; false where it is gone, or another is in its place. */
    restoreLocal: (jobId: string): Promise<boolean> =>
      mutex(async () => {
        const copy = removedCopies.get(jobId);
        const file = join(folder, removedName(jobId));
        if (copy === undefined || store.local(jobId) !== null || !existsSync(file)) return false;
        await rename(file, join(folder, localName(jobId)));
        store.noteLocal(jobId, copy);
        removedCopies.delete(jobId);
        return true;
      }),
    holdToLimit: (): Promise<void> => mutex(() => makeRoom(null)),
    clear: (): Promise<string[]> =>
      mutex(async () => {
        const all = store.allFetched();
        await forget(all);
        return all;
      }),
    usage: () => ({ fetched: store.fetchedUsage(), local: store.localUsage() }),
    /** Waits for running removals, and removes the copies that could have been restored. */
    close: (): Promise<void> =>
      mutex(() =>
        removeFiles([...removedCopies.keys()].map(removedName)).catch(reportAs('pictures_not_tidied')),
      ),
  };
}
