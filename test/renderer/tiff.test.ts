import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readTiffPages } from '#renderer/features/documents/tiff-pages.ts';
import { tiffAsPdf } from '#renderer/features/documents/tiff-pdf.ts';
import { colourTiff, faxTiff, makeTiff, type TiffSketch } from '#test/picture-bytes.ts';

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

  it('carries differences from dot to dot', () => {
    expect(makePdf(makeTiff([{ ...grey, compression: 5, further: [[317, 2]] }]))).toContain(
      '/DecodeParms << /Predictor 2 /Colors 1 /BitsPerComponent 8 /Columns 8 >>',
    );
  });

  it.each([
    [1, '1 0 0 1 0 0', '5.76 2.88'],
    [2, '-1 0 0 1 5.76 0', '5.76 2.88'],
    [3, '-1 0 0 -1 5.76 2.88', '5.76 2.88'],
    [4, '1 0 0 -1 0 2.88', '5.76 2.88'],
    [5, '0 -1 -1 0 2.88 5.76', '2.88 5.76'],
    [6, '0 -1 1 0 0 5.76', '2.88 5.76'],
    [7, '0 1 1 0 0 0', '2.88 5.76'],
    [8, '0 1 -1 0 2.88 0', '2.88 5.76'],
  ])('of orientation %d is turned and mirrored as it says', (orientation, turn, size) => {
    const pdf = makePdf(makeTiff([{ ...grey, further: [[274, orientation]] }]));
    expect(pdf).toContain(`\n${turn} cm\n`);
    expect(pdf).toContain(`/MediaBox [0 0 ${size}]`);
  });

  it('is white where it is white', () => {
    expect(makePdf(makeTiff([{ ...grey, photometric: 0 }]))).toContain('/Decode [1 0]');
    expect(makePdf(faxTiff())).not.toContain('/Decode [');
  });

  it.each([
    ['another way of packing', { compression: 34_712 }, 'another program'],
    ['JPEG of the old kind in pieces', { compression: 6 }, 'another program'],
    ['JPEG of 12 bits', { compression: 7, bits: 12 }, 'another program'],
    ['colors of the CIE', { photometric: 8 }, 'another program'],
    ['fractions', { bits: 32 }, 'another program'],
    ['fractions of 16 bits', { bits: 16, further: [[339, 3]] as const }, 'another program'],
    ['less than its pixels take', { bits: 16 }, 'damaged'],
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

/** The colors that a PDF has of its only picture, in 8 bits, and their space. */
function getPixels(pdf: string): { space: string; pixels: number[] } {
  const [, space = '', length = '', rest = ''] =
    /\/BitsPerComponent 8 \/ColorSpace (.*?) +\/Length (\d+) >>\nstream\n([^]*)/.exec(pdf) ?? [];
  return { space, pixels: [...Buffer.from(rest.slice(0, Number(length)), 'latin1')] };
}

const shorts = (values: readonly number[]) => Buffer.from(Uint16Array.from(values).buffer);

/** Codes of 9 bits as LZW packs them, from the highest bit on or, as of old, from the lowest. */
function packCodes(codes: readonly number[], isOld: boolean): Buffer {
  const bits = codes.flatMap((code) => {
    const ofCode = Array.from({ length: 9 }, (_unused, bit) => (code >> bit) & 1);
    return isOld ? ofCode : ofCode.toReversed();
  });
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
  bits.forEach(
    (bit, at) => (bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (isOld ? at & 7 : 7 - (at & 7)))),
  );
  return bytes;
}

const rgb = { samples: 3, photometric: 2 };
/** Two pixels in a row of a file of one strip. */
const pair = { ...grey, width: 2, height: 1, rowsPerStrip: 1 };
const planar = [284, 2] as const;

describe('the pixels of a TIFF', () => {
  it.each<[string, Partial<TiffSketch>, string, number[]]>([
    ['16 bits', { bits: 16, strips: [shorts([0x1234, 0xfedc])] }, 'Gray', [0x12, 0xfe]],
    [
      '16 bits as differences, of a color each',
      {
        ...rgb,
        bits: 16,
        strips: [shorts([0x10ff, 0x2000, 0x3000, 0x0f81, 0, 0x1000])],
        further: [[317, 2]],
      },
      'RGB',
      [17, 32, 48, 32, 32, 64],
    ],
    ['12 bits', { bits: 12, strips: [Buffer.from([0xff, 0xf8, 0x00])] }, 'Gray', [255, 128]],
    [
      '4 bits with white at zero',
      { bits: 4, photometric: 0, strips: [Buffer.from([0x0f])] },
      'Gray',
      [255, 0],
    ],
    [
      'planes that lie apart',
      { ...rgb, strips: [Buffer.from([1, 4]), Buffer.from([2, 5]), Buffer.from([3, 6])], further: [planar] },
      'RGB',
      [1, 2, 3, 4, 5, 6],
    ],
    [
      'planes that lie apart, inflated',
      {
        ...rgb,
        compression: 8,
        strips: [
          [1, 4],
          [2, 5],
          [3, 6],
        ].map((one) => deflateSync(Buffer.from(one))),
        further: [planar],
      },
      'RGB',
      [1, 2, 3, 4, 5, 6],
    ],
    [
      'planes that lie apart, in runs',
      {
        ...rgb,
        compression: 32_773,
        strips: [
          [255, 4],
          [1, 2, 5],
          [128, 255, 6],
        ].map((one) => Buffer.from(one)),
        further: [planar],
      },
      'RGB',
      [4, 2, 6, 4, 5, 6],
    ],
    [
      'colors that show through',
      {
        samples: 4,
        photometric: 2,
        strips: [Buffer.from([200, 0, 0, 255, 200, 0, 0, 0])],
        further: [[338, 2]],
      },
      'RGB',
      [200, 0, 0, 255, 255, 255],
    ],
    [
      'colors that were multiplied by how much shows through',
      {
        samples: 4,
        photometric: 2,
        strips: [Buffer.from([200, 0, 0, 255, 0, 0, 0, 0])],
        further: [[338, 1]],
      },
      'RGB',
      [200, 0, 0, 255, 255, 255],
    ],
    [
      'brightness and hue, of which pixels share one',
      { samples: 3, photometric: 6, strips: [Buffer.from([255, 0, 128, 128])], further: [[530, [2, 1]]] },
      'RGB',
      [255, 255, 255, 0, 0, 0],
    ],
    [
      'brightness and hue',
      {
        samples: 3,
        photometric: 6,
        strips: [Buffer.from([76, 85, 255, 0, 128, 128])],
        further: [[530, [1, 1]]],
      },
      'RGB',
      [254, 0, 0, 0, 0, 0],
    ],
    [
      'LZW of the old kind',
      { width: 6, compression: 5, strips: [packCodes([256, 7, 258, 259, 257], true)] },
      'Gray',
      [7, 7, 7, 7, 7, 7],
    ],
    [
      'LZW',
      {
        width: 6,
        compression: 5,
        bits: 8,
        ...rgb,
        samples: 3,
        strips: [
          packCodes([256, 1, 2, 258, 260, 257], false),
          ...Array.from({ length: 2 }, () => packCodes([256, 9, 258, 259, 257], false)),
        ],
        further: [planar],
      },
      'RGB',
      [1, 9, 9, 2, 9, 9, 1, 9, 9, 2, 9, 9, 1, 9, 9, 2, 9, 9],
    ],
  ])('come out of %s', (_what, part, space, pixels) => {
    const found = getPixels(makePdf(makeTiff([{ ...pair, ...part }])));
    expect(found.space).toContain(space);
    expect(found.pixels).toEqual(pixels);
  });

  it('have the colors of a map, whether they are of 8 bits or of 16', () => {
    const map = [0, 255, 1, 2, ...Array.from({ length: 8 }, () => 9)];
    for (const parts of [map, map.map((part) => part * 257)]) {
      const sketch = { ...grey, width: 4, height: 1, bits: 2, photometric: 3, strips: [Buffer.from([0x1b])] };
      expect(makePdf(makeTiff([{ ...sketch, further: [[320, parts]] }]))).toContain(
        '/Indexed /DeviceRGB 3 <000909ff0909010909020909>',
      );
    }
  });

  it('go on to the end of the file where their length is not told, and are black at zero where nothing is', () => {
    const pdf = makePdf(makeTiff([{ ...pair, strips: [Buffer.from([3, 4])], without: [262, 279] }]));
    expect(pdf).toContain('/ColorSpace /DeviceGray ');
    expect(pdf).toContain('stream\n\x03\x04');
    expect(makePdf(makeTiff([{ ...pair, strips: [Buffer.from([3, 4])], further: [[279, 0]] }]))).toContain(
      'stream\n\x03\x04',
    );
  });

  it('are those of a whole JPEG where it is of the old kind', () => {
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
    const pdf = makePdf(makeTiff([{ ...pair, ...rgb, photometric: 6, compression: 6, strips: [jpeg] }]));
    expect(pdf).toContain('/Filter /DCTDecode');
  });

  it('are damaged where a code of LZW is not known yet', () => {
    const made = tiffAsPdf(
      makeTiff([{ ...pair, compression: 5, strips: [packCodes([256, 300, 257], true)] }]),
    );
    expect(made.ok ? '' : made.sentence).toContain('damaged');
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
