import type { CallResult } from '#shared/ipc/call.ts';
import type { CallOutput } from '#shared/ipc/contract.ts';
import { encodeBase64 } from '../../base64.ts';
import { call } from '../../bridge.ts';

type Found = CallOutput<'workspaces.inspectImport'>;

const partBytes = 1024 * 1024;

/** Brings a workspace file into Gangway bit by bit and says what it is. Nothing is made of it yet. */
export async function sendFile(
  file: File,
  onProgress: (share: number) => void,
): Promise<CallResult<{ importId: string; found: Found }>> {
  const begun = await call('workspaces.importBegin', { bytes: file.size });
  if (!begun.ok) return begun;
  const { importId } = begun.value;
  for (let from = 0; from < file.size; from += partBytes) {
    let part: string;
    try {
      part = await encodeBase64(file.slice(from, from + partBytes));
    } catch {
      // Moved, removed or not readable any more; the browser says no more than that.
      void call('workspaces.importDrop', { importId });
      return {
        ok: false,
        error: { code: 'not_found', message: `${file.name} could not be read. Is it still there?` },
      };
    }
    const taken = await call('workspaces.importAppend', { importId, part });
    if (!taken.ok) return taken;
    onProgress(Math.min(1, (from + partBytes) / file.size));
  }
  const found = await call('workspaces.inspectImport', { importId });
  return found.ok ? { ok: true, value: { importId, found: found.value } } : found;
}
