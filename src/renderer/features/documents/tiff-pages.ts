import { maxPixels } from '#shared/base/picture-file.ts';

/** A strip or a tile of a page: where it lies on the page, and where its bytes are in the file. */
export type TiffPiece = NonNullable<ReturnType<typeof getPieces>>[number];

/** A page of a TIFF as its directory describes it (TIFF 6.0); nothing of it is decoded. */
export type TiffPage = Exclude<ReturnType<typeof loadPage>, string>;

type TiffPages = { ok: true; pages: TiffPage[] } | { ok: false; sentence: string };

export const damaged = 'This TIFF could not be read. It may be damaged.';
export const otherwisePacked = 'Gangway can’t show this kind of TIFF. Open it in another program.';
export const tooLarge = 'This TIFF has more pixels than Gangway can show. Open a smaller copy.';

const maxPieces = 20_000;
const maxPiecesTogether = 100_000;
/** The fewest bytes that a piece's address and length take in the file. */
const minOfPiece = 4;
/** The most color components in a PDF. */
const maxSamples = 32;
const maxOfPalette = 3 * 65_536;
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
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  jpegOffset: 513,
  subsampling: 530,
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
      for (const { planes } of page.pieces) for (const bytes of planes) content += bytes.length;
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
  if (bits.some((each) => each !== bits[0] || each < 1 || each > 16)) return otherwisePacked;
  // Samples are fractions.
  if (one(tag.sampleFormat, 1) === 3) return otherwisePacked;
  const isPlanar = one(tag.planar, 1) === 2 && samples > 1;
  const compression = one(tag.compression, 1);
  const pieces =
    compression === 6
      ? getOldJpeg(directory, bytes, width, height)
      : getPieces(directory, bytes, { width, height, planes: isPlanar ? samples : 1 });
  if (pieces === null) return compression === 6 ? otherwisePacked : damaged;
  const unit = { 2: 1, 3: 2.54 }[one(tag.resolutionUnit, 2)] ?? 0;
  const palette = directory.wholes(tag.palette, maxOfPalette);
  const likely = samples > 2 ? 2 : palette.length > 0 ? 3 : [2, 3, 4].includes(compression) ? 0 : 1;
  const photometric = one(tag.photometric, likely);
  const [across = 2, down = 2] = directory.wholes(tag.subsampling, 2);
  if (![1, 2, 4].includes(across) || ![1, 2, 4].includes(down)) return damaged;
  const tables = compression === 7 ? directory.bytes(tag.jpegTables) : null;
  if (tables !== null && tables.length > maxOfTables) return damaged;
  return {
    width,
    height,
    bits: bits[0] ?? 1,
    samples,
    photometric,
    // A whole JPEG of the old kind is packed as one of the new kind.
    compression: compression === 6 ? 7 : compression,
    isLittle: directory.isLittle,
    isPlanar,
    /** 1: colors are already multiplied by it, 2: they are not, 0: none. */
    alpha: one(tag.extraSamples, 0),
    subsampling: [across, down] as const,
    fillOrder: one(tag.fillOrder, 1),
    predictor: one(tag.predictor, 1),
    orientation: one(tag.orientation, 1),
    dots: {
      x: dots(directory.ratio(tag.xResolution), unit),
      y: dots(directory.ratio(tag.yResolution), unit),
    },
    faxOptions: one(tag.faxOptions, 0),
    // Some programs write colors of 8 bits where 16 are due.
    palette: palette.some((part) => part > 255) ? palette.map((part) => part >> 8) : palette,
    jpegTables: tables,
    pieces,
  };
}

function dots(told: number | null, unit: number): number {
  const inInch = (told ?? 0) * unit;
  return inInch >= 50 && inInch <= 2400 ? inInch : defaultDots;
}

/** A whole JPEG, which readers before 1995 knew by its place alone; null where there is none. */
function getOldJpeg(directory: TiffDirectory, bytes: Uint8Array, width: number, height: number) {
  const from = directory.whole(tag.jpegOffset) ?? directory.whole(tag.stripOffsets) ?? 0;
  if (bytes[from] !== 0xff || bytes[from + 1] !== 0xd8) return null;
  return [{ x: 0, y: 0, width, height, planes: [bytes.subarray(from)] }];
}

function getPieces(
  directory: TiffDirectory,
  bytes: Uint8Array,
  { width, height, planes }: { width: number; height: number; planes: number },
) {
  const tileWidth = directory.whole(tag.tileWidth);
  const tileHeight = directory.whole(tag.tileHeight);
  const tiled = tileWidth !== null && tileHeight !== null;
  const rows = Math.min(directory.whole(tag.rowsPerStrip) ?? height, height);
  const each = tiled ? { width: tileWidth, height: tileHeight } : { width, height: rows };
  if (each.width === 0 || each.height === 0 || each.width * each.height > maxPixels) return null;
  const across = Math.ceil(width / each.width);
  const count = across * Math.ceil(height / each.height);
  // Tiles go a little over the edges of their page, and not far beyond.
  const parts = count * planes;
  if (parts > maxPieces || count * each.width * each.height > 2 * maxPixels) return null;
  // Old programs write the places of tiles as those of strips.
  const find = (ofTiles: number, ofStrips: number) => {
    const found = directory.wholes(ofTiles, parts);
    return found.length > 0 ? found : directory.wholes(ofStrips, parts);
  };
  const offsets = find(tag.tileOffsets, tag.stripOffsets);
  const lengths = find(tag.tileLengths, tag.stripLengths);
  if (offsets.length < parts) return null;
  const getBytes = (index: number) => {
    const from = offsets[index] ?? 0;
    const next = offsets[index + 1] ?? 0;
    // Without a length it goes on to the next one, or to the end of the file.
    const rest = from === 0 ? 0 : (next > from ? next : bytes.length) - from;
    const length = lengths[index] || rest;
    if (from + length > bytes.length) throw new RangeError('A piece lies beyond the file.');
    return bytes.subarray(from, from + length);
  };
  return Array.from({ length: count }, (_unused, index) => {
    const y = Math.floor(index / across) * each.height;
    return {
      x: (index % across) * each.width,
      y,
      width: each.width,
      // A tile is always whole, the last strip is as high as what is left.
      height: tiled ? each.height : Math.min(each.height, height - y),
      planes: Array.from({ length: planes }, (_none, plane) => getBytes(plane * count + index)),
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

/** Bytes of one value by its type, for the types that are read: byte, short, long, fraction, undefined, long of eight bytes. */
const sizes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1, 16: 8 };
const wholeTypes = [1, 3, 4, 16];
const byteTypes = [1, 7];

/** Finds the directories of a TIFF, one a page, with entries of these tags. Throws a RangeError for places beyond the file. */
function readTiffDirectories(bytes: Uint8Array, tags: ReadonlySet<number>): TiffDirectory[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = bytes[0] === 0x49;
  const isBig = view.getUint16(2, little) === 43;
  /** A place or a number, of eight bytes in a BigTIFF. */
  const long = (at: number) => (isBig ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little));
  /** Where entries begin, their bytes, and how many of those are for values; more values are elsewhere. */
  const [first, size, room] = isBig ? [8, 20, 8] : [2, 12, 4];
  const directories: TiffDirectory[] = [];
  const seen = new Set<number>();
  let at = long(isBig ? 8 : 4);
  while (at !== 0 && !seen.has(at) && directories.length < maxDirectories) {
    seen.add(at);
    const count = isBig ? long(at) : view.getUint16(at, little);
    if (count > maxEntries) throw new RangeError('A directory has more entries than there are tags.');
    const entries = new Map<number, Entry>();
    for (let index = 0; index < count; index += 1) {
      const place = at + first + index * size;
      const tag = view.getUint16(place, little);
      if (!tags.has(tag)) continue;
      const type = view.getUint16(place + 2, little);
      const values = long(place + 4);
      const own = place + size - room;
      entries.set(tag, { type, count: values, from: (sizes[type] ?? 0) * values <= room ? own : long(own) });
    }
    directories.push(getDirectory(entries, view, bytes, little));
    at = long(at + first + count * size);
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
      if (type === 16) return Number(view.getBigUint64(from + 8 * index, little));
      return type === 3 ? view.getUint16(from + 2 * index, little) : view.getUint32(from + 4 * index, little);
    });
  }

  return {
    isLittle: little,
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
