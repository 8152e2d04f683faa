import { describe, expect, it } from 'vitest';
import { readTiffPages } from '#renderer/features/documents/tiff-pages.ts';
import { tiffAsPdf } from '#renderer/features/documents/tiff-pdf.ts';
import { colourTiff, faxTiff, tiffOf } from '#test/picture-bytes.ts';

const packed = (text: Uint8Array) => Buffer.from(text).toString('latin1');
const grey = {
  width: 8,
  height: 4,
  bits: 8,
  samples: 1,
  photometric: 1,
  compression: 1,
  rowsPerStrip: 2,
  strips: [Buffer.alloc(16, 7), Buffer.alloc(16, 9)],
};

function pdfOf(tiff: Buffer): string {
  const made = tiffAsPdf(tiff);
  if (!made.ok) throw new Error(made.sentence);
  return packed(made.pdf);
}

describe('a TIFF', () => {
  it('is read page by page, strip by strip', () => {
    const read = readTiffPages(tiffOf([grey, { ...grey, height: 3 }]));
    if (!read.ok) throw new Error(read.sentence);
    expect(read.pages.map(({ width, height, dots }) => [width, height, dots.x])).toEqual([
      [8, 4, 100],
      [8, 3, 100],
    ]);
    expect(read.pages[1]?.pieces.map(({ y, height }) => [y, height])).toEqual([
      [0, 2],
      [2, 1],
    ]);
  });

  it('becomes a PDF with as many pages, each as large as on paper', () => {
    const pdf = pdfOf(faxTiff(3));
    expect(pdf).toContain('/Count 3');
    expect(pdf).toContain('/MediaBox [0 0 46.08 46.08]');
    expect(pdf).toContain('/Filter /CCITTFaxDecode /DecodeParms << /Columns 64 /Rows 64 /K -1 >>');
    expect(pdf.match(/%%EOF/g)).toHaveLength(1);
  });

  it.each([
    [1, ''],
    [2, '/K 0 /EncodedByteAlign true'],
    [3, '/K 0 /EndOfBlock false'],
    [4, '/K -1'],
    [5, '/Filter /LZWDecode'],
    [8, '/Filter /FlateDecode'],
    [32_946, '/Filter /FlateDecode'],
    [32_773, '/Filter /RunLengthDecode'],
  ])('packed in way %d is handed on as it is', (compression, words) => {
    const bits = compression >= 2 && compression <= 4 ? 1 : 8;
    expect(pdfOf(tiffOf([{ ...grey, bits, compression }]))).toContain(words);
  });

  it('carries differences from dot to dot, and what is left out of the colours', () => {
    expect(pdfOf(tiffOf([{ ...grey, compression: 5, further: [[317, 2]] }]))).toContain(
      '/DecodeParms << /Predictor 2 /Colors 1 /BitsPerComponent 8 /Columns 8 >>',
    );
    expect(pdfOf(colourTiff())).toContain('/ColorSpace [/DeviceN [/S0 /S1 /S2 /S3] /DeviceRGB');
  });

  it('stands upright as it says, with white where it is white', () => {
    expect(pdfOf(tiffOf([{ ...grey, further: [[274, 6]] }]))).toContain('/Rotate 90');
    expect(pdfOf(tiffOf([{ ...grey, photometric: 0 }]))).toContain('/Decode [1 0]');
    expect(pdfOf(faxTiff())).not.toContain('/Decode [');
  });

  it.each([
    ['another way of packing', { compression: 34_712 }, 'another program'],
    ['JPEG of the old kind', { compression: 6 }, 'another program'],
    ['16 bits a colour', { bits: 16 }, 'another program'],
    ['colours that PDF does not have', { photometric: 8 }, 'another program'],
    [
      'planes that lie apart',
      { samples: 3, photometric: 2, further: [[284, 2]] as const },
      'another program',
    ],
    ['too many dots', { width: 30_000, height: 30_000 }, 'more pixels'],
    ['no strips', { strips: [] }, 'damaged'],
    ['no height', { height: 0 }, 'damaged'],
  ])('with %s is told to be opened elsewhere or damaged', (_what, part, words) => {
    const made = tiffAsPdf(tiffOf([{ ...grey, ...part }]));
    expect(made.ok ? '' : made.sentence).toContain(words);
  });

  it('never runs over its end, nor in circles', () => {
    const whole = colourTiff();
    for (let length = 0; length < whole.length; length += 1) {
      expect(tiffAsPdf(whole.subarray(0, length)).ok).toBe(false);
    }
    const circle = tiffOf([grey, grey]);
    circle.writeUInt32LE(circle.readUInt32LE(4), circle.length - 4);
    expect(readTiffPages(circle)).toMatchObject({ ok: true, pages: { length: 2 } });
  });
});
