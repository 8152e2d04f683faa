import { maxPixels } from '#shared/base/picture-file.ts';
import {
  damaged,
  otherwisePacked,
  readTiffPages,
  tooLarge,
  type TiffPage,
  type TiffPiece,
} from './tiff-pages.ts';
import { isOldLzw, samplesOfColor, unpackedLength, unpackPixels } from './tiff-pixels.ts';

/** Puts the packed strips of a TIFF into a PDF, which the PDF reader unpacks. Browsers draw no TIFF. */
export function tiffAsPdf(
  bytes: Uint8Array,
): { ok: true; pdf: Uint8Array<ArrayBuffer> } | { ok: false; sentence: string } {
  const read = readTiffPages(bytes);
  if (!read.ok) return read;
  const file = new PdfWriter();
  const pages: number[] = [];
  let unpacked = 0;
  for (const page of read.pages) {
    const isPacked = isPdfPacked(page);
    const pictures: number[] = [];
    for (const piece of page.pieces) {
      const filter = isPacked ? getFilter(page, piece) : null;
      if (filter === null) unpacked += unpackedLength(page, piece);
      if (unpacked > maxUnpacked) return { ok: false, sentence: tooLarge };
      const image = filter === null ? getUnpacked(page, piece) : null;
      if (typeof image === 'string') return { ok: false, sentence: image };
      pictures.push(
        file.stream(
          `/Type /XObject /Subtype /Image /Width ${piece.width} /Height ${piece.height} ` +
            (image?.form ?? `/BitsPerComponent ${page.bits} ${getColors(page)} ${filter}`),
          image?.data ?? getContent(page, piece),
        ),
      );
    }
    pages.push(pageWith(page, pictures, file));
  }
  return { ok: true, pdf: file.finish(pages) };
}

/** Four bytes for each dot that is drawn. */
const maxUnpacked = 4 * maxPixels;

function getUnpacked(page: TiffPage, piece: TiffPiece): { form: string; data: Uint8Array } | string {
  try {
    const planes = piece.planes.map((bytes) => inOrder(page, bytes));
    const pixels = unpackPixels(page, { ...piece, planes });
    if (pixels === null) return otherwisePacked;
    return { form: `/BitsPerComponent 8 /ColorSpace /Device${deviceOf[pixels.colors]}`, data: pixels.data };
  } catch (error) {
    if (error instanceof RangeError) return damaged;
    throw error;
  }
}

const deviceOf = { 1: 'Gray', 3: 'RGB', 4: 'CMYK' } as const;

/** Whether a PDF says all that is said of a page's colors and packing, so that its pieces are handed on as they are. */
function isPdfPacked(page: TiffPage): boolean {
  const { photometric, samples, bits, compression, palette, pieces } = page;
  const colors = samplesOfColor[photometric];
  if (colors !== samples || page.isPlanar) return false;
  if ([2, 3, 4].includes(compression)) return bits === 1 && samples === 1;
  if (compression === 7) return bits === 8;
  const isOld =
    compression === 5 && pieces.some(({ planes: [bytes] }) => bytes !== undefined && isOldLzw(bytes));
  if (isOld || page.predictor > 2 || photometric > 5 || (photometric === 3 && palette.length < 3 * 2 ** bits))
    return false;
  return bits === 1 || bits === 8 || ((bits === 2 || bits === 4) && photometric !== 0);
}

/** Color space and the direction of the values. */
function getColors({ photometric, samples, bits, palette, compression }: TiffPage): string {
  if (photometric === 3) {
    const entries = 2 ** bits;
    const part = (index: number) => (palette[index] ?? 0).toString(16).padStart(2, '0');
    const third = palette.length / 3;
    const table = Array.from(
      { length: entries },
      (_unused, index) => part(index) + part(third + index) + part(2 * third + index),
    );
    return `/ColorSpace [/Indexed /DeviceRGB ${entries - 1} <${table.join('')}>]`;
  }
  const fax = [2, 3, 4].includes(compression);
  const turned = (photometric === 0 && !fax) || (photometric === 1 && fax);
  return `/ColorSpace /Device${deviceOf[samples === 1 || samples === 3 ? samples : 4]}${turned ? ' /Decode [1 0]' : ''}`;
}

/** The PDF filter for a piece; null for unknown compression. */
function getFilter(page: TiffPage, { width, height }: TiffPiece): string | null {
  const { compression, photometric, predictor, samples, bits, faxOptions } = page;
  const fax = (parameters: string) =>
    `/Filter /CCITTFaxDecode /DecodeParms << /Columns ${width} /Rows ${height} ${parameters} >>`;
  const differences = `/DecodeParms << /Predictor 2 /Colors ${samples} /BitsPerComponent ${bits} /Columns ${width} >>`;
  const flate = `/Filter /FlateDecode ${predictor === 2 ? differences : ''}`;
  const filters: Readonly<Record<number, string>> = {
    1: '',
    2: fax('/K 0 /EncodedByteAlign true /EndOfBlock false'),
    3: fax(`/K ${faxOptions & 1} /EndOfBlock false`),
    4: fax('/K -1'),
    5: `/Filter /LZWDecode ${predictor === 2 ? differences : ''}`,
    7: `/Filter /DCTDecode ${photometric === 2 ? '/DecodeParms << /ColorTransform 0 >>' : ''}`,
    8: flate,
    32_946: flate,
    32_773: '/Filter /RunLengthDecode',
  };
  return filters[compression] ?? null;
}

function getContent(page: TiffPage, { planes: [bytes = new Uint8Array()] }: TiffPiece): Uint8Array {
  return page.compression === 7 ? withTables(bytes, page.jpegTables) : inOrder(page, bytes);
}

const inOrder = ({ fillOrder }: TiffPage, bytes: Uint8Array): Uint8Array =>
  fillOrder === 2 ? bytes.map(mirrored) : bytes;

/** A JPEG piece with the tables that all pieces of a page share. */
const withTables = (bytes: Uint8Array, tables: Uint8Array | null): Uint8Array =>
  tables === null || tables.length < 4
    ? bytes
    : concat([bytes.subarray(0, 2), tables.subarray(2, -2), bytes.subarray(2)]);

function mirrored(byte: number): number {
  let turned = 0;
  for (let bit = 0; bit < 8; bit += 1) turned |= ((byte >> bit) & 1) << (7 - bit);
  return turned;
}

function pageWith(page: TiffPage, pictures: readonly number[], file: PdfWriter): number {
  const across = (page.width * 72) / page.dots.x;
  const down = (page.height * 72) / page.dots.y;
  const place = ({ x, y, width, height }: TiffPiece, index: number, rim: number) =>
    `q ${width + 2 * rim} 0 0 ${height + 2 * rim} ${x - rim} ${page.height - y - height - rim} cm /P${index} Do Q`;
  const drawn = page.pieces.map((piece, index) => place(piece, index, 0));
  // First slightly larger, so seams show the piece's color, not white.
  const under = page.pieces.length === 1 ? [] : page.pieces.map((piece, index) => place(piece, index, 1));
  // The first row and column, by orientation: top left, top right, bottom right, bottom left, and then the same lying down.
  const turn = [
    `-1 0 0 1 ${across} 0`,
    `-1 0 0 -1 ${across} ${down}`,
    `1 0 0 -1 0 ${down}`,
    `0 -1 -1 0 ${down} ${across}`,
    `0 -1 1 0 0 ${across}`,
    '0 1 1 0 0 0',
    `0 1 -1 0 ${down} 0`,
  ][page.orientation - 2];
  const [pageAcross, pageDown] = page.orientation > 4 ? [down, across] : [across, down];
  const scale = `${across / page.width} 0 0 ${down / page.height} 0 0 cm`;
  const content = file.stream(
    '',
    encode([`${turn ?? '1 0 0 1 0 0'} cm`, scale, ...under, ...drawn].join('\n')),
  );
  const named = pictures.map((picture, index) => `/P${index} ${picture} 0 R`).join(' ');
  return file.object(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageAcross} ${pageDown}] /Contents ${content} 0 R ` +
      `/Resources << /XObject << ${named} >> >> >>`,
  );
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

class PdfWriter {
  #parts: Uint8Array[] = [];
  #length = 0;
  /** Where objects begin, by their number. */
  #offsets: number[] = [];
  #next = 3;

  constructor() {
    this.#write(encode('%PDF-1.7\n'));
  }

  #write(...parts: readonly Uint8Array[]): void {
    this.#parts.push(...parts);
    for (const { length } of parts) this.#length += length;
  }

  object(body: string, number = this.#next++, ...content: readonly Uint8Array[]): number {
    this.#offsets[number] = this.#length;
    this.#write(encode(`${number} 0 obj\n${body}\n`), ...content, encode('endobj\n'));
    return number;
  }

  stream(dictionary: string, content: Uint8Array): number {
    const head = `<< ${dictionary} /Length ${content.length} >>\nstream`;
    return this.object(head, undefined, content, encode('\nendstream\n'));
  }

  finish(pages: readonly number[]): Uint8Array<ArrayBuffer> {
    this.object('<< /Type /Catalog /Pages 2 0 R >>', 1);
    const kids = pages.map((page) => `${page} 0 R`).join(' ');
    this.object(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`, 2);
    const rows = this.#offsets.slice(1).map((place) => `${String(place).padStart(10, '0')} 00000 n \n`);
    const table = `xref\n0 ${this.#next}\n0000000000 65535 f \n${rows.join('')}`;
    const trailer = `trailer\n<< /Size ${this.#next} /Root 1 0 R >>\nstartxref\n${this.#length}\n%%EOF\n`;
    return concat([...this.#parts, encode(table + trailer)]);
  }
}
