import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageKind } from '#shared/ocr/page-kind.ts';
import type { PageTruth } from '#test/papers/page-truth.ts';
import type { Draw } from './draw.ts';

/** A page as a program lays it out, before anything happens to it. */
export interface Sheet {
  kind: PageKind;
  design: string;
  /** In CSS pixels, 96 an inch. */
  width: number;
  height: number;
  html: string;
  truth: PageTruth;
  /** What is said of the page besides its fields. */
  note?: 'blank' | 'social_security_number' | undefined;
  /** The text of a key field as it is printed, and the label or line beside which a stamp may lie. */
  key: string;
}

export const letter = { width: 816, height: 1056 } as const;
export const landscape = { width: 1056, height: 816 } as const;

const packages = join(import.meta.dirname, '../../../../node_modules');
const shipped = [
  ['Shipped Inter', '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf', 400],
  ['Shipped Inter', '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf', 700],
  ['Shipped Mono', '@expo-google-fonts/ibm-plex-mono/400Regular/IBMPlexMono_400Regular.ttf', 400],
  ['Shipped Sans', 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf', 400],
  ['Shipped Sans', 'pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf', 700],
] as const;
/** Fonts that every machine has, beside those that it may have. */
const fontFaces = shipped
  .map(
    ([family, file, weight]) =>
      `@font-face { font-family: '${family}'; font-weight: ${weight}; src: url(data:font/ttf;base64,${readFileSync(join(packages, file)).toString('base64')}); }`,
  )
  .join('\n');

const fonts = [
  `'Shipped Inter'`,
  `'Shipped Sans'`,
  `'Shipped Mono'`,
  `'Times New Roman', serif`,
  'Georgia, Bookman, serif',
  'Arial, sans-serif',
  `'DejaVu Sans', Verdana, sans-serif`,
  `'Courier New', monospace`,
] as const;

export const pickFont = (draw: Draw): string => draw.pick(fonts);

/** A whole page of HTML; only the fonts that it names are put into it. */
export function toDocument({ html, width, height }: Pick<Sheet, 'html' | 'width' | 'height'>): string {
  return `<!doctype html><meta charset="utf-8"><style>${html.includes('Shipped') ? fontFaces : ''}
    @page { size: ${width}px ${height}px; margin: 0 }
    html, body { margin: 0; background: #fff; color: #111 }
    * { box-sizing: border-box }
    .page { position: relative; overflow: hidden; width: ${width}px; height: ${height}px }
    </style><div class="page">${html}</div>`;
}
