import type { FilePart } from '#shared/ipc/call.ts';

export type IncomingFile = ReturnType<typeof createIncomingFile>;

export function createIncomingFile(size: number) {
  let received = 0;
  return {
    get received(): number {
      return received;
    },
    isWhole: (): boolean => received === size,
    /** Writes a part into `target` and returns its size; null if it is not the next one, not Base64, or too large. */
    take({ offset, data }: FilePart, target: Buffer, at: number): number | null {
      const length = Buffer.byteLength(data, 'base64');
      if (offset !== received || offset + length > size) return null;
      if (target.write(data, at, 'base64') !== length) return null;
      received += length;
      return length;
    },
  };
}
