import { maxPixels } from '#shared/base/picture-file.ts';

/** A strip or a tile of a page: where it lies on the page, and where its bytes are in the file. */
export type TiffPiece = NonNullable<ReturnType<typeof getPieces>>[number];

/** A page of a TIFF as its directory describes it (TIFF 6.0); nothing of it is decoded. */
export type TiffPage = Exclude<ReturnType<typeof loadPage>, string>;

type TiffPages = { ok: true; pages: TiffPage[] } | { ok: false; sentence: string };

const damaged = 'This TIFF could not be read. It may be damaged.';
export const otherwisePacked = 'Gangway can’t show this kind of TIFF. Open it in another program.';
const tooLarge = 'This TIFF has more pixels than Gangway can show. Open a smaller copy.';

const maxPieces = 20_000;
const maxPiecesTogether = 100_000;
/** The fewest bytes that a piece's address and length take in the file. */
const minOfPiece = 4;
/** The most color components in a PDF. */
const maxSamples = 32;
const maxOfPalette = 3 * 256;
const maxOfTables = 64 * 1024;
/** Extra bytes allowed for pieces, as programs let blank pieces share bytes. */
const spareBytes = 1024 * 1024;
/** The resolution where a file has none, or none that paper has. */
const defaultDots = 150;

const tag = {
  subfile: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  stripLengths: 279,
  xResolution: 282,
  yResolution: 283,
  planar: 284,
  faxOptions: 292,
  resolutionUnit: 296,
  predictor: 317,
  palette: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileLengths: 325,
  jpegTables: 347,
} as const;

const tags: ReadonlySet<number> = new Set(Object.values(tag));

/** Reads the directories of a TIFF, never reading past the end of the file. */
export function readTiffPages(bytes: Uint8Array): TiffPages {
  try {
    const directories = readTiffDirectories(bytes, tags);
    const full = directories.filter((one) => ((one.whole(tag.subfile) ?? 0) & 1) === 0);
    const pages: TiffPage[] = [];
    // Limits the total, so a small file with shared bytes can't fill the memory.
    const most = bytes.length + spareBytes;
    let pieces = 0;
    let content = 0;
    let tables = 0;
    for (const directory of full.length > 0 ? full : directories) {
      const page = loadPage(directory, bytes);
      if (typeof page === 'string') return { ok: false, sentence: page };
      pieces += page.pieces.length;
      for (const piece of page.pieces) content += piece.bytes.length;
      tables += page.pieces.length * (page.jpegTables?.length ?? 0);
      const tooMany = pieces > Math.min(maxPiecesTogether, bytes.length / minOfPiece);
      if (tooMany || content > most || tables > most) return { ok: false, sentence: damaged };
      pages.push(page);
    }
    return pages.length > 0 ? { ok: true, pages } : { ok: false, sentence: damaged };
  } catch (error) {
    // Offsets beyond the end of the file end up here.
    if (error instanceof RangeError) return { ok: false, sentence: damaged };
    throw error;
  }
}

function loadPage(directory: TiffDirectory, bytes: Uint8Array) {
  const one = (name: number, otherwise: number) => directory.whole(name) ?? otherwise;
  const width = one(tag.width, 0);
  const height = one(tag.height, 0);
  if (width === 0 || height === 0) return damaged;
  if (width * height > maxPixels) return tooLarge;
  const samples = one(tag.samples, 1);
  if (samples > maxSamples) return otherwisePacked;
  const bits = directory.wholes(tag.bits, samples);
  const planes = one(tag.planar, 1);
  if ((planes !== 1 && samples > 1) || bits.some((each) => each !== bits[0])) return otherwisePacked;
  const pieces = getPieces(directory, bytes, width, height);
  if (pieces === null) return damaged;
  const unit = { 2: 1, 3: 2.54 }[one(tag.resolutionUnit, 2)] ?? 0;
  const photometric = one(tag.photometric, 0);
  const compression = one(tag.compression, 1);
  const tables = compression === 7 ? directory.bytes(tag.jpegTables) : null;
  if (tables !== null && tables.length > maxOfTables) return damaged;
  return {
    width,
    height,
    bits: bits[0] ?? 1,
    samples,
    photometric,
    compression,
    fillOrder: one(tag.fillOrder, 1),
    predictor: one(tag.predictor, 1),
    orientation: one(tag.orientation, 1),
    dots: {
      x: dots(directory.ratio(tag.xResolution), unit),
      y: dots(directory.ratio(tag.yResolution), unit),
    },
    faxOptions: one(tag.faxOptions, 0),
    palette: photometric === 3 ? directory.wholes(tag.palette, maxOfPalette) : [],
    jpegTables: tables,
    pieces,
  };
}

function dots(told: number | null, unit: number): number {
  const inInch = (told ?? 0) * unit;
  return inInch >= 50 && inInch <= 2400 ? inInch : defaultDots;
}

function getPieces(directory: TiffDirectory, bytes: Uint8Array, width: number, height: number) {
  const tileWidth = directory.whole(tag.tileWidth);
  const tileHeight = directory.whole(tag.tileHeight);
  const tiled = tileWidth !== null && tileHeight !== null;
  const rows = Math.min(directory.whole(tag.rowsPerStrip) ?? height, height);
  const each = tiled ? { width: tileWidth, height: tileHeight } : { width, height: rows };
  if (each.width === 0 || each.height === 0 || each.width * each.height > maxPixels) return null;
  const across = Math.ceil(width / each.width);
  const count = across * Math.ceil(height / each.height);
  // Tiles go a little over the edges of their page, and not far beyond.
  if (count > maxPieces || count * each.width * each.height > 2 * maxPixels) return null;
  const offsets = directory.wholes(tiled ? tag.tileOffsets : tag.stripOffsets, count);
  const lengths = directory.wholes(tiled ? tag.tileLengths : tag.stripLengths, count);
  if (offsets.length < count || lengths.length < count) return null;
  return Array.from({ length: count }, (_unused, index) => {
    const from = offsets[index] ?? 0;
    const length = lengths[index] ?? 0;
    if (from + length > bytes.length) throw new RangeError('A piece lies beyond the file.');
    const y = Math.floor(index / across) * each.height;
    return {
      x: (index % across) * each.width,
      y,
      width: each.width,
      // A tile is always whole, the last strip is as high as what is left.
      height: tiled ? each.height : Math.min(each.height, height - y),
      bytes: bytes.subarray(from, from + length),
    };
  });
}

type TiffDirectory = ReturnType<typeof getDirectory>;

interface Entry {
  type: number;
  count: number;
  from: number;
}

const maxDirectories = 500;
/** More than a directory of any program has; each entry has a tag of its own. */
const maxEntries = 4096;

/** Bytes of one value by its type, for the types that are read: byte, short, long, fraction, undefined. */
const sizes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1 };
const wholeTypes = [1, 3, 4];
const byteTypes = [1, 7];

/** Finds the directories of a TIFF, one a page, with entries of these tags. Throws a RangeError for places beyond the file. */
function readTiffDirectories(bytes: Uint8Array, tags: ReadonlySet<number>): TiffDirectory[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = bytes[0] === 0x49;
  const directories: TiffDirectory[] = [];
  const seen = new Set<number>();
  let at = view.getUint32(4, little);
  while (at !== 0 && !seen.has(at) && directories.length < maxDirectories) {
    seen.add(at);
    const count = view.getUint16(at, little);
    if (count > maxEntries) throw new RangeError('A directory has more entries than there are tags.');
    const entries = new Map<number, Entry>();
    for (let index = 0; index < count; index += 1) {
      const place = at + 2 + index * 12;
      const tag = view.getUint16(place, little);
      if (!tags.has(tag)) continue;
      const type = view.getUint16(place + 2, little);
      const values = view.getUint32(place + 4, little);
      const inPlace = (sizes[type] ?? 0) * values <= 4;
      const from = inPlace ? place + 8 : view.getUint32(place + 8, little);
      entries.set(tag, { type, count: values, from });
    }
    directories.push(getDirectory(entries, view, bytes, little));
    at = view.getUint32(at + 2 + count * 12, little);
  }
  return directories;
}

function getDirectory(
  entries: ReadonlyMap<number, Entry>,
  view: DataView,
  bytes: Uint8Array,
  little: boolean,
) {
  function getEntry(tag: number, types: readonly number[]): Entry | null {
    const entry = entries.get(tag);
    if (entry === undefined || entry.count === 0 || !types.includes(entry.type)) return null;
    if (entry.from + (sizes[entry.type] ?? 0) * entry.count > bytes.length) {
      throw new RangeError('An entry points beyond the file.');
    }
    return entry;
  }

  function wholes(tag: number, most: number): number[] {
    const entry = getEntry(tag, wholeTypes);
    if (entry === null) return [];
    const { type, from, count } = entry;
    return Array.from({ length: Math.min(count, most) }, (_unused, index) => {
      if (type === 1) return view.getUint8(from + index);
      return type === 3 ? view.getUint16(from + 2 * index, little) : view.getUint32(from + 4 * index, little);
    });
  }

  return {
    /** The first values of an entry of whole numbers, at most `most`; empty where there is none. */
    wholes,
    whole: (tag: number): number | null => wholes(tag, 1)[0] ?? null,
    ratio(tag: number): number | null {
      const entry = getEntry(tag, [5]);
      if (entry === null) return wholes(tag, 1)[0] ?? null;
      return view.getUint32(entry.from, little) / view.getUint32(entry.from + 4, little);
    },
    /** The bytes of an entry, not copied; null for none or another type. */
    bytes(tag: number): Uint8Array | null {
      const entry = getEntry(tag, byteTypes);
      return entry === null ? null : bytes.subarray(entry.from, entry.from + entry.count);
    },
  };
}
