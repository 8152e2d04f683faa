import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { looksLikeWebPage, maxPixels, getPictureFile, tooLargeToDraw } from '#shared/base/picture-file.ts';
import { brokenPdf, lockedPdf, plainPdf, makePng, svgWithScript, webPage } from '#test/picture-bytes.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const samples = join(import.meta.dirname, '../../src/practice/samples');

/** A WebP of one of its three forms, as far as its header goes. */
function webp(form: 'VP8 ' | 'VP8L' | 'VP8X', header: readonly number[]): Buffer {
  const body = Buffer.alloc(40);
  body.write('RIFF', 0, 'latin1');
  body.write('WEBP', 8, 'latin1');
  body.write(form, 12, 'latin1');
  Buffer.from(header).copy(body, 20);
  return body;
}

describe('the file of a picture', () => {
  it('is told by its bytes, with its size where the header says it', () => {
    expect(getPictureFile(makePng(3, 5))).toEqual({
      kind: 'png',
      contentType: 'image/png',
      size: { width: 3, height: 5 },
    });
    expect(getPictureFile(webp('VP8X', [0, 0, 0, 0, 0x2f, 0x75, 0, 0x0f, 0x27, 0]))?.size).toEqual({
      width: 30_000,
      height: 10_000,
    });
    expect(getPictureFile(webp('VP8L', [0x2f, 0x63, 0, 0x32, 0]))?.size).toEqual({ width: 100, height: 201 });
    expect(getPictureFile(webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xf0, 0]))?.size).toEqual({
      width: 320,
      height: 240,
    });
    for (const pdf of [plainPdf(), lockedPdf(), brokenPdf()]) {
      expect(getPictureFile(pdf)).toEqual({ kind: 'pdf', contentType: 'application/pdf', size: null });
    }
    expect(getPictureFile(bytes('II*\0....'))?.kind).toBe('tiff');
    expect(getPictureFile(bytes('MM\0*....'))?.kind).toBe('tiff');
    expect(getPictureFile(bytes('II+\0....'))?.kind).toBe('tiff');
  });

  it('is a picture of a phone or a browser by its brand, as large as the largest of its parts', () => {
    const box = (name: string, ...content: readonly Buffer[]) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(8 + Buffer.concat(content).length);
      head.write(name, 4, 'latin1');
      return Buffer.concat([head, ...content]);
    };
    const extent = (width: number, height: number) => {
      const numbers = Buffer.alloc(12);
      numbers.writeUInt32BE(width, 4);
      numbers.writeUInt32BE(height, 8);
      return box('ispe', numbers);
    };
    const media = (brands: string) =>
      Buffer.concat([
        box('ftyp', bytes(brands)),
        box('free', bytes('ispe')),
        box(
          'meta',
          Buffer.alloc(4),
          box('hdlr', Buffer.alloc(20)),
          box('iprp', box('ipco', extent(512, 512), extent(4032, 3024), extent(320, 240))),
        ),
      ]);
    const size = { width: 4032, height: 3024 };
    for (const brands of [
      'heic\0\0\0\0mif1heic',
      'heix\0\0\0\0',
      'mif1\0\0\0\0mif1heic',
      'msf1\0\0\0\0hevc',
    ]) {
      expect(getPictureFile(media(brands))).toEqual({ kind: 'heif', contentType: 'image/heif', size });
    }
    for (const brands of ['avif\0\0\0\0', 'mif1\0\0\0\0miafavif']) {
      expect(getPictureFile(media(brands))).toEqual({ kind: 'avif', contentType: 'image/avif', size });
    }
    for (const whole of [media('heic'), Buffer.concat([box('ftyp', bytes('heic')), Buffer.alloc(100_000)])]) {
      for (let length = 0; length < 300; length += 1) {
        expect(() => getPictureFile(whole.subarray(0, length))).not.toThrow();
      }
    }
    const nested = Buffer.concat([
      box('ftyp', bytes('heic')),
      ...Array.from({ length: 20_000 }, () => box('iprp')),
      extent(1, 1),
    ]);
    expect(getPictureFile(nested)?.size).toBeNull();
  });

  it('is a GIF or a bitmap, with its size', () => {
    expect(getPictureFile(bytes('GIF89a\x40\x01\xf0\0\0'))).toEqual({
      kind: 'gif',
      contentType: 'image/gif',
      size: { width: 320, height: 240 },
    });
    const bitmap = Buffer.alloc(54);
    bitmap.write('BM', 'latin1');
    bitmap.writeUInt32LE(40, 14);
    bitmap.writeUInt32LE(320, 18);
    bitmap.writeInt32LE(-240, 22);
    expect(getPictureFile(bitmap)).toEqual({
      kind: 'bmp',
      contentType: 'image/bmp',
      size: { width: 320, height: 240 },
    });
    bitmap.writeUInt32LE(12, 14);
    bitmap.writeUInt32LE(0x00f0_0140, 18);
    expect(getPictureFile(bitmap)?.size).toEqual({ width: 320, height: 240 });
    expect(getPictureFile(bitmap.subarray(0, 20))).toMatchObject({ kind: 'bmp', size: null });
  });

  it('is told for every sample, with a size for every picture', () => {
    for (const name of readdirSync(samples).filter((one) => !one.endsWith('.md'))) {
      const file = getPictureFile(readFileSync(join(samples, name)));
      expect(file?.kind).toBe({ jpg: 'jpeg', png: 'png', pdf: 'pdf' }[name.split('.').at(-1) ?? '']);
      if (file?.kind !== 'pdf') expect(file?.size?.width).toBeGreaterThan(300);
    }
  });

  it.each([
    ['a web page', webPage],
    ['a web page that speaks of a PDF', bytes('<html>%PDF-1.7')],
    ['an SVG', svgWithScript],
    ['a video', Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'latin1')],
    ['nothing', bytes('')],
    ['text', bytes('Certificate')],
    ['a RIFF that is no picture', bytes('RIFF....WAVE')],
  ])('is none where it is %s', (_what, content) => {
    expect(getPictureFile(content)).toBeNull();
  });

  it('never runs over its end, however it is cut', () => {
    const jpeg = readFileSync(join(samples, 'brightwater-w9.jpg'));
    for (const whole of [jpeg, makePng(9, 9), webp('VP8X', [0]), webp('VP8L', [0])]) {
      for (let length = 0; length < Math.min(whole.length, 700); length += 1) {
        expect(() => getPictureFile(whole.subarray(0, length))).not.toThrow();
      }
    }
    expect(() => getPictureFile(Buffer.from([0xff, 0xd8, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0]))).not.toThrow();
  });

  it('tells the size of a JPEG behind what readers step over', () => {
    const frame = [0xff, 0xc0, 0, 11, 8, 0x75, 0x30, 0x9c, 0x40, 1, 1, 0x11, 0];
    const size = { width: 40_000, height: 30_000 };
    const start = [0xff, 0xd8];
    for (const between of [
      [],
      [0xff, 0xff, 0xff],
      [0xff, 0xe0, 0, 4, 1, 2, 0x00, 0x17, 0x00],
      [0xff, 0xe0, 0, 4, 1, 2, 0xff, 0x00, 0x12],
      [0xff, 0x01, 0xff, 0xd0, 0xaa],
    ]) {
      const jpeg = Buffer.from([...start, 0xff, 0xe1, 0, 2, ...between, ...frame]);
      expect(getPictureFile(jpeg)).toMatchObject({ kind: 'jpeg', size });
    }
    for (const before of [
      [0xff, 0xda, 0, 2],
      [0xff, 0xd9],
      [0xff, 0xe0, 0, 1],
    ]) {
      const jpeg = Buffer.from([...start, 0xff, 0xe1, 0, 2, ...before, ...frame]);
      expect(getPictureFile(jpeg)).toMatchObject({ kind: 'jpeg', size: null });
    }
  });

  it('has no size where its header is not where it belongs', () => {
    const png = makePng(3, 5);
    png.write('tEXt', 12, 'latin1');
    expect(getPictureFile(png)).toMatchObject({ kind: 'png', size: null });
  });

  it('has a size also where it is the smallest that there can be', () => {
    const tiny = webp('VP8L', [0x2f, 0, 0, 0, 0]).subarray(0, 26);
    expect(getPictureFile(tiny)?.size).toEqual({ width: 1, height: 1 });
  });

  it('is too large to draw where it has too many pixels', () => {
    expect(tooLargeToDraw({ width: 10_000, height: 15_000 })).toBeNull();
    expect(10_000 * 15_000).toBe(maxPixels);
    expect(tooLargeToDraw({ width: 30_000, height: 30_000 })).toBe(
      'It is 30,000 by 30,000 pixels, more than Gangway can show. Open a smaller copy.',
    );
  });

  it('is a web page where it begins like one', () => {
    for (const text of ['<!doctype html>', '  \n<HTML lang="en">', '<!-- a --><script>', 'ï»¿<html>']) {
      expect(looksLikeWebPage(bytes(text))).toBe(true);
    }
    expect(looksLikeWebPage(svgWithScript)).toBe(false);
  });
});
