import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Random } from '#test/chaos/random.ts';

/** How a text becomes bytes. `mislabelled`: bytes of one charset under the name of another. */
const charsets = [
  'utf-8',
  'utf-8 unsaid',
  'utf-8 with BOM',
  'utf-16le',
  'utf-16be',
  'utf-16 with BOM',
  'iso-8859-1',
  'unknown label',
  'mislabelled',
] as const;
export type Charset = (typeof charsets)[number];

/** How bytes are packed. */
const codings = [
  'identity',
  'gzip',
  'x-gzip',
  'br',
  'deflate',
  'raw deflate',
  'gzip, br',
  'deflate, gzip',
  'gzip cut short',
  'gzip broken',
  'zstd, not packed',
  'unheard of',
  'gzip unsaid',
] as const;
export type Coding = (typeof codings)[number];

/** A body on the wire. */
export interface WireBody {
  bytes: Buffer;
  /** Bytes before they were packed. */
  plain: Buffer;
  /** For Content-Type; null where nothing is said of a charset. */
  charset: string | null;
  contentEncoding: string | null;
  /** Whether whoever honours the headers has the text as it was meant. */
  readable: boolean;
}

/** Mostly plain, so that other parts of an answer are met as well. */
export function randomForm(random: Random): { charset: Charset; coding: Coding } {
  return {
    charset: random.chance(0.65) ? 'utf-8' : random.pick(charsets),
    coding: random.chance(0.6) ? 'identity' : random.pick(codings),
  };
}

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes).swap16();
}

function inCharset(text: string, charset: Charset): Pick<WireBody, 'plain' | 'charset' | 'readable'> {
  switch (charset) {
    case 'utf-8':
      return { plain: Buffer.from(text), charset: 'utf-8', readable: true };
    case 'utf-8 unsaid':
      return { plain: Buffer.from(text), charset: null, readable: true };
    case 'utf-8 with BOM':
      return { plain: Buffer.from(`\uFEFF${text}`), charset: 'utf-8', readable: true };
    case 'utf-16le':
      return { plain: Buffer.from(text, 'utf16le'), charset: 'utf-16le', readable: true };
    case 'utf-16be':
      return { plain: swapped(Buffer.from(text, 'utf16le')), charset: 'utf-16be', readable: true };
    case 'utf-16 with BOM':
      return { plain: Buffer.from(`\uFEFF${text}`, 'utf16le'), charset: 'utf-16', readable: true };
    case 'iso-8859-1':
      // What is not in it would be lost on the way, which is no fault of whoever reads it.
      return { plain: Buffer.from(narrowed(text), 'latin1'), charset: 'iso-8859-1', readable: true };
    case 'unknown label':
      return { plain: Buffer.from(text), charset: 'x-our-own', readable: true };
    case 'mislabelled': {
      const plain = Buffer.from(`${narrowed(text)} `, 'latin1');
      return { plain, charset: 'utf-8', readable: plain.every((byte) => byte < 0x80) };
    }
  }
}

/** The text with what ISO 8859-1 has no letters for left out. */
function narrowed(text: string): string {
  return text.replace(/[Ā-\u{10FFFF}]/gu, '?');
}

/** The text that stands in a body of that charset. */
export function textIn(text: string, charset: Charset): string {
  if (charset === 'iso-8859-1') return narrowed(text);
  return charset === 'mislabelled' ? `${narrowed(text)} ` : text;
}

function packed(
  plain: Buffer,
  coding: Coding,
): { bytes: Buffer; contentEncoding: string | null; whole: boolean } {
  switch (coding) {
    case 'identity':
      return { bytes: plain, contentEncoding: null, whole: true };
    case 'gzip':
      return { bytes: gzipSync(plain), contentEncoding: 'gzip', whole: true };
    case 'x-gzip':
      return { bytes: gzipSync(plain), contentEncoding: 'x-gzip', whole: true };
    case 'br':
      return { bytes: brotliCompressSync(plain), contentEncoding: 'br', whole: true };
    case 'deflate':
      return { bytes: deflateSync(plain), contentEncoding: 'deflate', whole: true };
    case 'raw deflate':
      return { bytes: deflateRawSync(plain), contentEncoding: 'deflate', whole: true };
    case 'gzip, br':
      return { bytes: brotliCompressSync(gzipSync(plain)), contentEncoding: 'gzip, br', whole: true };
    case 'deflate, gzip':
      return { bytes: gzipSync(deflateSync(plain)), contentEncoding: 'deflate, gzip', whole: true };
    case 'gzip cut short': {
      const bytes = gzipSync(plain);
      return { bytes: bytes.subarray(0, Math.ceil(bytes.length / 2)), contentEncoding: 'gzip', whole: false };
    }
    case 'gzip broken': {
      const bytes = gzipSync(plain);
      for (let at = 12; at < bytes.length - 8; at += 3) bytes[at] = (bytes[at] ?? 0) ^ 0xa5;
      return { bytes, contentEncoding: 'gzip', whole: false };
    }
    case 'zstd, not packed':
      return { bytes: plain, contentEncoding: 'zstd', whole: false };
    case 'unheard of':
      return { bytes: plain, contentEncoding: 'foo', whole: false };
    case 'gzip unsaid':
      return { bytes: gzipSync(plain), contentEncoding: null, whole: false };
  }
}

/** A text as it goes over the wire. Nothing stays nothing, however it is packed. */
export function onWire(text: string, charset: Charset, coding: Coding): WireBody {
  if (text === '') {
    const bytes = Buffer.alloc(0);
    return { bytes, plain: bytes, charset: null, contentEncoding: null, readable: true };
  }
  const encoded = inCharset(text, charset);
  const { bytes, contentEncoding, whole } = packed(encoded.plain, coding);
  return { ...encoded, bytes, contentEncoding, readable: encoded.readable && whole };
}
