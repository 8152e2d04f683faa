import { isUtf8 } from 'node:buffer';
import type { ListEncoding } from '#shared/import-fields.ts';
import { ownMember } from '#shared/own-member.ts';

/** How much of a file is looked at for zeros, which in UTF-16 stand at every other place of Latin text. */
const lookedAt = 4096;
/** How much of the lines beyond ASCII is looked at for their encoding. */
const sampleBytes = 64 * 1024;

/** What the library may find, by its names; it knows many encodings that no list has come in for decades. */
const byName: Record<string, ListEncoding> = {
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  macroman: 'macintosh',
  gb18030: 'gb18030',
};

/**
 * The encoding of a text file: by its byte order mark, by the zeros of UTF-16 without one, as UTF-8 where most of what is
 * beyond ASCII is well-formed UTF-8 (a byte that is not is then a lost character of its row), and otherwise by its words.
 */
export async function detectEncoding(bytes: Buffer): Promise<ListEncoding> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const part = bytes.subarray(0, lookedAt);
  const even = zerosAt(part, 0);
  const odd = zerosAt(part, 1);
  const many = part.length / 5;
  if (odd > many && odd > 4 * even) return 'utf-16le';
  if (even > many && even > 4 * odd) return 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  const sample = linesBeyondAscii(bytes);
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(sample);
  const lost = decoded.split('\uFFFD').length - 1;
  const read = (decoded.match(/[^\0-\x7F\uFFFD]/gu) ?? []).length;
  if (read > lost) return 'utf-8';
  const { detect } = await import('jschardet');
  const found = detect(sample, { detectEncodings: Object.keys(byName) }).encoding?.toLowerCase();
  return ownMember(byName, found ?? '') ?? 'windows-1252';
}

function zerosAt(bytes: Buffer, parity: number): number {
  let zeros = 0;
  for (let index = parity; index < bytes.length; index += 2) if (bytes[index] === 0) zeros += 1;
  return zeros;
}

/** The lines of a file that say something about its encoding. */
function linesBeyondAscii(bytes: Buffer): Buffer {
  const lines: Buffer[] = [];
  let length = 0;
  let from = 0;
  while (from < bytes.length && length < sampleBytes) {
    const end = bytes.indexOf(0x0a, from);
    const line = bytes.subarray(from, end === -1 ? bytes.length : end + 1);
    if (line.some((byte) => byte > 0x7f)) {
      lines.push(line.subarray(0, sampleBytes));
      length += line.length;
    }
    from += line.length;
  }
  return Buffer.concat(lines);
}
