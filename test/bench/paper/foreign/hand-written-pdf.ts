import type { Draw } from './draw.ts';
import type { TextItem } from './studio.ts';

/** How a program writes the text of a page. */
export interface Writing {
  font: 'Helvetica' | 'Times-Roman' | 'Courier';
  /** In which order, and in pieces of what. */
  order: 'asPrinted' | 'shuffled' | 'byColumn';
  piece: 'run' | 'word' | 'letter';
}

/** A PDF of the standard fonts, written by hand: the same words in the same places as another program put them. */
export function writePdf(
  items: readonly TextItem[],
  { font, order, piece, ...sheet }: Writing & { width: number; height: number },
  draw: Draw,
): Buffer {
  const [width, height] = [0.75 * sheet.width, 0.75 * sheet.height];
  const pieces = items.flatMap((item) => cut(item, piece));
  const ordered =
    order === 'asPrinted'
      ? pieces
      : order === 'shuffled'
        ? pieces.toSorted(() => draw.random() - 0.5)
        : pieces.toSorted((one, other) => Math.floor(one.x * 3) - Math.floor(other.x * 3) || one.y - other.y);
  const size = (one: TextItem) => one.height * height;
  const content = ordered.map((one) => {
    // A run keeps its width whatever its font.
    const natural = measure(one.text, font) * size(one);
    const stretch = natural === 0 ? 100 : Math.min(140, (100 * one.width * width) / natural);
    const y = height * (1 - one.y) - 0.78 * size(one);
    return `BT /F1 ${size(one).toFixed(2)} Tf ${stretch.toFixed(1)} Tz 1 0 0 1 ${(one.x * width).toFixed(2)} ${y.toFixed(2)} Tm (${escape(one.text)}) Tj ET`;
  });
  return toPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    stream('', Buffer.from(content.join('\n'), 'latin1')),
    `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`,
  ]);
}

function cut(item: TextItem, piece: Writing['piece']): TextItem[] {
  if (piece === 'run') return [item];
  const share = item.width / item.text.length;
  return [...item.text.matchAll(piece === 'word' ? /\S+/g : /\S/g)].map(({ 0: text, index }) => ({
    ...item,
    text,
    x: item.x + share * index,
    width: share * text.length,
  }));
}

/** Roughly how wide a text is in a font of one point. */
function measure(text: string, font: Writing['font']): number {
  if (font === 'Courier') return 0.6 * text.length;
  const widths = Array.from(text, (one) =>
    /[iljtfrI.,:;'|! ]/.test(one) ? 0.28 : /[A-Zmw@%&]/.test(one) ? 0.7 : 0.53,
  );
  return widths.reduce((sum, one) => sum + one, 0) * (font === 'Times-Roman' ? 0.92 : 1);
}

/** What a scanner's program puts under its picture, and what else a page can hide. */
export interface Hidden {
  /** Text that nobody sees: no ink at all, or white ink. */
  text: readonly string[];
  ink: 'none' | 'white';
}

/** A page that is one picture, with hidden text that need not say the same. */
export function scanWithText(jpeg: Buffer, size: { width: number; height: number }, hidden: Hidden): Buffer {
  const [width, height] = [(72 * size.width) / 200, (72 * size.height) / 200];
  const lines = hidden.text.map(
    (text, index) => `1 0 0 1 54 ${height - 90 - 30 * index} Tm (${escape(text)}) Tj`,
  );
  const ink = hidden.ink === 'none' ? '3 Tr' : '1 1 1 rg';
  const content = `q ${width} 0 0 ${height} 0 0 cm /Scan Do Q\nBT /F1 14 Tf ${ink} ${lines.join(' ')} ET`;
  return toPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /Scan 6 0 R >> >> >>`,
    stream('', Buffer.from(content, 'latin1')),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    stream(
      `/Type /XObject /Subtype /Image /Width ${size.width} /Height ${size.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
      jpeg,
    ),
  ]);
}

const escape = (text: string): string =>
  text
    .replaceAll('’', '\x92')
    .replaceAll(/[–—]/g, '\x96')
    .replaceAll(/[^\u0020-\u00ff]/g, '')
    .replaceAll(/[\\()]/g, (one) => `\\${one}`);

function stream(entries: string, bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}

/** A PDF of its objects, the catalog first. */
function toPdf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n', 'latin1')];
  const places: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, body] of objects.entries()) {
    places.push(length);
    add(Buffer.from(`${index + 1} 0 obj\n`, 'latin1'));
    add(typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
    add(Buffer.from('\nendobj\n', 'latin1'));
  }
  const table = length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`, 'latin1'));
  add(
    Buffer.from(
      `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
      'latin1',
    ),
  );
  return Buffer.concat(parts);
}
