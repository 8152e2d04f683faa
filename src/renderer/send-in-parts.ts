import { type CallError, type CallResult, partBytes, type FilePart } from '#shared/ipc/call.ts';

/** What became of sending a file: it was not sent whole where it cannot be read any more, or where a part was refused. */
type SentFile = { kind: 'sent' } | { kind: 'unreadable' | 'refused'; error: CallError };

/** The bytes of a part of a file in base64, as they cross the bridge. Rejects where the file cannot be read any more. */
export async function encodeBase64(part: Blob): Promise<string> {
  const bytes = new Uint8Array(await part.arrayBuffer());
  let letters = '';
  // In steps: a call takes only so many arguments.
  for (let from = 0; from < bytes.length; from += 8192) {
    letters += String.fromCharCode(...bytes.subarray(from, from + 8192));
  }
  return btoa(letters);
}

/** Sends a file to the main process, one part after the other. @param onProgress told the share that has arrived, up to 1 */
export async function sendInParts(
  file: File,
  append: (part: FilePart) => Promise<CallResult<null>>,
  onProgress: (share: number) => void = () => undefined,
): Promise<SentFile> {
  for (let offset = 0; offset < file.size; offset += partBytes) {
    let data: string;
    try {
      data = await encodeBase64(file.slice(offset, offset + partBytes));
    } catch {
      // Moved, removed or changed since it was chosen; the browser says no more than that.
      const message = `${file.name} could not be read. Is it still there?`;
      return { kind: 'unreadable', error: { code: 'not_found', message } };
    }
    const taken = await append({ offset, data });
    if (!taken.ok) return { kind: 'refused', error: taken.error };
    onProgress(Math.min(1, (offset + partBytes) / file.size));
  }
  return { kind: 'sent' };
}

/** The text of a file in the encodings that lists come in: UTF-16 by its mark, UTF-8, or else Windows-1252. */
export async function textOfFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8; what older spreadsheets write is nearly always this one.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
