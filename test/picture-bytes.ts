import { crc32, deflateSync } from 'node:zlib';

// Files of documents made by hand, so that a test decides about every byte.

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(8);
  framed.writeUInt32BE(data.length, 0);
  framed.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([framed.subarray(0, 4), named, framed.subarray(4)]);
}

/** A grey PNG of any size that its header says; its data hold `rows` rows of one bit a pixel. */
export function makePng(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const row = Buffer.alloc(1 + Math.ceil(width / 8), 0xaa);
  row[0] = 0;
  const pixels = Buffer.concat(Array.from({ length: rows }, () => row));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PDF of its objects; the first is the catalog, and object 2 holds the pages. */
function makePdf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.7\n';
  const places: number[] = [];
  for (const [index, body] of objects.entries()) {
    places.push(text.length);
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
  }
  const table = text.length;
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const content = 'BT /F1 36 Tf 72 720 Td (Certificate of insurance) Tj ET 72 100 200 200 re f';
const stream = `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const page =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>';
const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';

/** A PDF with one page. */
export function plainPdf(): Buffer {
  return makePdf(['<< /Type /Catalog /Pages 2 0 R >>', pages, page, stream, font]);
}

/** A PDF whose scripts would leave a mark on the page that shows it, and ask to be run at once. */
export function pdfWithScript(): Buffer {
  const script =
    '(globalThis.gangwayWasHere = true; app.alert\\("here"\\); this.submitForm\\("https://example.com"\\))';
  return makePdf([
    '<< /Type /Catalog /Pages 2 0 R /OpenAction 6 0 R /Names << /JavaScript << /Names [(run) 6 0 R] >> >> >>',
    pages,
    `${page.slice(0, -2)} /AA << /O 6 0 R >> >>`,
    stream,
    font,
    `<< /Type /Action /S /JavaScript /JS ${script} >>`,
  ]);
}

/** A PDF that asks for a password; nobody knows it. */
export function lockedPdf(): Buffer {
  const owner = 'a1'.repeat(32);
  const user = 'b2'.repeat(32);
  return makePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      pages,
      page,
      stream,
      font,
      `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${owner}> /U <${user}> >>`,
    ],
    `/Encrypt 6 0 R /ID [<${'c3'.repeat(16)}> <${'c3'.repeat(16)}>]`,
  );
}

/** A PDF that breaks off before its pages. */
export function brokenPdf(): Buffer {
  return Buffer.from(
    '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type',
    'latin1',
  );
}

/** A web page, whatever it is called. */
export const webPage = Buffer.from('<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>');

/** A drawing that would run a script. */
export const svgWithScript = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.gangwayWasHere = true"><script>globalThis.gangwayWasHere = true</script></svg>',
);

/** A page of a TIFF, packed as its `compression` says. */
export interface TiffSketch {
  width: number;
  height: number;
  bits: number;
  samples: number;
  photometric: number;
  compression: number;
  rowsPerStrip: number;
  strips: readonly Buffer[];
  /** Further entries, or others: a tag and its number as a SHORT, or its numbers as LONGs. */
  further?: readonly (readonly [tag: number, value: number | readonly number[]])[];
  /** Tags that it is written without. */
  without?: readonly number[];
}

/** A TIFF of these pages, at 100 dots in an inch. */
export function makeTiff(pages: readonly TiffSketch[]): Buffer {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 0x2a, 0, 0, 0, 0, 0])];
  let length = 8;
  let pointerAt = 4;
  const pointers: [at: number, to: number][] = [];
  const add = (part: Buffer) => {
    const at = length;
    parts.push(part);
    length += part.length;
    return at;
  };
  const longs = (values: readonly number[]) => {
    const bytes = Buffer.alloc(4 * values.length);
    values.forEach((value, index) => bytes.writeUInt32LE(value, 4 * index));
    return bytes;
  };
  for (const page of pages) {
    const offsets = page.strips.map(add);
    const resolution = add(longs([100, 1]));
    const bits = Buffer.alloc(2 * page.samples);
    for (let index = 0; index < page.samples; index += 1) bits.writeUInt16LE(page.bits, 2 * index);
    const short = (tag: number, value: number) => ({ tag, type: 3, count: 1, value: [value] });
    const many = (tag: number, values: readonly number[]) => ({
      tag,
      type: 4,
      count: values.length,
      value: values,
    });
    const bitsAt = page.samples > 2 ? add(bits) : 0;
    const entries = [
      many(256, [page.width]),
      many(257, [page.height]),
      page.samples > 2 ? { tag: 258, type: 3, count: page.samples, value: [bitsAt] } : short(258, page.bits),
      short(259, page.compression),
      short(262, page.photometric),
      many(273, offsets),
      short(277, page.samples),
      many(278, [page.rowsPerStrip]),
      many(
        279,
        page.strips.map((strip) => strip.length),
      ),
      { tag: 282, type: 5, count: 1, value: [resolution] },
      { tag: 283, type: 5, count: 1, value: [resolution] },
      short(296, 2),
    ]
      .filter(({ tag }) => !page.without?.includes(tag) && !page.further?.some(([other]) => other === tag))
      .concat(
        (page.further ?? []).map(([tag, value]) =>
          typeof value === 'number' ? short(tag, value) : many(tag, value),
        ),
      )
      .toSorted((a, b) => a.tag - b.tag);
    const directory = Buffer.alloc(2 + 12 * entries.length + 4);
    directory.writeUInt16LE(entries.length, 0);
    for (const [index, { tag, type, count, value }] of entries.entries()) {
      const at = 2 + 12 * index;
      directory.writeUInt16LE(tag, at);
      directory.writeUInt16LE(type, at + 2);
      directory.writeUInt32LE(count, at + 4);
      directory.writeUInt32LE(value.length === 1 ? (value[0] ?? 0) : add(longs(value)), at + 8);
    }
    const place = add(directory);
    pointers.push([pointerAt, place]);
    pointerAt = place + directory.length - 4;
  }
  const whole = Buffer.concat(parts);
  for (const [at, to] of pointers) whole.writeUInt32LE(to, at);
  return whole;
}

/** A fax of 64 by 64 dots as machines pack it (T.6), left half white and right half black. */
export function faxTiff(pageCount = 1): Buffer {
  // First line: 32 white, 32 black in horizontal mode; each further line the same as the one above; the end, twice.
  const code = `001${'00011011'}${'000001101010'}${'11'.repeat(63)}${'000000000001'.repeat(2)}`;
  const bytes = code.match(/.{1,8}/g) ?? [];
  const strip = Buffer.from(bytes.map((eight) => Number.parseInt(eight.padEnd(8, '0'), 2)));
  const page = {
    width: 64,
    height: 64,
    bits: 1,
    samples: 1,
    photometric: 0,
    compression: 4,
    rowsPerStrip: 64,
    strips: [strip],
  };
  return makeTiff(Array.from({ length: pageCount }, () => page));
}

/** A picture of 40 by 40 dots in four strips, red above and blue below, with how much shows through beside the colours. */
export function colourTiff(): Buffer {
  const strip = (colour: readonly number[]) =>
    deflateSync(Buffer.concat(Array.from({ length: 40 * 10 }, () => Buffer.from([...colour, 255]))));
  const red = strip([200, 0, 0]);
  const blue = strip([0, 0, 200]);
  return makeTiff([
    {
      width: 40,
      height: 40,
      bits: 8,
      samples: 4,
      photometric: 2,
      compression: 8,
      rowsPerStrip: 10,
      strips: [red, red, blue, blue],
      further: [[338, 2]],
    },
  ]);
}
