import type { FilePart } from '#shared/ipc/file-parts.ts';

/** A file of which the size was announced and that comes in parts. */
export interface IncomingFile {
  /** How many bytes are here. */
  readonly received: number;
  isWhole(): boolean;
  /**
   * Writes a part into `target` from `at` on and tells how many bytes that were; null where it is not the next one, is not
   * Base64, or is more than was announced.
   */
  take(part: FilePart, target: Buffer, at: number): number | null;
}

export function createIncomingFile(size: number): IncomingFile {
  let received = 0;
  return {
    get received() {
      return received;
    },
    isWhole: () => received === size,
    take({ offset, data }, target, at) {
      const length = Buffer.byteLength(data, 'base64');
      if (offset !== received || offset + length > size) return null;
      if (target.write(data, at, 'base64') !== length) return null;
      received += length;
      return length;
    },
  };
}
