import type { Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

/** Accept-Encoding (RFC 9110, 12.5.3): what {@link decodeContent} undoes. */
export const acceptedEncodings = 'gzip, br, deflate';

/** Each coding costs a pass over the whole; no server uses more. */
const maxCodings = 4;
const chunkSize = 64 * 1024;

export interface DecodedContent {
  bytes: Buffer;
  /** Whether everything could be decoded. */
  whole: boolean;
  /** Whether decoding ended at the limit. */
  tooLarge: boolean;
}

const nothing: DecodedContent = { bytes: Buffer.alloc(0), whole: false, tooLarge: false };

/** Undoes Content-Encoding (RFC 9110, 8.4) off the main thread, up to `limit` bytes. Never rejects. */
export async function decodeContent(
  content: Buffer,
  header: string | string[] | null | undefined,
  limit: number,
): Promise<DecodedContent> {
  const codings = String(header ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  let decoded: DecodedContent = { bytes: content, whole: true, tooLarge: false };
  if (content.length === 0) return decoded;
  if (codings.length > maxCodings) return nothing;
  for (const coding of codings.toReversed()) {
    const next = await undo(coding, decoded.bytes, limit);
    decoded = {
      bytes: next.bytes,
      whole: decoded.whole && next.whole,
      tooLarge: decoded.tooLarge || next.tooLarge,
    };
  }
  return decoded;
}

async function undo(coding: string, content: Buffer, limit: number): Promise<DecodedContent> {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return inflated(createGunzip({ chunkSize }), content, limit);
    case 'br':
      return inflated(createBrotliDecompress({ chunkSize }), content, limit);
    case 'deflate': {
      const wrapped = await inflated(createInflate({ chunkSize }), content, limit);
      // Some servers leave out the zlib wrapper of RFC 9110, 8.4.1.2.
      return wrapped.whole || wrapped.bytes.length > 0
        ? wrapped
        : inflated(createInflateRaw({ chunkSize }), content, limit);
    }
    default:
      return nothing;
  }
}

/** Runs bytes through a zlib stream up to a limit; cut or broken input gives its readable part. */
export function inflated(
  stream: Transform & { readonly bytesWritten: number },
  content: Buffer,
  limit: number,
): Promise<DecodedContent> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (whole: boolean, tooLarge: boolean) => {
      resolve({ bytes: Buffer.concat(chunks), whole, tooLarge });
    };
    stream.on('data', (chunk: Buffer) => {
      const room = limit - size;
      size += chunk.length;
      chunks.push(chunk.subarray(0, room));
      if (size <= limit) return;
      end(false, true);
      stream.destroy();
    });
    stream.on('end', () => {
      // Bytes after the end of the coded content are not part of it.
      end(stream.bytesWritten === content.length, false);
    });
    stream.on('error', () => end(false, false));
    stream.end(content);
  });
}

const maxLayers = 8;

/** The unpacker for bytes by their signature; null for unpacked ones. */
function unpackerFor(bytes: Uint8Array) {
  const [first, second, third, fourth] = bytes;
  // RFC 1952, 2.3.1.
  if (first === 0x1f && second === 0x8b && third === 8) return createGunzip();
  // RFC 8878, 3.1.1.
  if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) return createZstdDecompress();
  // RFC 1950, 2.2.
  const isZlib = first === 0x78 && second !== undefined && (0x7800 + second) % 31 === 0;
  return isZlib ? createInflate() : null;
}

/** Unpacks bytes however often they are packed; null for unpacked ones. Never rejects. */
export async function unpacked(bytes: Buffer, limit: number): Promise<DecodedContent | null> {
  let inside: DecodedContent = { bytes, whole: true, tooLarge: false };
  for (let layer = 0; layer < maxLayers; layer += 1) {
    const unpacker = unpackerFor(inside.bytes);
    if (unpacker === null) break;
    const next = await inflated(unpacker, inside.bytes, limit);
    // The signature alone does not prove that it is packed.
    if (next.bytes.length === 0) break;
    inside = { ...next, tooLarge: next.tooLarge || inside.tooLarge };
  }
  return inside.bytes === bytes ? null : inside;
}
