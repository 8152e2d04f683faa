import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { isUuid } from '#shared/service/operations.ts';
import { isOwnFolder } from '../data-folder.ts';
import type { KeptFile, LocalCopy } from '../store/kept-files.ts';
import type { WorkspaceBase } from './base.ts';

/** The picture of a document that is shown: the local copy where there is one, else what was fetched. */
export type ShownPicture = { file: string } & (
  | ({ from: 'service' } & KeptFile)
  | ({ from: 'local' } & LocalCopy)
);

export interface PictureUsage {
  fetched: { files: number; bytes: number };
  local: { files: number; bytes: number };
}

export type PictureCache = ReturnType<typeof createPictureCache>;

/** Looks within this time count as one, so that turning pages does not write to the disk. */
const oneLookMs = 60_000;
/** So many pictures make room at a time. */
const atOnce = 50;

const localName = (jobId: string) => `${jobId}.local`;
/** A copy that was removed and can be brought back. No document knows of the file, so the next start removes it in any case. */
const removedName = (jobId: string) => `${jobId}.removed`;

/** A stored text that is no job ID names no file: with a path in it, it would lead out of the folder of pictures. */
const namesFile = (jobId: string) => isUuid(jobId);

/** Of its folder's path, its own, the workspace's and that of all workspaces are ours. */
const ownFolders = 3;

/** Cached pictures of documents, least recently used evicted first. Local copies do not count. */
export function createPictureCache(
  { clock, stores, settings, events, emit, fault }: WorkspaceBase,
  folder: string,
) {
  const store = stores.keptFiles;
  /** How many bytes of fetched pictures may be kept. */
  const limit = () => settings().pictureCacheMb * 1024 * 1024;
  const lastUsed = new Map<string, number>();
  const removedCopies = new Map<string, LocalCopy>();
  /** One change at a time, so that two do not make the same room. */
  const mutex = pLimit(1);
  const straysRemoved = removeStrays();
  void mutex(() => straysRemoved);

  /** What a process that was cut short left behind: halves of files, and files that no document knows of. */
  function removeStrays(): Promise<void> {
    const known = new Set([...store.allFetched(), ...store.allLocal().map(localName)]);
    if (!isOwnFolder(folder, ownFolders)) return Promise.resolve();
    // Listed before anything new can be written, so that no file under way is taken for a stray.
    const strays = readdirSync(folder).filter((name) => !known.has(name));
    return removeFiles(strays).catch((error: unknown) => {
      fault('pictures_not_tidied', error);
    });
  }

  /** @param names of files in the folder, as it lists them or made of what {@link namesFile} */
  async function removeFiles(names: readonly string[]): Promise<void> {
    if (!isOwnFolder(folder, ownFolders)) return;
    for (const name of names) await rm(join(folder, name), { force: true });
  }

  /** Puts a file in its place whole or not at all, whoever else keeps the same one meanwhile. */
  async function write(jobId: string, name: string, bytes: Buffer): Promise<void> {
    if (!namesFile(jobId)) throw new RangeError('A picture is kept under a job ID alone.');
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

  function find(jobId: string): ShownPicture | null {
    if (!namesFile(jobId)) return null;
    const copy = store.local(jobId);
    const localFile = join(folder, localName(jobId));
    if (copy !== null && existsSync(localFile)) return { from: 'local', file: localFile, ...copy };
    const kept = store.fetched(jobId);
    const file = join(folder, jobId);
    return kept !== null && existsSync(file) ? { from: 'service', file, ...kept } : null;
  }

  /** A file goes after its row: cut short in between, it is a stray for the next start. */
  async function forget(jobIds: readonly string[]): Promise<void> {
    for (const jobId of jobIds) {
      store.forgetFetched(jobId);
      lastUsed.delete(jobId);
    }
    await removeFiles(jobIds.filter(namesFile));
  }

  /** @param spare a picture that stays in any case: it was fetched just now, to be looked at */
  async function makeRoom(spare: string | null): Promise<void> {
    const removed: string[] = [];
    for (let { bytes, files } = store.fetchedUsage(); bytes > limit() && files > 0;) {
      const leaving: string[] = [];
      for (const one of store.leastRecentlyUsed(Math.min(atOnce, files))) {
        if (bytes <= limit()) break;
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
    mutex(() => makeRoom(null)).catch((error: unknown) => {
      fault('pictures_not_tidied', error);
    });
  });
  return {
    /** Null where nothing is kept, or where somebody took the file away. */
    find,
    use(jobId: string): ShownPicture | null {
      const shown = find(jobId);
      if (shown === null || shown.from === 'local') return shown;
      const now = clock.wall();
      if (Math.abs(now - (lastUsed.get(jobId) ?? shown.keptAt)) >= oneLookMs) {
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
    /** Until the workspace is closed it can be brought back. */
    removeLocal: (jobId: string): Promise<void> =>
      mutex(async () => {
        const shown = find(jobId);
        store.forgetLocal(jobId);
        if (shown?.from !== 'local') return;
        const { name, contentType, bytes, keptAt } = shown;
        await rename(shown.file, join(folder, removedName(jobId)));
        removedCopies.set(jobId, { name, contentType, bytes, keptAt });
      }),
    /** Brings back the local copy that was removed last; false where it is gone, or where another is in its place. */
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
    /** Makes room until the limit is kept; to be called too when the limit was changed. */
    holdToLimit: (): Promise<void> => mutex(() => makeRoom(null)),
    /** Removes all that was fetched. Returns whose pictures those were. */
    clear: (): Promise<string[]> =>
      mutex(async () => {
        const all = store.allFetched();
        await forget(all);
        return all;
      }),
    usage: (): PictureUsage => ({ fetched: store.fetchedUsage(), local: store.localUsage() }),
    /** Waits for files that are still being removed, and removes the copies that could have been brought back. */
    close: (): Promise<void> =>
      mutex(() =>
        removeFiles([...removedCopies.keys()].map(removedName)).catch((error: unknown) => {
          fault('pictures_not_tidied', error);
        }),
      ),
  };
}
