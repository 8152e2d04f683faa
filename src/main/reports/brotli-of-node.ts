import { brotliDecompressSync } from 'node:zlib';

/** Replaces the font library's Brotli (an 800 kB dictionary) by Node's. Throws for invalid bytes. */
export default function decompress(packed: Uint8Array): Uint8Array {
  return brotliDecompressSync(packed);
}
