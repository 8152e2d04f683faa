import PDFDocument from 'pdfkit';
import type { Draw } from './draw.ts';
import { escapeText, stream, toPdf, toWindows } from './pdf-parts.ts';
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
  const plain = items.map((item) => ({ ...item, text: toWindows(item.text) }));
  const pieces = plain.flatMap((item) => cut(item, piece, font));
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
    return `BT /F1 ${size(one).toFixed(2)} Tf ${stretch.toFixed(1)} Tz 1 0 0 1 ${(one.x * width).toFixed(2)} ${y.toFixed(2)} Tm (${escapeText(one.text)}) Tj ET`;
  });
  return toPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    stream('', Buffer.from(content.join('\n'), 'latin1')),
    `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`,
  ]);
}

/** The pieces of a text, each where its letters stand in a font. */
function cut(item: TextItem, piece: Writing['piece'], font: Writing['font']): TextItem[] {
  if (piece === 'run') return [item];
  const whole = measure(item.text, font);
  const place = (text: string) => (item.width * measure(text, font)) / whole;
  return [...item.text.matchAll(piece === 'word' ? /\S+/g : /\S/g)].map(({ 0: text, index }) => ({
    ...item,
    text,
    x: item.x + place(item.text.slice(0, index)),
    width: place(text),
  }));
}

const metrics = new PDFDocument();

/** How wide a text is in a font of one point, without kerning, which a reader does not know of. */
const measure = (text: string, font: Writing['font']): number =>
  Array.from(text).reduce((sum, one) => sum + metrics.font(font).fontSize(1).widthOfString(one), 0);
