import { unzlibSync } from 'fflate/browser';
import type { TiffPage, TiffPiece } from './tiff-pages.ts';

/** Colors of a pixel in a PDF by a TIFF's photometric interpretation: gray, a palette's, RGB, CMYK, by brightness and hue, Lab. */
const colorsOf: ReadonlyMap<number, 1 | 3 | 4> = new Map([
  [0, 1],
  [1, 1],
  [2, 3],
  [3, 3],
  [5, 4],
  [6, 3],
  [8, 3],
  [9, 3],
]);

/** The bytes of a piece once it is unpacked. */
export function unpackedLength(page: TiffPage, { width, height }: TiffPiece): number {
  if (isSubsampled(page)) {
    const [across, down] = page.subsampling;
    return Math.ceil(width / across) * Math.ceil(height / down) * (across * down + 2);
  }
  return bytesInRow(page, width) * height * (page.isPlanar ? page.samples : 1);
}

/** The pixels of a piece in 8 bits a color, on white; null for what is not known. Throws a RangeError for damaged data. */
export function unpackPixels(
  page: TiffPage,
  piece: TiffPiece,
): { colors: 1 | 3 | 4; data: Uint8Array } | null {
  const { samples, photometric, predictor, isPlanar, palette } = page;
  const { width, height } = piece;
  const colors = colorsOf.get(photometric);
  const sources = photometric === 3 ? 1 : colors;
  if (colors === undefined || sources === undefined || samples < sources) return null;
  if (predictor > 2 || (predictor === 2 && page.bits % 8 !== 0) || (page.isFloat && page.bits !== 32))
    return null;
  if (isSubsampled(page) && (page.bits !== 8 || samples !== 3 || isPlanar)) return null;
  const rowBytes = bytesInRow(page, width);
  const planes: Uint8Array[] = [];
  for (const bytes of piece.planes) {
    const length = unpackedLength(page, piece) / piece.planes.length;
    const unpacked = unpack(page.compression, bytes, length);
    if (unpacked === null) return null;
    if (unpacked.length < length * 0.9) throw new RangeError('A piece is cut short.');
    const each = page.bits / 8;
    if (page.isLittle && each > 1 && page.bits % 8 === 0) {
      for (let at = 0; at < unpacked.length; at += each) unpacked.subarray(at, at + each).reverse();
    }
    if (predictor === 2) addDifferences(unpacked, rowBytes, page);
    planes.push(isSubsampled(page) ? spreadHues(unpacked, page, piece) : unpacked);
  }
  const read = getReader(page, rowBytes);
  const sample = (x: number, y: number, index: number): number =>
    isPlanar ? read(planes[index], y, x) : read(planes[0], y, x * samples + index);
  const data = new Uint8ClampedArray(width * height * colors);
  const pixel = [0, 0, 0, 0];
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += colors) {
      for (let index = 0; index < sources; index += 1) pixel[index] = sample(x, y, index);
      toPdfColors(pixel, photometric, palette);
      const opaque = page.alpha !== 0 && samples > sources && colors < 4 ? sample(x, y, sources) / 255 : 1;
      for (let index = 0; index < colors; index += 1) {
        const value = pixel[index] ?? 0;
        data[at + index] = (page.alpha === 2 ? value * opaque : value) + 255 * (1 - opaque);
      }
    }
  }
  return { colors, data: new Uint8Array(data.buffer) };
}

const isSubsampled = ({ photometric, subsampling: [across, down] }: TiffPage): boolean =>
  photometric === 6 && across * down > 1;

const bytesInRow = ({ samples, bits, isPlanar }: TiffPage, width: number): number =>
  Math.ceil((width * (isPlanar ? 1 : samples) * bits) / 8);

/** Reads a sample of a row: from 0 to 255, or as it is where it is an entry of a palette. */
function getReader({ bits, isFloat, photometric }: TiffPage, rowBytes: number) {
  const scale = photometric === 3 ? 1 : 255 / (2 ** Math.min(bits, 16) - 1);
  return (plane: Uint8Array = new Uint8Array(), row: number, index: number): number => {
    if (bits === 8) return plane[row * rowBytes + index] ?? 0;
    if (bits % 8 === 0) {
      const at = row * rowBytes + (index * bits) / 8;
      if (isFloat) return 255 * new DataView(plane.buffer, plane.byteOffset + at).getFloat32(0);
      return ((plane[at] ?? 0) * 256 + (plane[at + 1] ?? 0)) * scale;
    }
    let value = 0;
    for (let bit = index * bits; bit < (index + 1) * bits; bit += 1) {
      value = value * 2 + (((plane[row * rowBytes + (bit >> 3)] ?? 0) >> (7 - (bit & 7))) & 1);
    }
    return value * scale;
  };
}

/** Turns samples into the colors of a PDF, in place. */
function toPdfColors(pixel: number[], photometric: number, palette: readonly number[]): void {
  const [first = 0, second = 0, third = 0] = pixel;
  switch (photometric) {
    case 0:
      pixel[0] = 255 - first;
      break;
    case 3:
      for (let part = 0; part < 3; part += 1) pixel[part] = palette[(part * palette.length) / 3 + first] ?? 0;
      break;
    case 6: {
      const [blue, red] = [second - 128, third - 128];
      pixel[0] = first + 1.402 * red;
      pixel[1] = first - 0.344 * blue - 0.714 * red;
      pixel[2] = first + 1.772 * blue;
      break;
    }
    case 8:
      // Hues of the CIE are signed, those of the ICC (9) are not, nor those of a PDF.
      pixel[1] = (second + 128) % 256;
      pixel[2] = (third + 128) % 256;
  }
}

/** Gives each pixel its own hue, where blocks of pixels share one. */
function spreadHues(
  packed: Uint8Array,
  { subsampling: [across, down] }: TiffPage,
  piece: TiffPiece,
): Uint8Array {
  const whole = new Uint8Array(piece.width * piece.height * 3);
  const block = across * down;
  const inRow = Math.ceil(piece.width / across);
  for (let y = 0, at = 0; y < piece.height; y += 1) {
    for (let x = 0; x < piece.width; x += 1, at += 3) {
      const from = (Math.floor(y / down) * inRow + Math.floor(x / across)) * (block + 2);
      whole[at] = packed[from + (y % down) * across + (x % across)] ?? 0;
      whole[at + 1] = packed[from + block] ?? 0;
      whole[at + 2] = packed[from + block + 1] ?? 0;
    }
  }
  return whole;
}

/** Adds up what is packed as differences from the pixel before, each the highest byte first. */
function addDifferences(data: Uint8Array, rowBytes: number, { bits, samples, isPlanar }: TiffPage): void {
  const each = bits / 8;
  const step = each * (isPlanar ? 1 : samples);
  for (let row = 0; row < data.length; row += rowBytes) {
    for (let from = row + step; from < Math.min(row + rowBytes, data.length); from += each) {
      let carry = 0;
      for (let at = from + each - 1; at >= from; at -= 1) {
        carry += (data[at] ?? 0) + (data[at - step] ?? 0);
        data[at] = carry;
        carry >>= 8;
      }
    }
  }
}

/** At most `length` bytes, in an array of their own; null for an unknown way of packing. */
function unpack(compression: number, bytes: Uint8Array, length: number): Uint8Array | null {
  switch (compression) {
    case 1:
      return bytes.slice(0, length);
    case 5:
      return unpackLzw(bytes, length);
    case 8:
    case 32_946:
      try {
        return unzlibSync(bytes, { out: new Uint8Array(length) });
      } catch {
        throw new RangeError('A piece cannot be inflated.');
      }
    case 32_773:
      return unpackRuns(bytes, length);
    default:
      return null;
  }
}

function unpackRuns(bytes: Uint8Array, length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let to = 0;
  for (let at = 0; at < bytes.length && to < length;) {
    const head = bytes[at] ?? 0;
    const count = head < 128 ? head + 1 : head === 128 ? 0 : 257 - head;
    if (head < 128) whole.set(bytes.subarray(at + 1, at + 1 + Math.min(count, length - to)), to);
    else whole.fill(bytes[at + 1] ?? 0, to, to + count);
    to += count;
    at += head < 128 ? 1 + count : head === 128 ? 1 : 2;
  }
  return whole.subarray(0, to);
}

/** Whether codes begin with their lowest bit, as in the first programs that knew LZW; pieces begin with code 256. */
export const isOldLzw = (bytes: Uint8Array): boolean => bytes[0] === 0 && ((bytes[1] ?? 0) & 1) === 1;

function unpackLzw(bytes: Uint8Array, length: number): Uint8Array {
  const isOld = isOldLzw(bytes);
  const whole = new Uint8Array(length);
  // Each code repeats an earlier piece: the text of the last code and the byte after it.
  const starts = new Uint32Array(4096);
  const lengths = new Uint32Array(4096);
  let [to, next, width, lastLength] = [0, 258, 9, 0];
  for (let bit = 0; bit + width <= bytes.length * 8 && to < length;) {
    let code = 0;
    for (let index = 0; index < width; index += 1, bit += 1) {
      const set = ((bytes[bit >> 3] ?? 0) >> (isOld ? bit & 7 : 7 - (bit & 7))) & 1;
      code = isOld ? code | (set << index) : code * 2 + set;
    }
    if (code === 257) break;
    if (code === 256) {
      [next, width, lastLength] = [258, 9, 0];
      continue;
    }
    if (lastLength > 0 && next < 4096) {
      starts[next] = to - lastLength;
      lengths[next] = lastLength + 1;
      next += 1;
    }
    if (code >= next) throw new RangeError('An LZW code is not known yet.');
    lastLength = code < 256 ? 1 : (lengths[code] ?? 0);
    const from = starts[code] ?? 0;
    for (let index = 0; index < lastLength; index += 1) {
      whole[to + index] = code < 256 ? code : (whole[from + index] ?? 0);
    }
    to += lastLength;
    if (width < 12 && next >= 2 ** width - (isOld ? 0 : 1)) width += 1;
  }
  return whole.subarray(0, to);
}
