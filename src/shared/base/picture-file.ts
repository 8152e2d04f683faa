import { beginsAsPage } from './markup.ts';

export type PictureKind = keyof typeof contentTypes;

export type PictureFile = NonNullable<ReturnType<typeof getPictureFile>>;

/** The most pixels drawn: an A2 sheet at 600 dpi. Each takes four bytes. */
export const maxPixels = 150_000_000;

const contentTypes = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  heif: 'image/heif',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  pdf: 'application/pdf',
} as const;

/** For file choosers; the names are for systems that know no type for them. */
export const pictureTypes = [
  ...Object.values(contentTypes),
  'image/heic',
  '.heic',
  '.heif',
  '.tif',
  '.tiff',
].join(',');

/** Without a size for kinds with pages of their own sizes, and for damaged files. */
export function getPictureFile(bytes: Uint8Array) {
  const kind = getKind(bytes);
  if (kind === null) return null;
  return { kind, contentType: contentTypes[kind], size: getSize(kind, bytes) };
}

export function tooLargeToDraw(size: { width: number; height: number }): string | null {
  if (size.width * size.height <= maxPixels) return null;
  const [width, height] = [size.width, size.height].map((side) => side.toLocaleString('en-US'));
  return `It is ${width} by ${height} pixels, more than Gangway can show. Open a smaller copy.`;
}

/** Whether bytes look like a web page, which comes instead of a file where someone has to sign in. */
export const looksLikeWebPage = (bytes: Uint8Array): boolean =>
  beginsAsPage(latin(bytes, 0, 1024).replace('ï»¿', ''));

function getKind(bytes: Uint8Array): PictureKind | null {
  if (latin(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (latin(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return 'webp';
  if (latin(bytes, 4, 8) === 'ftyp') return kindOfMedia(latin(bytes, 8, 64));
  if (/^GIF8[79]a/.test(latin(bytes, 0, 6))) return 'gif';
  if (latin(bytes, 0, 2) === 'BM' && bytes[15] === 0 && bytes[16] === 0 && bytes[17] === 0) return 'bmp';
  // 43 is a BigTIFF, with places of eight bytes.
  if (/^(II[*+]\0|MM\0[*+])/.test(latin(bytes, 0, 4))) return 'tiff';
  // A PDF may have a few bytes before its header.
  if (latin(bytes, 0, 1024).includes('%PDF-')) return looksLikeWebPage(bytes) ? null : 'pdf';
  return null;
}

/** By the brands of a file of the ISO base media format, which pictures and videos share. */
function kindOfMedia(brands: string): PictureKind | null {
  if (/^(?:avi[fs]|(?:mif1|msf1).*avif)/s.test(brands)) return 'avif';
  return /^(?:hei[cxms]|hev[cxms]|mif1|msf1)/.test(brands) ? 'heif' : null;
}

function getSize(kind: PictureKind, bytes: Uint8Array): { width: number; height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (kind) {
    case 'png':
      if (bytes.length < 24 || latin(bytes, 12, 16) !== 'IHDR') return null;
      return { width: view.getUint32(16), height: view.getUint32(20) };
    case 'jpeg':
      return sizeOfJpeg(view);
    case 'webp':
      return sizeOfWebp(view, latin(bytes, 12, 16));
    case 'avif':
    case 'heif':
      return sizeOfMedia(view, bytes);
    case 'gif':
      return bytes.length < 10 ? null : { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    case 'bmp':
      return sizeOfBmp(view);
    case 'tiff':
    case 'pdf':
      return null;
  }
}

/** Steps over segments to the frame header, as tolerant between segments as image decoders. */
function sizeOfJpeg(view: DataView): { width: number; height: number } | null {
  let at = 2;
  while (at + 9 <= view.byteLength) {
    const marker = view.getUint8(at) === 0xff ? view.getUint8(at + 1) : 0;
    if (marker === 0 || marker === 0xff) {
      at += 1;
      continue;
    }
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (frame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker === 0xd9 || marker === 0xda) return null;
    const bare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const length = bare ? 0 : view.getUint16(at + 2);
    if (!bare && length < 2) return null;
    at += 2 + length;
  }
  return null;
}

function sizeOfWebp(view: DataView, chunk: string): { width: number; height: number } | null {
  if (view.byteLength < (chunk === 'VP8L' ? 25 : 30)) return null;
  switch (chunk) {
    case 'VP8X':
      return { width: 1 + threeBytes(view, 24), height: 1 + threeBytes(view, 27) };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return null;
  }
}

/** Rows may be told from the top down by a negative height; the oldest header has two bytes a side. */
function sizeOfBmp(view: DataView): { width: number; height: number } | null {
  if (view.byteLength < 26) return null;
  return view.getUint32(14, true) === 12
    ? { width: view.getUint16(18, true), height: view.getUint16(20, true) }
    : { width: view.getUint32(18, true), height: Math.abs(view.getInt32(22, true)) };
}

/** More than a picture has; a file of nothing but boxes is not walked to its end. */
const maxBoxes = 10_000;

/** The largest of the sizes (`ispe`) that a picture, its tiles and its previews have. */
function sizeOfMedia(view: DataView, bytes: Uint8Array): { width: number; height: number } | null {
  let size: { width: number; height: number } | null = null;
  let at = 0;
  for (let boxes = 0; boxes < maxBoxes && at + 20 <= view.byteLength; boxes += 1) {
    const name = latin(bytes, at + 4, at + 8);
    if (name === 'ispe') {
      const [width, height] = [view.getUint32(at + 12), view.getUint32(at + 16)];
      if (size === null || width * height > size.width * size.height) size = { width, height };
    }
    const length = view.getUint32(at);
    // The boxes around it are stepped into. A length of 1 stands for one of eight bytes.
    if (name === 'meta') at += 12;
    else if (name === 'iprp' || name === 'ipco') at += 8;
    else at += Math.max(8, length === 1 ? view.getUint32(at + 12) : length);
  }
  return size;
}

const threeBytes = (view: DataView, at: number): number =>
  view.getUint16(at, true) + (view.getUint8(at + 2) << 16);

const latin = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));
