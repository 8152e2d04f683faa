import { isUtf8 } from 'node:buffer';
import type { ListEncoding } from '#shared/imports/import-fields.ts';
import { ownMember } from '#shared/base/own-member.ts';

/** How much is searched for zeros, every other byte of Latin text in UTF-16. */
const zeroSample = 4096;
const sampleBytes = 64 * 1024;

/** The encodings that lists still come in, by the library's names. */
const byName: Record<string, ListEncoding> = {
  'windows-1252': 'windows-1252',
  macroman: 'macintosh',
  'windows-1251': 'windows-1251',
  gb18030: 'gb18030',
  'windows-1250': 'windows-1250',
};

/** The encoding of a text file: by its byte order mark, the zeros of UTF-16, well-formed UTF-8, and otherwise by its words. */
export async function detectEncoding(bytes: Buffer): Promise<ListEncoding> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const part = bytes.subarray(0, zeroSample);
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
  const likely = ownMember(byName, found ?? '') ?? 'windows-1252';
  // The library is unsure of short lists and takes a few Western words for Central European: of its finding and the others,
  // the one with the fewest odd words wins.
  const first: ListEncoding[] = likely === 'windows-1250' ? [] : [likely];
  return [...new Set([...first, ...Object.values(byName)])]
    .map((name) => ({ name, odd: new TextDecoder(name).decode(sample).match(oddInWord)?.length ?? 0 }))
    .reduce((best, one) => (one.odd < best.odd ? one : best)).name;
}

const oddInWord =
  /\p{Ll}[^\0-\x7F\p{Ll}\p{M}\p{P}\s]|[^\0-\x7F\p{L}\p{M}\p{P}\s]\p{L}|[\p{Pi}\p{Ps}](?=[,;\t|\r\n])|\p{Lu}[^\0-\x7F\P{Lu}]\p{Ll}|\p{L}[\u2013\u2014]\p{L}|[a-z\d]\p{Script=Cyrillic}|\p{Script=Cyrillic}[a-z\d]|@[\w.-]*[^\0-\x7F\p{P}\s]|[^\0-\x7F\p{P}\s][\w.+-]*@|[\uFFFD\u0080-\u009F†≠]|Ê(?=[,;\t|^"\r\n])|(?<=[,;\t|^"\r\n])Ê(?!\p{Ll})/gu;

const zerosAt = (bytes: Buffer, parity: number): number =>
  bytes.filter((byte, at) => byte === 0 && at % 2 === parity).length;

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
