import type { CallResult } from '#shared/ipc/call.ts';
import type { CallOutput } from '#shared/ipc/contract.ts';
import { call } from '../../bridge.ts';
import { sendInParts, unreadableFile } from '../../send-in-parts.ts';

type Found = CallOutput<'workspaces.inspectImport'>;

/** Brings a workspace file into Gangway and says what it is. Nothing is made of it yet. */
export async function sendFile(
  file: File,
  onProgress: (share: number) => void,
): Promise<CallResult<{ importId: string; found: Found }>> {
  const begun = await call('workspaces.importBegin', { bytes: file.size });
  if (!begun.ok) return begun;
  const { importId } = begun.value;
  const sent = await sendInParts(
    file,
    (part) => call('workspaces.importAppend', { importId, ...part }),
    onProgress,
  );
  if (sent.kind === 'refused') return { ok: false, error: sent.error };
  if (sent.kind === 'unreadable') {
    void call('workspaces.importDrop', { importId });
    return { ok: false, error: unreadableFile(file) };
  }
  const found = await call('workspaces.inspectImport', { importId });
  return found.ok ? { ok: true, value: { importId, found: found.value } } : found;
}
