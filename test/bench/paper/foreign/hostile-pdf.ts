import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'fontkit';
import { escapeText, stream, toPdf } from './pdf-parts.ts';
import type { TextItem } from './studio.ts';

/** Text that a program reads and nobody sees: without ink, in white, as specks, or under the picture. */
export const inks = ['none', 'white', 'tiny', 'under'] as const;
export type Ink = (typeof inks)[number];

const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

/** A page that is a picture, on a part of the paper or all of it, with text that says something else. */
export function scanWithHiddenText(
  jpeg: Buffer,
  { width, height, share }: { width: number; height: number; share: number },
  lines: readonly string[],
  ink: Ink,
): Buffer {
  const [across, down] = [612, (612 * height) / width];
  const size = ink === 'tiny' ? 1 : 14;
  const shown = lines.map(
    (text, index) => `1 0 0 1 150 ${(0.7 * down - 2 * size * index).toFixed(1)} Tm (${escapeText(text)}) Tj`,
  );
  const text = `BT /F1 ${size} Tf ${{ none: '3 Tr', white: '1 g', tiny: '0 g', under: '0 g' }[ink]} ${shown.join(' ')} ET`;
  const picture = `q ${across * share} 0 0 ${down * share} ${(across * (1 - share)) / 2} ${(down * (1 - share)) / 2} cm /Scan Do Q`;
  const content = ink === 'under' ? `${text}\n${picture}` : `${picture}\n${text}`;
  return toPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${down}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /Scan 6 0 R >> >> >>`,
    stream('', Buffer.from(content, 'latin1')),
    font,
    stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
      jpeg,
    ),
  ]);
}

const file = readFileSync(
  join(import.meta.dirname, '../../../../node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'),
);

/** A page whose text can be seen and not be copied: its font says which shapes, and not which letters. */
export function writeWithoutUnicode(items: readonly TextItem[], width: number, height: number): Buffer {
  const made = create(file);
  if (!('layout' in made)) throw new Error('This is no single font.');
  const lines = items.map((one) => {
    const glyphs = made.layout(one.text).glyphs.map(({ id }) => id.toString(16).padStart(4, '0'));
    const size = one.height * height;
    return `BT /F1 ${size.toFixed(2)} Tf 1 0 0 1 ${(one.x * width).toFixed(2)} ${(height * (1 - one.y) - 0.78 * size).toFixed(2)} Tm <${glyphs.join('')}> Tj ET`;
  });
  const widths = Array.from({ length: made.numGlyphs }, (_, id) =>
    Math.round((1000 * made.getGlyph(id).advanceWidth) / made.unitsPerEm),
  );
  return toPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    stream('', Buffer.from(lines.join('\n'), 'latin1')),
    '<< /Type /Font /Subtype /Type0 /BaseFont /Plain /Encoding /Identity-H /DescendantFonts [6 0 R] >>',
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Plain /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R /CIDToGIDMap /Identity /W [0 [${widths.join(' ')}]] >>`,
    '<< /Type /FontDescriptor /FontName /Plain /Flags 4 /FontBBox [-200 -300 1200 1000] /ItalicAngle 0 /Ascent 905 /Descent -212 /CapHeight 700 /StemV 80 /FontFile2 8 0 R >>',
    stream(`/Length1 ${file.length}`, file),
  ]);
}
