import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { begunExport, ExportFormat, ExportSource } from '#shared/ipc/exports.ts';
import { type ListRows, localDayText } from './cells.ts';
import { listRows } from './list-rows.ts';
import { csvWriter, xlsxWriter } from './sheet.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface ExportPart {
  bytes: Uint8Array;
  done: number;
  total: number;
  finished: boolean;
}

export interface PartialFile {
  fileName: string;
  contentType: string;
  next(): Promise<ExportPart>;
  drop?(): Promise<void>;
}

const maxAtOnce = 4;

/** The files that are being written for the screen; the oldest is dropped where a screen forgot several. */
export function createExports() {
  const files = new Map<string, PartialFile>();
  let closed = false;

  async function drop(exportId: string): Promise<void> {
    const file = files.get(exportId);
    files.delete(exportId);
    await file?.drop?.();
  }

  return {
    /** Null, and drops the file, after closing. */
    async add(file: PartialFile): Promise<z.infer<typeof begunExport> | null> {
      if (closed) {
        await file.drop?.();
        return null;
      }
      for (const forgotten of [...files.keys()].slice(0, Math.max(files.size - maxAtOnce + 1, 0))) {
        await drop(forgotten);
      }
      const exportId = randomUUID();
      files.set(exportId, file);
      return { exportId, fileName: file.fileName, contentType: file.contentType };
    },
    /** The next part; the last one drops the file. Null for an unknown file. */
    async next(exportId: string): Promise<ExportPart | null> {
      const file = files.get(exportId);
      if (file === undefined) return null;
      try {
        const part = await file.next();
        if (part.finished) await drop(exportId);
        return part;
      } catch (error) {
        await drop(exportId);
        if (closed) return null;
        throw error;
      }
    },
    drop,
    async close(): Promise<void> {
      closed = true;
      await Promise.all([...files.keys()].map(drop));
    },
  };
}

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Each slice of rows is written in a turn of its own. */
const slicesPerPart = 10;

export async function exportOfList(
  workspace: Workspace,
  source: ExportSource,
  format: ExportFormat,
): Promise<PartialFile> {
  const list: ListRows = await listRows(workspace, source);
  const writer = format === 'csv' ? csvWriter : xlsxWriter(list.name);
  const day = localDayText(workspace.clock.wall());
  let begun = false;
  let after: string | null = null;
  let done = 0;

  return {
    fileName: `gangway-${list.name.toLowerCase().replaceAll(' ', '-')}-${day}.${format}`,
    contentType: contentTypes[format],
    async next() {
      const parts: Uint8Array[] = begun ? [] : [writer.begin(list.head)];
      begun = true;
      let total = done;
      for (let slices = 0; slices < slicesPerPart; slices += 1) {
        const page = list.page(after);
        parts.push(writer.rows(page.rows));
        done += page.rows.length;
        total = Math.max(page.total, done);
        after = page.next;
        if (after === null) {
          parts.push(writer.end());
          return { bytes: Buffer.concat(parts), done, total: done, finished: true };
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
      return { bytes: Buffer.concat(parts), done, total, finished: false };
    },
  };
}
