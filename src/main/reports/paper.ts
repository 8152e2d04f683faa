import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { create } from 'fontkit';
import PDFDocument from 'pdfkit';
import { legibleText } from './legible-text.ts';
import { isPackedFont, type Face, type ReportParts } from './report-parts.ts';

export interface TextStyle {
  face: Face;
  size: number;
  color: string;
  align?: 'right';
}

export type Role = 'H1' | 'H2' | 'H3' | 'P';

export interface Cell {
  role: 'TH' | 'TD';
  text: string;
  /** The text as it fits the cell; without it the text is whole. */
  drawn?: string;
  x: number;
  width: number;
  style: TextStyle;
}

/** US Letter in points. */
export const sheet = { width: 612, height: 792, gutter: 44, top: 36, foot: 756 } as const;
export const measure = sheet.width - 2 * sheet.gutter;

export type Paper = ReturnType<typeof createPaper>;

interface Settable {
  text: string;
  face: Face;
}

/** Longer texts, such as whole error pages, are cut with a note. */
const maxText = 900;

function shortened(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= maxText) return text;
  const left = (characters.length - maxText).toLocaleString('en-US');
  return `${characters.slice(0, maxText).join('')}… (${left} more characters in Gangway)`;
}

/** A font file with room after it: the library reads a few bytes beyond a glyph without lines, which may be the last. */
function fontBytes(file: string): Buffer {
  const bytes = readFileSync(file);
  return Buffer.concat([isPackedFont(file) ? brotliDecompressSync(bytes) : bytes, Buffer.alloc(64)]);
}

function getCoverage(bytes: Buffer): (codePoint: number) => boolean {
  const font = create(bytes);
  if ('fonts' in font) throw new Error('A font file holds one font.');
  return (codePoint) => font.hasGlyphForCodePoint(codePoint);
}

/** Pages for texts at given places. Characters that the fonts lack are described, see {@link legibleText}. */
export function createPaper(
  fonts: ReportParts['fonts'],
  about: { title: string; author: string; madeAt: Date },
) {
  const doc = new PDFDocument({
    size: [sheet.width, sheet.height],
    // The foot is drawn below the content.
    margins: { top: sheet.top, left: sheet.gutter, right: sheet.gutter, bottom: 0 },
    // Without this it would be Helvetica until the faces below are loaded.
    font: '',
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: about.title, Author: about.author, Creator: 'Gangway', CreationDate: about.madeAt },
  });
  function load(face: Face) {
    const bytes = fontBytes(fonts[face]);
    doc.registerFont(face, bytes);
    return getCoverage(bytes);
  }
  const covers = { regular: load('regular'), semibold: load('semibold'), mono: load('mono') };
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  const root = doc.struct('Document');
  doc.addStructure(root);
  let table = root;
  const missing = new Set<string>();
  const prepared = new Map<string, Settable>();

  /** The text and its face, cached; where the mono face lacks characters, the regular one. */
  function settable(text: string, face: Face): Settable {
    const known = prepared.get(`${face} ${text}`);
    if (known !== undefined) return known;
    const found = findSettable(text, face);
    prepared.set(`${face} ${text}`, found);
    return found;
  }

  function findSettable(text: string, face: Face): Settable {
    const short = shortened(text);
    const legible = legibleText(short, covers[face]);
    if (face !== 'mono' || legible.scripts.length === 0) {
      for (const script of legible.scripts) missing.add(script);
      return { text: legible.text, face };
    }
    return findSettable(short, 'regular');
  }

  function prepare(text: string, style: TextStyle): string {
    const set = settable(text, style.face);
    doc.font(set.face).fontSize(style.size).fillColor(style.color);
    return set.text;
  }

  function draw(text: string, x: number, y: number, width: number, style: TextStyle): void {
    doc.text(prepare(text, style), x, y, { width, align: style.align ?? 'left', lineGap: style.size * 0.08 });
  }

  return {
    getHeight(text: string, width: number, style: TextStyle): number {
      return doc.heightOfString(prepare(text, style), { width, lineGap: style.size * 0.08 });
    },
    put(role: Role, text: string, x: number, y: number, width: number, style: TextStyle): void {
      // Described characters can still be read out and copied.
      const actual = settable(text, style.face).text === text ? {} : { actual: shortened(text) };
      root.add(doc.struct(role, actual, () => draw(text, x, y, width, style)));
    },
    /** Begins a table; rows are added until the next one begins. */
    beginTable(): void {
      table = doc.struct('Table');
      root.add(table);
    },
    putRow(cells: readonly Cell[], y: number): void {
      const parts = cells.map(({ role, text, drawn = text, x, width, style }) => {
        const actual = settable(drawn, style.face).text === text ? {} : { actual: shortened(text) };
        return doc.struct(role, actual, () => draw(drawn, x, y, width, style));
      });
      table.add(doc.struct('TR', {}, parts));
    },
    putMargin(text: string, x: number, y: number, width: number, style: TextStyle): void {
      doc.markContent('Artifact', { type: 'Pagination' });
      draw(text, x, y, width, style);
      doc.endMarkedContent();
    },
    rule(y: number): void {
      doc.markContent('Artifact', { type: 'Layout' });
      doc
        .moveTo(sheet.gutter, y)
        .lineTo(sheet.width - sheet.gutter, y)
        .lineWidth(0.5)
        .strokeColor('#D2CCC0')
        .stroke();
      doc.endMarkedContent();
    },
    /** Embeds a file; throws where it cannot be read. */
    attach(file: string, { name, type }: { name: string; type: string }): void {
      doc.file(readFileSync(file), { name, type });
    },
    addPage(): void {
      doc.addPage();
    },
    pages: (): number => doc.bufferedPageRange().count,
    turnTo(page: number): void {
      doc.switchToPage(page);
    },
    missing: (): string[] => [...missing].toSorted(),
    async bytes(): Promise<Uint8Array> {
      root.end();
      doc.end();
      await ended;
      return new Uint8Array(Buffer.concat(parts));
    },
  };
}
