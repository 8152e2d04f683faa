import { createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { inflated, type DecodedContent } from './content-encoding.ts';

/** Packed and packed again more often than this is nobody's. */
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

/** What packed bytes hold, however often they are packed; null for unpacked ones. Never rejects, as {@link inflated}. */
export async function unpacked(bytes: Buffer, limit: number): Promise<DecodedContent | null> {
  let inside: DecodedContent = { bytes, whole: true, tooLarge: false };
  for (let layer = 0; layer < maxLayers; layer += 1) {
    const unpacker = unpackerFor(inside.bytes);
    if (unpacker === null) break;
    const next = await inflated(unpacker, inside.bytes, limit);
    // Two bytes alone do not make it sure that it is packed.
    if (next.bytes.length === 0) break;
    inside = { ...next, tooLarge: next.tooLarge || inside.tooLarge };
  }
  return inside.bytes === bytes ? null : inside;
}
