import { brotliDecompressSync } from 'node:zlib';

/**
 * Takes the place of the decompressor that the font library brings along: Node has one, and the library's own is a dictionary
 * of 800 kB. Throws where the bytes are not Brotli.
 */
export default function decompress(packed: Uint8Array): Uint8Array {
  return brotliDecompressSync(packed);
}
