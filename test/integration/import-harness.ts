import { vi } from 'vitest';
import { importHandlers } from '#main/features/imports.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { type CallError, type CallResult, partBytes } from '#shared/ipc/call.ts';
import type { ImportFilter, ImportStatus } from '#shared/ipc/imports.ts';
import type { ListKind } from '#shared/imports/import-fields.ts';
import { assets } from './assets.ts';

/** What a call came to; a refusal is thrown with its sentence. */
export function unwrap<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

export function getError<T>(result: CallResult<T>): CallError {
  if (result.ok) throw new Error('The call was carried out.');
  return result.error;
}

/** The import of one list, as the screen drives it. */
export function importing(workspace: Workspace, list: ListKind = 'invites') {
  const calls = importHandlers(workspace, { write: () => undefined }, assets.workers.list);

  async function status(): Promise<ImportStatus> {
    const value = unwrap(await calls['imports.status'](null));
    if (value === null) throw new Error('No import is open.');
    return value;
  }

  /** Hands a file over and waits until it is checked or refused. */
  async function open(file: string | Buffer, fileName = 'list.csv'): Promise<ImportStatus> {
    const bytes = Buffer.from(file);
    const { importId } = unwrap(await calls['imports.begin']({ list, fileName, size: bytes.length }));
    for (let offset = 0; offset < bytes.length; offset += partBytes) {
      const data = bytes.subarray(offset, offset + partBytes).toString('base64');
      unwrap(await calls['imports.append']({ importId, offset, data }));
    }
    unwrap(await calls['imports.finish']({ importId }));
    return checked();
  }

  /** Waits until the rows are checked, or the file is refused. */
  function checked(): Promise<ImportStatus> {
    return vi.waitFor(
      async () => {
        const now = await status();
        if (now.phase.kind !== 'ready' && now.phase.kind !== 'failed') throw new Error(now.phase.kind);
        return now;
      },
      { timeout: 60_000, interval: 2 },
    );
  }

  async function rows(filter: ImportFilter = 'all') {
    const { importId } = await status();
    return unwrap(
      await calls['imports.page']({ importId, filter, group: null, from: null, after: null, limit: 200 }),
    ).rows;
  }

  async function queue() {
    const { importId, counts } = await status();
    return calls['imports.queue']({ importId, expected: counts.ready });
  }

  return { calls, open, status, checked, rows, queue };
}
