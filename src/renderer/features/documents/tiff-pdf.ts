import { ownMember } from '#shared/base/own-member.ts';
import { otherwisePacked, readTiffPages, type TiffPage, type TiffPiece } from './tiff-pages.ts';

/** Puts the packed strips of a TIFF into a PDF, which the PDF reader unpacks. Browsers draw no TIFF. */
export function tiffAsPdf(
  bytes: Uint8Array,
): { ok: true; pdf: Uint8Array<ArrayBuffer> } | { ok: false; sentence: string } {
  const read = readTiffPages(bytes);
  if (!read.ok) return read;
  const file = new PdfWriter();
  const pages: number[] = [];
  for (const page of read.pages) {
    const colours = getColours(page, file);
    const packing = getPacking(page);
    if (colours === null || packing === null) return { ok: false, sentence: otherwisePacked };
    const pictures = page.pieces.map((piece) =>
      file.stream(
        `/Type /XObject /Subtype /Image /Width ${piece.width} /Height ${piece.height} ` +
          `/BitsPerComponent ${page.bits} ${colours} ${packing(piece)}`,
        getContent(page, piece),
      ),
    );
    pages.push(pageWith(page, pictures, file));
  }
  return { ok: true, pdf: file.finish(pages) };
}

/** Color space and the direction of the values; null for colors that are not drawn. */
function getColours(page: TiffPage, file: PdfWriter): string | null {
  const { photometric, samples, bits, palette } = page;
  if (![1, 2, 4, 8].includes(bits)) return null;
  if (photometric === 3) {
    const entries = 2 ** bits;
    if (samples !== 1 || palette.length < 3 * entries) return null;
    const part = (value: number | undefined) => ((value ?? 0) >> 8).toString(16).padStart(2, '0');
    const table = Array.from(
      { length: entries },
      (_unused, index) =>
        part(palette[index]) + part(palette[entries + index]) + part(palette[2 * entries + index]),
    );
    return `/ColorSpace [/Indexed /DeviceRGB ${entries - 1} <${table.join('')}>]`;
  }
  const space = { 0: 'Gray', 1: 'Gray', 2: 'RGB', 5: 'CMYK', 6: 'RGB' }[photometric];
  // Colors by brightness and hue are only known inside of JPEG, which says so itself.
  if (space === undefined || (photometric === 6 && page.compression !== 7)) return null;
  const wanted = ownMember({ Gray: 1, RGB: 3, CMYK: 4 }, space) ?? 1;
  if (samples < wanted || (samples > wanted && page.compression === 7)) return null;
  const fax = [2, 3, 4].includes(page.compression);
  const turned = (photometric === 0 && !fax) || (photometric === 1 && fax);
  const decode = turned ? ` /Decode [1 0${' 0 1'.repeat(samples - 1)}]` : '';
  if (samples === wanted) return `/ColorSpace /Device${space}${decode}`;
  // Extra samples, such as alpha, are dropped.
  const names = Array.from({ length: samples }, (_unused, index) => `/S${index}`).join(' ');
  const drop = file.stream(
    `/FunctionType 4 /Domain [${'0 1 '.repeat(samples)}] /Range [${'0 1 '.repeat(wanted)}]`,
    latin(`{ ${'pop '.repeat(samples - wanted)}}`),
  );
  return `/ColorSpace [/DeviceN [${names}] /Device${space} ${drop} 0 R]${decode}`;
}

/** The PDF filter for a piece; null for unknown compression. */
function getPacking(page: TiffPage): ((piece: TiffPiece) => string) | null {
  const { compression, predictor, samples, bits } = page;
  const unpacked = (filter: string) => {
    if (predictor !== 1 && predictor !== 2) return null;
    return ({ width }: TiffPiece) =>
      predictor === 1
        ? `/Filter /${filter}`
        : `/Filter /${filter} /DecodeParms << /Predictor 2 /Colors ${samples} /BitsPerComponent ${bits} /Columns ${width} >>`;
  };
  const fax = (parameters: string) => {
    if (samples !== 1 || bits !== 1) return null;
    return ({ width, height }: TiffPiece) =>
      `/Filter /CCITTFaxDecode /DecodeParms << /Columns ${width} /Rows ${height} ${parameters} >>`;
  };
  switch (compression) {
    case 1:
      return () => '';
    case 2:
      return fax('/K 0 /EncodedByteAlign true /EndOfBlock false');
    case 3:
      return fax(`/K ${(page.faxOptions & 1) === 1 ? 1 : 0} /EndOfBlock false`);
    case 4:
      return fax('/K -1');
    case 5:
      return unpacked('LZWDecode');
    case 7:
      return () =>
        page.photometric === 2
          ? '/Filter /DCTDecode /DecodeParms << /ColorTransform 0 >>'
          : '/Filter /DCTDecode';
    case 8:
    case 32_946:
      return unpacked('FlateDecode');
    case 32_773:
      return () => '/Filter /RunLengthDecode';
    default:
      return null;
  }
}

function getContent(page: TiffPage, { bytes }: TiffPiece): Uint8Array {
  if (page.compression === 7) return withTables(bytes, page.jpegTables);
  return page.fillOrder === 2 ? bytes.map(mirrored) : bytes;
}

/** A JPEG piece with the tables that all pieces of a page share. */
function withTables(bytes: Uint8Array, tables: Uint8Array | null): Uint8Array {
  if (tables === null || tables.length < 4) return bytes;
  const shared = tables.subarray(2, -2);
  const whole = new Uint8Array(bytes.length + shared.length);
  whole.set(bytes.subarray(0, 2));
  whole.set(shared, 2);
  whole.set(bytes.subarray(2), 2 + shared.length);
  return whole;
}

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
  const scale = `${across / page.width} 0 0 ${down / page.height} 0 0 cm`;
  const content = file.stream('', latin([scale, ...under, ...drawn].join('\n')));
  const named = pictures.map((picture, index) => `/P${index} ${picture} 0 R`).join(' ');
  const rotate = { 3: 180, 6: 90, 8: 270 }[page.orientation] ?? 0;
  return file.object(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${down}] /Rotate ${rotate} /Contents ${content} 0 R ` +
      `/Resources << /XObject << ${named} >> >> >>`,
  );
}

function latin(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

class PdfWriter {
  #parts: Uint8Array[] = [latin('%PDF-1.7\n')];
  #length = 9;
  #offsets = new Map<number, number>();
  #next = 3;

  #write(part: Uint8Array): void {
    this.#parts.push(part);
    this.#length += part.length;
  }

  #begin(number: number): void {
    this.#offsets.set(number, this.#length);
    this.#write(latin(`${number} 0 obj\n`));
  }

  object(body: string, number = this.#next++): number {
    this.#begin(number);
    this.#write(latin(`${body}\nendobj\n`));
    return number;
  }

  stream(dictionary: string, content: Uint8Array): number {
    const number = this.#next++;
    this.#begin(number);
    this.#write(latin(`<< ${dictionary} /Length ${content.length} >>\nstream\n`));
    this.#write(content);
    this.#write(latin('\nendstream\nendobj\n'));
    return number;
  }

  finish(pages: readonly number[]): Uint8Array<ArrayBuffer> {
    this.object('<< /Type /Catalog /Pages 2 0 R >>', 1);
    const kids = pages.map((page) => `${page} 0 R`).join(' ');
    this.object(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`, 2);
    const table = this.#length;
    const rows = Array.from({ length: this.#next - 1 }, (_unused, index) => {
      const place = this.#offsets.get(index + 1) ?? 0;
      return `${String(place).padStart(10, '0')} 00000 n \n`;
    });
    this.#write(latin(`xref\n0 ${this.#next}\n0000000000 65535 f \n${rows.join('')}`));
    this.#write(latin(`trailer\n<< /Size ${this.#next} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`));
    const whole = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }
}
