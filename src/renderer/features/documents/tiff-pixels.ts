import { unzlibSync } from 'fflate/browser';
import type { TiffPage, TiffPiece } from './tiff-pages.ts';

/** Samples that make a pixel's color, by photometric interpretation: gray (0 and 1), RGB, a palette's, CMYK, by brightness and hue. */
export const samplesOfColor: Readonly<Record<number, 1 | 3 | 4>> = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4, 6: 3 };

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
  const { bits, samples, photometric, predictor, alpha } = page;
  const { width, height } = piece;
  const sources = samplesOfColor[photometric];
  if (sources === undefined || samples < sources) return null;
  const colors = photometric === 3 ? 3 : sources;
  if (predictor > 2 || (predictor === 2 && bits % 8 !== 0)) return null;
  if (isSubsampled(page) && (bits !== 8 || samples !== 3 || page.isPlanar)) return null;
  const length = unpackedLength(page, piece) / piece.planes.length;
  const planes: Uint8Array[] = [];
  for (const bytes of piece.planes) {
    const unpacked = unpack(page.compression, bytes, length);
    if (unpacked === null) return null;
    if (unpacked.length < length * 0.9) throw new RangeError('A piece is cut short.');
    if (page.isLittle && bits === 16) {
      for (let at = 0; at < unpacked.length; at += 2) unpacked.subarray(at, at + 2).reverse();
    }
    if (predictor === 2) addDifferences(unpacked, bytesInRow(page, width), page);
    planes.push(unpacked);
  }
  const sample = getReader(page, width, planes);
  const data = new Uint8ClampedArray(width * height * colors);
  const pixel = [0, 0, 0, 0];
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += colors) {
      for (let index = 0; index < sources; index += 1) pixel[index] = sample(x, y, index);
      toPdfColors(pixel, page);
      const opaque = alpha !== 0 && samples > sources && colors < 4 ? sample(x, y, sources) / 255 : 1;
      for (let index = 0; index < colors; index += 1) {
        data[at + index] = (alpha === 2 ? opaque : 1) * (pixel[index] ?? 0) + 255 * (1 - opaque);
      }
    }
  }
  return { colors, data: new Uint8Array(data.buffer) };
}

const isSubsampled = ({ photometric, subsampling: [across, down] }: TiffPage): boolean =>
  photometric === 6 && across * down > 1;

const bytesInRow = ({ samples, bits, isPlanar }: TiffPage, width: number): number =>
  Math.ceil((width * (isPlanar ? 1 : samples) * bits) / 8);

/** Reads a sample of a pixel: from 0 to 255, or as it is where it is an entry of a palette. */
function getReader(page: TiffPage, width: number, planes: readonly Uint8Array[]) {
  const { bits, samples, isPlanar, photometric, subsampling } = page;
  const [across, down] = subsampling;
  const [block, blocksInRow, rowBytes] = [across * down, Math.ceil(width / across), bytesInRow(page, width)];
  const isHued = isSubsampled(page);
  const scale = photometric === 3 ? 1 : 255 / (2 ** bits - 1);
  return (x: number, y: number, index: number): number => {
    const plane = planes[isPlanar ? index : 0] ?? new Uint8Array();
    if (isHued) {
      // A block has the brightness of each of its pixels, and then the two hues that they share.
      const from = (Math.floor(y / down) * blocksInRow + Math.floor(x / across)) * (block + 2);
      return plane[from + (index === 0 ? (y % down) * across + (x % across) : block + index - 1)] ?? 0;
    }
    const place = isPlanar ? x : x * samples + index;
    if (bits === 8) return plane[y * rowBytes + place] ?? 0;
    let value = 0;
    for (let bit = place * bits; bit < (place + 1) * bits; bit += 1) {
      value = value * 2 + (((plane[y * rowBytes + (bit >> 3)] ?? 0) >> (7 - (bit & 7))) & 1);
    }
    return value * scale;
  };
}

/** Turns the samples of a pixel into the colors of a PDF, in place. */
function toPdfColors(pixel: number[], { photometric, palette }: TiffPage): void {
  const [first = 0, second = 0, third = 0] = pixel;
  if (photometric === 0) pixel[0] = 255 - first;
  if (photometric === 3) {
    for (let part = 0; part < 3; part += 1) pixel[part] = palette[(part * palette.length) / 3 + first] ?? 0;
  }
  if (photometric === 6) {
    const [blue, red] = [second - 128, third - 128];
    pixel[0] = first + 1.402 * red;
    pixel[1] = first - 0.344 * blue - 0.714 * red;
    pixel[2] = first + 1.772 * blue;
  }
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
