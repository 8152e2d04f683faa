import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { removeDatabase } from '../store/process-lock.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { PartialFile } from './exports.ts';
import { localDayText } from './cells.ts';

const prefix = 'moving-';
const partBytes = 512 * 1024;

/** Copies of this process; all others are left from an earlier one. */
const inUse = new Set<string>();

/**
 * A whole workspace as one packed database, without the token and pictures. The copy is made page by page while the app goes
 * on working; null where it was `stopped` before that ended.
 */
export async function exportOfWorkspace(
  workspace: Workspace,
  stopped: AbortSignal,
): Promise<PartialFile | null> {
  const folder = dirname(workspace.filesFolder);
  for (const name of readdirSync(folder)) {
    const isOwn = [...inUse].some((file) => join(folder, name).startsWith(file));
    if (name.startsWith(prefix) && !isOwn) removeDatabase(join(folder, name));
  }
  const now = workspace.clock.wall();
  const file = join(folder, `${prefix}${randomUUID()}`);
  inUse.add(file);
  const { name, baseUrl } = workspace.describe();
  try {
    await workspace.copyForMove(file, { name, baseUrl, exportedAt: now }, stopped);
  } catch (error) {
    removeDatabase(file);
    inUse.delete(file);
    if (stopped.aborted) return null;
    throw error;
  }
  const total = statSync(file).size;
  const source = createReadStream(file);
  const packed = createGzip({ level: 6 });
  // An error ends `packed` and is thrown by its next chunk.
  pipeline(source, packed).catch(() => undefined);
  const chunks: AsyncIterator<unknown> = packed[Symbol.asyncIterator]();

  return {
    fileName: `gangway-workspace-${localDayText(now)}.gangway`,
    contentType: 'application/gzip',
    async next() {
      const parts: Buffer[] = [];
      for (let size = 0; size < partBytes;) {
        const chunk = await chunks.next();
        if (chunk.done === true) {
          return { bytes: Buffer.concat(parts), done: total, total, finished: true };
        }
        if (!Buffer.isBuffer(chunk.value)) throw new Error('A packed part is bytes.');
        parts.push(chunk.value);
        size += chunk.value.length;
      }
      return { bytes: Buffer.concat(parts), done: source.bytesRead, total, finished: false };
    },
    drop() {
      source.destroy();
      packed.destroy();
      if (existsSync(file)) removeDatabase(file);
      inUse.delete(file);
      return Promise.resolve();
    },
  };
}
