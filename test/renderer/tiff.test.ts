import { describe, expect, it } from 'vitest';
import { readTiffPages } from '#renderer/features/documents/tiff-pages.ts';
import { tiffAsPdf } from '#renderer/features/documents/tiff-pdf.ts';
import { colourTiff, faxTiff, makeTiff } from '#test/picture-bytes.ts';

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

function makePdf(tiff: Buffer): string {
  const made = tiffAsPdf(tiff);
  if (!made.ok) throw new Error(made.sentence);
  return packed(made.pdf);
}

describe('a TIFF', () => {
  it('is read page by page, strip by strip', () => {
    const read = readTiffPages(makeTiff([grey, { ...grey, height: 3 }]));
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
    const pdf = makePdf(faxTiff(3));
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
    expect(makePdf(makeTiff([{ ...grey, bits, compression }]))).toContain(words);
  });

  it('carries differences from dot to dot, and what is left out of the colours', () => {
    expect(makePdf(makeTiff([{ ...grey, compression: 5, further: [[317, 2]] }]))).toContain(
      '/DecodeParms << /Predictor 2 /Colors 1 /BitsPerComponent 8 /Columns 8 >>',
    );
    expect(makePdf(colourTiff())).toContain('/ColorSpace [/DeviceN [/S0 /S1 /S2 /S3] /DeviceRGB');
  });

  it('stands upright as it says, with white where it is white', () => {
    expect(makePdf(makeTiff([{ ...grey, further: [[274, 6]] }]))).toContain('/Rotate 90');
    expect(makePdf(makeTiff([{ ...grey, photometric: 0 }]))).toContain('/Decode [1 0]');
    expect(makePdf(faxTiff())).not.toContain('/Decode [');
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
    const made = tiffAsPdf(makeTiff([{ ...grey, ...part }]));
    expect(made.ok ? '' : made.sentence).toContain(words);
  });

  it('never runs over its end, nor in circles', () => {
    const whole = colourTiff();
    for (let length = 0; length < whole.length; length += 1) {
      expect(tiffAsPdf(whole.subarray(0, length)).ok).toBe(false);
    }
    const circle = makeTiff([grey, grey]);
    circle.writeUInt32LE(circle.readUInt32LE(4), circle.length - 4);
    expect(readTiffPages(circle)).toMatchObject({ ok: true, pages: { length: 2 } });
  });
});

/** Entries of a directory as they lie in the file: tag, type, count, and the value or its address. */
type RawEntry = readonly [tag: number, type: number, count: number, value: number];

const dataAt = 8;

/** A TIFF whose directories name whatever they like; the data lie at {@link dataAt}. */
function rawTiff(data: Buffer, pages: readonly (readonly RawEntry[])[]): Buffer {
  const parts = [Buffer.from([0x49, 0x49, 0x2a, 0]), Buffer.alloc(4), data];
  parts[1]?.writeUInt32LE(dataAt + data.length);
  let at = dataAt + data.length;
  for (const [index, entries] of pages.entries()) {
    const directory = Buffer.alloc(2 + 12 * entries.length + 4);
    at += directory.length;
    directory.writeUInt16LE(entries.length, 0);
    for (const [place, [tag, type, count, value]] of entries.entries()) {
      directory.writeUInt16LE(tag, 2 + 12 * place);
      directory.writeUInt16LE(type, 4 + 12 * place);
      directory.writeUInt32LE(count, 6 + 12 * place);
      directory.writeUInt32LE(value, 10 + 12 * place);
    }
    directory.writeUInt32LE(index + 1 < pages.length ? at : 0, directory.length - 4);
    parts.push(directory);
  }
  return Buffer.concat(parts);
}

const one = (tag: number, value: number): RawEntry => [tag, 4, 1, value];

/** A grey page of one strip with all the data in it, but for what is told otherwise. */
function pageWith(data: Buffer, ...others: readonly RawEntry[]): RawEntry[] {
  const usual = [
    one(256, 8),
    one(257, 4),
    one(258, 8),
    one(259, 1),
    one(262, 1),
    one(273, dataAt),
    one(278, 4),
    one(279, data.length),
  ];
  const told = new Set(others.map(([tag]) => tag));
  return [...usual.filter(([tag]) => !told.has(tag)), ...others].toSorted(([a], [b]) => a - b);
}

function pages(count: number, page: readonly RawEntry[]): (readonly RawEntry[])[] {
  return Array.from({ length: count }, () => page);
}

describe('a TIFF that asks for more than it is', () => {
  const large = Buffer.alloc(100_000, 7);
  const small = Buffer.alloc(100, 7);
  /** As many strips as it is high, all with their addresses and lengths in the zeros of the data. */
  const thin = (strips: number): RawEntry[] => [
    one(256, 1),
    one(257, strips),
    one(278, 1),
    [273, 4, strips, dataAt],
    [279, 4, strips, dataAt],
  ];

  it('is drawn without a look at what is not drawn of it', () => {
    const made = tiffAsPdf(rawTiff(large, pages(9, pageWith(small, [700, 1, 0xffff_ffff, dataAt]))));
    expect(made.ok).toBe(true);
  });

  it('is drawn where a few pages share what they show', () => {
    expect(tiffAsPdf(rawTiff(small, pages(200, pageWith(small)))).ok).toBe(true);
  });

  it.each<[string, Buffer, (readonly RawEntry[])[], string]>([
    ['pages that all name the same large strip', large, pages(60, pageWith(large)), 'damaged'],
    [
      'more strips than are drawn, without a byte in them',
      Buffer.alloc(800_000),
      pages(6, pageWith(small, ...thin(20_000))),
      'damaged',
    ],
    [
      'pages that all name the same many strips',
      Buffer.alloc(8000),
      pages(30, pageWith(small, ...thin(2000))),
      'damaged',
    ],
    [
      'large tables for each of many strips',
      Buffer.alloc(60_000),
      pages(1, pageWith(small, ...thin(2000), one(259, 7), [347, 7, 60_000, dataAt])),
      'damaged',
    ],
    [
      'tables that are none',
      large,
      pages(1, pageWith(small, one(259, 7), [347, 7, 70_000, dataAt])),
      'damaged',
    ],
    [
      'tiles that are larger than any page',
      Buffer.alloc(400),
      pages(
        1,
        pageWith(
          small,
          one(256, 100),
          one(322, 1),
          one(323, 100_000_000),
          [324, 4, 100, dataAt],
          [325, 4, 100, dataAt],
        ),
      ),
      'damaged',
    ],
    [
      'more entries than a directory has',
      small,
      pages(1, [...pageWith(small), ...Array.from({ length: 5000 }, () => one(700, 1))]),
      'damaged',
    ],
    [
      'more samples in a dot than there are colours',
      small,
      pages(1, pageWith(small, one(277, 4_000_000_000))),
      'another program',
    ],
    ['a width that is no number', small, pages(1, pageWith(small, [256, 5, 1, dataAt + 60])), 'damaged'],
  ])('is refused with %s', (_what, data, directories, words) => {
    const made = tiffAsPdf(rawTiff(data, directories));
    expect(made.ok ? 'drawn' : made.sentence).toContain(words);
  });
});
