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
export function pngOf(width: number, height: number, rows = height): Buffer {
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
function pdfOf(objects: readonly string[], trailer = ''): Buffer {
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
  return pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', pages, page, stream, font]);
}

/** A PDF whose scripts would leave a mark on the page that shows it, and ask to be run at once. */
export function pdfWithScript(): Buffer {
  const script =
    '(globalThis.gangwayWasHere = true; app.alert\\("here"\\); this.submitForm\\("https://example.com"\\))';
  return pdfOf([
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
  return pdfOf(
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
