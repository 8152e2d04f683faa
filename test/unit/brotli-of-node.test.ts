import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import decompress from '#main/reports/brotli-of-node.ts';

describe('Node’s decompressor in the place of the font library’s own', () => {
  it('gives back what was packed, without holding on to what lies around it', () => {
    const text = Buffer.from('Bridge and dock works '.repeat(100));
    const packed = brotliCompressSync(text);
    const within = Buffer.concat([Buffer.alloc(7), packed]).subarray(7);
    expect(Buffer.from(decompress(within)).equals(text)).toBe(true);
  });

  it('refuses what is not packed so', () => {
    expect(() => decompress(Buffer.from('no Brotli at all'))).toThrow();
  });
});
