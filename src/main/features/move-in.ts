import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { appendFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { partBytes, type FilePart } from '#shared/ipc/call.ts';
import { readBaseUrl } from '#shared/base/base-url.ts';
import { isOwnFolder } from '../data-folder.ts';
import { createIncomingFile, type IncomingFile } from '../incoming-file.ts';
import { runLimited } from '../limited-worker.ts';
import { toProblem } from '../store/database.ts';
import { removeDatabase } from '../store/process-lock.ts';
import { movedFile, type MovedFile, type MovedWorkspace } from '../store/moved-file.ts';
import { done, refuse } from '../ipc/handlers.ts';

/** A file that unpacks to more is no workspace of ours. */
const defaultMaxBytes = 8 * 1024 ** 3;
/** The file is unpacked and copied twice; a tenth of the free space stays free. */
const shareOfFreeSpace = 0.3;
const copyLimits = { heapMb: 512, ms: 10 * 60_000 };

const noFile = refuse('not_found', 'The file is no longer available. Choose it again.');
const notOurs = refuse(
  'bad_input',
  'This isn’t a Gangway workspace file, or part of it is missing. Export it again on the other computer.',
);
const newer = refuse(
  'newer_version',
  'This file was made by a newer Gangway. Update this one, then import it. Nothing was changed.',
);

const noRoom = refuse(
  'storage',
  'There isn’t enough space on this disk for the file. Nothing was imported. Free some space, then choose it again.',
);

interface Incoming {
  packed: string;
  unpacked: string;
  copy: string;
  file: IncomingFile;
  facts: MovedWorkspace | null;
}

export interface MoveInDeps {
  folder: string;
  worker: string;
  migrations: string;
  maxBytes?: number;
}

/** Imports a workspace file in parts and copies what is ours out of it into a new file. */
export function createMoveIn({ folder, worker, migrations, maxBytes = defaultMaxBytes }: MoveInDeps) {
  const files = new Map<string, Incoming>();

  function drop(importId: string): void {
    const file = files.get(importId);
    files.delete(importId);
    if (file === undefined) return;
    for (const path of [file.packed, file.unpacked, file.copy]) removeDatabase(path);
  }

  function abandon(importId: string, why: ReturnType<typeof refuse>) {
    drop(importId);
    return why;
  }

  async function copied({ unpacked, copy }: Incoming): Promise<MovedFile> {
    const work = await runLimited(worker, { file: unpacked, target: copy, migrations }, copyLimits);
    return work.kind === 'done' ? movedFile.parse(work.value) : { kind: 'not_ours' };
  }

  return {
    begin(bytes: number) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // One import at a time; files left behind go.
      for (const id of files.keys()) drop(id);
      if (isOwnFolder(folder, 1)) {
        for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true });
      }
      const importId = randomUUID();
      const packed = join(folder, `${importId}.gz`);
      const unpacked = join(folder, `${importId}.db`);
      const copy = join(folder, `${importId}.copy.db`);
      files.set(importId, { packed, unpacked, copy, file: createIncomingFile(bytes), facts: null });
      return done({ importId });
    },
    async append(importId: string, part: FilePart) {
      const incoming = files.get(importId);
      if (incoming === undefined) return noFile;
      const bytes = Buffer.alloc(partBytes);
      const length = incoming.file.take(part, bytes, 0);
      if (length === null) return abandon(importId, notOurs);
      try {
        await appendFile(incoming.packed, bytes.subarray(0, length), { mode: 0o600 });
      } catch (error) {
        drop(importId);
        return unwritten(error);
      }
      return done(null);
    },
    async look(importId: string) {
      const incoming = files.get(importId);
      if (incoming === undefined) return noFile;
      try {
        const outcome = incoming.file.isWhole() ? await unpack(incoming, folder, maxBytes) : 'not_ours';
        if (outcome === 'no_room') return abandon(importId, noRoom);
        const found = outcome === 'unpacked' ? await copied(incoming) : ({ kind: 'not_ours' } as const);
        const reading = found.kind === 'copied' ? readBaseUrl(found.facts.baseUrl) : null;
        if (found.kind !== 'copied' || reading?.ok !== true)
          return abandon(importId, found.kind === 'newer' ? newer : notOurs);
        // The address as connected to: the person sees where the token will go.
        incoming.facts = { ...found.facts, baseUrl: reading.baseUrl };
      } catch (error) {
        drop(importId);
        return unwritten(error);
      }
      for (const path of [incoming.packed, incoming.unpacked]) rmSync(path, { force: true });
      return done(incoming.facts);
    },
    ready(importId: string) {
      const file = files.get(importId);
      return file?.facts == null ? null : { file: file.copy, facts: file.facts };
    },
    noFile,
    drop,
  };
}

function unwritten(error: unknown) {
  if (toProblem(error) === null) throw error;
  return noRoom;
}

async function unpack(
  { packed, unpacked }: Incoming,
  folder: string,
  maxBytes: number,
): Promise<'unpacked' | 'not_ours' | 'no_room'> {
  const disk = await statfs(folder);
  const room = disk.bavail * disk.bsize * shareOfFreeSpace;
  let size = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, give: TransformCallback) {
      size += chunk.length;
      if (size > Math.min(maxBytes, room)) give(new RangeError('It unpacks to more than there is room for.'));
      else give(null, chunk);
    },
  });
  try {
    await pipeline(
      createReadStream(packed),
      createGunzip(),
      limited,
      createWriteStream(unpacked, { mode: 0o600, flush: true }),
    );
    return 'unpacked';
  } catch (error) {
    if (error instanceof RangeError) return size > maxBytes ? 'not_ours' : 'no_room';
    if (isPackingProblem(error)) return 'not_ours';
    throw error;
  }
}

/** Whether the file is not packed as ours, or ends too early. */
const isPackingProblem = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
