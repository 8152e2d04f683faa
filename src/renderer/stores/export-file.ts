import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallError } from '#shared/ipc/call.ts';
import type { CallInput, CallName } from '#shared/ipc/contract.ts';
import { call } from '../bridge.ts';

type Begin = Extract<CallName, `exports.begin${string}`>;

export type Exporting = ReturnType<typeof useExport>;

const getBytes = (part: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0));

/** One export of a screen, canceled when the screen is left. */
export function useExport() {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const current = useRef<string | null>(null);

  const cancel = useCallback(() => {
    const exportId = current.current;
    current.current = null;
    setProgress(null);
    if (exportId !== null) void call('exports.drop', { exportId });
  }, []);
  useEffect(() => cancel, [cancel]);

  /** Whether the export finished; a partial file is not offered. */
  const run = useCallback(async <N extends Begin>(name: N, input: CallInput<N>) => {
    const end = (failed: CallError | null) => {
      current.current = null;
      setError(failed);
      setProgress(null);
      return failed === null;
    };
    setError(null);
    setProgress({ done: 0, total: 0 });
    const begun = await call<Begin>(name, input);
    if (!begun.ok) return end(begun.error);
    const { exportId, fileName, contentType } = begun.value;
    current.current = exportId;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (;;) {
      const next = await call('exports.next', { exportId });
      if (current.current !== exportId) return false;
      if (!next.ok) return end(next.error);
      parts.push(getBytes(next.value.part));
      setProgress({ done: next.value.done, total: next.value.total });
      if (next.value.finished) break;
    }
    saveBlob(new Blob(parts, { type: contentType }), fileName);
    return end(null);
  }, []);

  return { run, progress, error, cancel };
}

export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The download reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export function saveText(file: { fileName: string; contentType: string; text: string }): void {
  saveBlob(new Blob([file.text], { type: file.contentType }), file.fileName);
}

export const saveJson = (text: string, fileName: string): void =>
  saveText({ fileName, contentType: 'application/json', text });
