import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { readBaseUrl } from '#shared/service/base-url.ts';
import { lookAtMoved, type MovedWorkspace } from '../store/moved-file.ts';
import { done, refuse } from './handlers.ts';

/** The most that a workspace may take on the disk; what unpacks to more is no workspace of ours. */
const mostBytes = 8 * 1024 ** 3;

const letGo = refuse('not_found', 'The file is no longer available. Choose it again.');
const notOurs = refuse(
  'bad_input',
  'This is not a workspace file of Gangway, or it was cut short. Export it again on the other computer.',
);
const newer = refuse(
  'newer_version',
  'This file was made by a newer Gangway. Update this one, then import it. Nothing was changed.',
);

interface Incoming {
  packed: string;
  unpacked: string;
  expected: number;
  received: number;
  /** Null until it was looked at. */
  facts: MovedWorkspace | null;
}

/** Takes in a workspace file bit by bit and looks at it, before anything is made of it. */
export function createMoveIn(folder: string, migrationsOfWorkspaces: Parameters<typeof lookAtMoved>[1]) {
  const files = new Map<string, Incoming>();

  function drop(importId: string): void {
    const file = files.get(importId);
    files.delete(importId);
    if (file === undefined) return;
    rmSync(file.packed, { force: true });
    rmSync(file.unpacked, { force: true });
  }

  return {
    begin(bytes: number) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // One file comes in at a time; what was left behind is nobody's.
      for (const id of files.keys()) drop(id);
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true });
      const importId = randomUUID();
      const packed = join(folder, `${importId}.gz`);
      const unpacked = join(folder, `${importId}.db`);
      files.set(importId, { packed, unpacked, expected: bytes, received: 0, facts: null });
      return done({ importId });
    },
    async append(importId: string, part: string) {
      const file = files.get(importId);
      if (file === undefined) return letGo;
      const bytes = Buffer.from(part, 'base64');
      file.received += bytes.length;
      if (file.received > file.expected) {
        drop(importId);
        return notOurs;
      }
      await appendFile(file.packed, bytes, { mode: 0o600 });
      return done(null);
    },
    async look(importId: string) {
      const file = files.get(importId);
      if (file === undefined) return letGo;
      if (file.received !== file.expected || !(await unpack(file))) {
        drop(importId);
        return notOurs;
      }
      const found = lookAtMoved(file.unpacked, migrationsOfWorkspaces);
      const reading = found.kind === 'sound' ? readBaseUrl(found.facts.baseUrl) : null;
      if (found.kind !== 'sound' || reading?.ok !== true) {
        drop(importId);
        return found.kind === 'newer' ? newer : notOurs;
      }
      // The address as it is connected to, not as it is written: the person sees where the token will go.
      file.facts = { ...found.facts, baseUrl: reading.baseUrl };
      rmSync(file.packed, { force: true });
      return done(file.facts);
    },
    /** The unpacked file with what it says of itself, once it was looked at. */
    ready(importId: string) {
      const file = files.get(importId);
      return file?.facts == null ? null : { file: file.unpacked, facts: file.facts };
    },
    letGo,
    drop,
  };
}

async function unpack(file: Incoming): Promise<boolean> {
  let size = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, give: TransformCallback) {
      size += chunk.length;
      if (size > mostBytes) give(new RangeError('It unpacks to more than a workspace can hold.'));
      else give(null, chunk);
    },
  });
  try {
    await pipeline(
      createReadStream(file.packed),
      createGunzip(),
      limited,
      createWriteStream(file.unpacked, { mode: 0o600, flush: true }),
    );
    return true;
  } catch (error) {
    if (error instanceof RangeError || isPackingProblem(error)) return false;
    throw error;
  }
}

/** Whether what came is not packed as we pack, or ends too early; a full disk is another matter. */
function isPackingProblem(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')
  );
}
