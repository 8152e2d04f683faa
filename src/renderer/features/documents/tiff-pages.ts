import { mostPixels } from '#shared/picture-file.ts';

/** A strip or a tile of a page: where it lies on the page, and where its bytes are in the file. */
export interface TiffPiece {
  x: number;
  y: number;
  width: number;
  height: number;
  bytes: Uint8Array;
}

/** A page of a TIFF as its directory describes it (TIFF 6.0); nothing of it is decoded. */
export interface TiffPage {
  width: number;
  height: number;
  /** Bits of one sample, and samples of one pixel. */
  bits: number;
  samples: number;
  photometric: number;
  compression: number;
  fillOrder: number;
  predictor: number;
  orientation: number;
  /** Dots in an inch. */
  dots: { x: number; y: number };
  faxOptions: number;
  palette: readonly number[];
  jpegTables: Uint8Array | null;
  pieces: TiffPiece[];
}

export type TiffPages = { ok: true; pages: TiffPage[] } | { ok: false; sentence: string };

const damaged = 'This TIFF could not be read. It may be damaged.';
const otherwisePacked = 'This TIFF is made in a way that Gangway does not draw. Open it in another program.';
const tooLarge = 'This TIFF has more pixels than Gangway draws. Open a smaller copy of it.';

const mostPages = 500;
const mostPieces = 20_000;
/** Taken where a file tells no resolution, or none that paper has. */
const usualDots = 150;

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

type Directory = ReadonlyMap<number, readonly number[]>;

/** Reads the directories of a TIFF. Whatever is written in them, no more is read than the file has. */
export function readTiffPages(bytes: Uint8Array): TiffPages {
  try {
    const directories = directoriesOf(bytes);
    const full = directories.filter((one) => ((one.get(tag.subfile)?.[0] ?? 0) & 1) === 0);
    const pages: TiffPage[] = [];
    for (const directory of full.length > 0 ? full : directories) {
      const page = pageOf(directory, bytes);
      if (typeof page === 'string') return { ok: false, sentence: page };
      pages.push(page);
    }
    return pages.length > 0 ? { ok: true, pages } : { ok: false, sentence: damaged };
  } catch (error) {
    // What points beyond the end of the file ends up here.
    if (error instanceof RangeError) return { ok: false, sentence: damaged };
    throw error;
  }
}

function directoriesOf(bytes: Uint8Array): Directory[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = bytes[0] === 0x49;
  const directories: Directory[] = [];
  const seen = new Set<number>();
  let at = view.getUint32(4, little);
  while (at !== 0 && !seen.has(at) && directories.length < mostPages) {
    seen.add(at);
    const count = view.getUint16(at, little);
    const directory = new Map<number, readonly number[]>();
    for (let index = 0; index < count; index += 1) {
      const entry = at + 2 + index * 12;
      const values = valuesOf(view, entry, little);
      if (values !== null) directory.set(view.getUint16(entry, little), values);
    }
    directories.push(directory);
    at = view.getUint32(at + 2 + count * 12, little);
  }
  return directories;
}

/** The values of an entry as numbers; null for kinds of value that no tag of interest has. */
function valuesOf(view: DataView, entry: number, little: boolean): number[] | null {
  const type = view.getUint16(entry + 2, little);
  const count = view.getUint32(entry + 4, little);
  const size = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1 }[type];
  if (size === undefined) return null;
  const from = size * count <= 4 ? entry + 8 : view.getUint32(entry + 8, little);
  if (from + size * count > view.byteLength) throw new RangeError('An entry points beyond the file.');
  return Array.from({ length: count }, (_unused, index) => {
    const at = from + index * size;
    switch (size) {
      case 1:
        return view.getUint8(at);
      case 2:
        return view.getUint16(at, little);
      case 4:
        return view.getUint32(at, little);
      default:
        return view.getUint32(at, little) / view.getUint32(at + 4, little);
    }
  });
}

/** A page, or the sentence on why it is not drawn. */
function pageOf(directory: Directory, bytes: Uint8Array): TiffPage | string {
  const one = (name: number, otherwise: number) => directory.get(name)?.[0] ?? otherwise;
  const width = one(tag.width, 0);
  const height = one(tag.height, 0);
  if (width === 0 || height === 0) return damaged;
  if (width * height > mostPixels) return tooLarge;
  const samples = one(tag.samples, 1);
  const bits = directory.get(tag.bits) ?? [1];
  const planes = one(tag.planar, 1);
  if ((planes !== 1 && samples > 1) || bits.some((each) => each !== bits[0])) return otherwisePacked;
  const pieces = piecesOf(directory, bytes, width, height);
  if (pieces === null) return damaged;
  const unit = { 2: 1, 3: 2.54 }[one(tag.resolutionUnit, 2)] ?? 0;
  const tables = directory.get(tag.jpegTables);
  return {
    width,
    height,
    bits: bits[0] ?? 1,
    samples,
    photometric: one(tag.photometric, 0),
    compression: one(tag.compression, 1),
    fillOrder: one(tag.fillOrder, 1),
    predictor: one(tag.predictor, 1),
    orientation: one(tag.orientation, 1),
    dots: { x: dots(one(tag.xResolution, 0) * unit), y: dots(one(tag.yResolution, 0) * unit) },
    faxOptions: one(tag.faxOptions, 0),
    palette: directory.get(tag.palette) ?? [],
    jpegTables: tables === undefined ? null : Uint8Array.from(tables),
    pieces,
  };
}

function dots(told: number): number {
  return told >= 50 && told <= 2400 ? told : usualDots;
}

function piecesOf(
  directory: Directory,
  bytes: Uint8Array,
  width: number,
  height: number,
): TiffPiece[] | null {
  const tileWidth = directory.get(tag.tileWidth)?.[0];
  const tileHeight = directory.get(tag.tileHeight)?.[0];
  const tiled = tileWidth !== undefined && tileHeight !== undefined;
  const rows = Math.min(directory.get(tag.rowsPerStrip)?.[0] ?? height, height);
  const each = tiled ? { width: tileWidth, height: tileHeight } : { width, height: rows };
  const offsets = directory.get(tiled ? tag.tileOffsets : tag.stripOffsets) ?? [];
  const lengths = directory.get(tiled ? tag.tileLengths : tag.stripLengths) ?? [];
  if (each.width === 0 || each.height === 0 || each.width * each.height > mostPixels) return null;
  const across = Math.ceil(width / each.width);
  const count = across * Math.ceil(height / each.height);
  if (count > mostPieces || offsets.length < count || lengths.length < count) return null;
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
