import { isUtf8 } from 'node:buffer';

/** The encodings that lists come in. */
export type ListEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const bomBe = [0xfe, 0xff];
const bomLe = [0xff, 0xfe];
/** How much of a file is looked at for zeros, which in UTF-16 stand at every other place of Latin text. */
const lookedAt = 4096;

/**
 * The encoding of a text file: by its byte order mark, by the zeros of UTF-16 without one, as UTF-8 where it is
 * well-formed UTF-8, and otherwise Windows-1252, which older spreadsheets write.
 */
export function detectEncoding(bytes: Buffer): ListEncoding {
  if (startsWith(bytes, bomLe)) return 'utf-16le';
  if (startsWith(bytes, bomBe)) return 'utf-16be';
  const part = bytes.subarray(0, lookedAt);
  const even = zerosAt(part, 0);
  const odd = zerosAt(part, 1);
  const many = part.length / 5;
  if (odd > many && odd > 4 * even) return 'utf-16le';
  if (even > many && even > 4 * odd) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function startsWith(bytes: Buffer, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function zerosAt(bytes: Buffer, parity: number): number {
  let zeros = 0;
  for (let index = parity; index < bytes.length; index += 2) if (bytes[index] === 0) zeros += 1;
  return zeros;
}
