import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import type { LicenseFacts } from './license-page.ts';

/** How a small office's program writes a license: with text that flows, in a table, or as a form that is filled in. */
export const kitLayouts = ['flowing', 'tabs', 'form'] as const;
export type KitLayout = (typeof kitLayouts)[number];

const packages = join(import.meta.dirname, '../../../../node_modules');
const ownFonts = {
  liberation: join(packages, 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'),
  inter: join(packages, '@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf'),
} as const;
const fonts = ['Helvetica', 'Times-Roman', 'Courier', ownFonts.liberation, ownFonts.inter] as const;

/** Lays a license out with pdfkit. */
export async function writeWithKit(
  { board, rows }: LicenseFacts,
  layout: KitLayout,
  pick: number,
): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'LETTER', margin: 64 });
  const whole = buffer(pdf);
  const font = fonts[pick % fonts.length] ?? 'Helvetica';
  pdf.font(font);
  for (const [index, line] of board.heading.entries()) {
    pdf.fontSize(index === 0 ? 17 : 13).text(line, { align: 'center' });
  }
  pdf.moveDown(2).fontSize(11);
  switch (layout) {
    case 'flowing':
      for (const [label, value] of rows) {
        pdf.text(`${label}: `, { continued: true }).text(value).moveDown(0.6);
      }
      break;
    case 'tabs':
      for (const [label, value] of rows) {
        const { y } = pdf;
        pdf.text(label, 64, y, { width: 180 });
        pdf.text(value, 250, y, { width: 300 }).moveDown(0.8);
      }
      break;
    case 'form':
      // Its forms take a standard font.
      pdf.font('Helvetica').initForm();
      for (const [index, [label, value]] of rows.entries()) {
        const y = 190 + 40 * index;
        pdf.text(label, 64, y + 4, { width: 170, lineBreak: false });
        pdf.formText(`entry${index}`, 240, y, 300, 20, { value, fontSize: 11 });
      }
      pdf.y = 190 + 40 * rows.length;
      break;
  }
  pdf.moveDown(2).fontSize(8);
  for (const note of board.notes) pdf.text(note, 64);
  pdf.end();
  return whole;
}
