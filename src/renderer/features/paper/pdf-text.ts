import { OPS, type PageViewport, type PDFPageProxy } from 'pdfjs-dist';
import { z } from 'zod';
import { joinPieces, type PageWord } from '#shared/ocr/page-text.ts';

/** A page with fewer letters says too little to be read by them. */
const fewestLetters = 40;
/** A page of which pictures take more is a scan. */
const maxPictured = 0.5;

const point = z.array(z.number());
/** Three corners of each picture that was drawn, in shares of the page (`recordImages` of pdf.js). */
const corners = z.custom<ArrayLike<number>>((value) => ArrayBuffer.isView(value)).nullable();
/** What was written onto the page, or into an entry of its form: it is drawn, and is no text of the page. */
const writtenOn = z.union([
  z.looseObject({ subtype: z.enum(['FreeText', 'Stamp', 'Ink']) }),
  z.looseObject({
    subtype: z.literal('Widget'),
    fieldType: z.enum(['Tx', 'Ch']),
    fieldValue: z.union([z.string().min(1), z.array(z.string()).min(1)]),
  }),
]);
/** Scans in black and white are drawn as masks, whose places are not recorded. */
const masks: readonly number[] = [
  OPS.paintImageMaskXObject,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageMaskXObjectRepeat,
];

/**
 * The words in a page's file, in pixels of the viewport. Null for a scan, whose text is another program's reading, and for a
 * page that was written on. @param page was drawn with its pictures recorded
 */
export async function readPdfText(page: PDFPageProxy, viewport: PageViewport): Promise<PageWord[] | null> {
  if (sharePictured(page) > maxPictured) return null;
  const annotations: unknown[] = await page.getAnnotations();
  if (annotations.some((one) => writtenOn.safeParse(one).success)) return null;
  const { fnArray } = await page.getOperatorList();
  if (fnArray.some((operation) => masks.includes(operation))) return null;
  const content = await page.getTextContent();
  const words = joinPieces(
    content.items.flatMap((item) =>
      'str' in item ? toPieces(item, (x, y) => point.parse(viewport.convertToViewportPoint(x, y))) : [],
    ),
  );
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return letters < fewestLetters ? null : words;
}

/** The share of a page that its pictures cover; overlapping ones count each. */
function sharePictured(page: PDFPageProxy): number {
  const all = Array.from(corners.parse(page.imageCoordinates) ?? []);
  let share = 0;
  for (let at = 0; at + 5 < all.length; at += 6) {
    const [x = 0, y = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0] = all.slice(at, at + 6);
    share += Math.abs((x1 - x) * (y2 - y) - (y1 - y) * (x2 - x));
  }
  return share;
}

/** The words in a piece of text. PDFs give the box of the piece only, so each word's place is its share of the letters. */
function toPieces(
  { str, transform, width, height }: { str: string; transform: number[]; width: number; height: number },
  toPicture: (x: number, y: number) => readonly number[],
): PageWord[] {
  const [, , , , left = 0, bottom = 0] = transform;
  return [...str.matchAll(/\S+/g)].map(({ index, 0: text }) => {
    const [x1 = 0, y1 = 0] = toPicture(left + (width * index) / str.length, bottom);
    const [x2 = 0, y2 = 0] = toPicture(left + (width * (index + text.length)) / str.length, bottom + height);
    const box = {
      x: Math.min(x1, x2),
      y: Math.min(y1, y2),
      width: Math.abs(x2 - x1),
      height: Math.abs(y2 - y1),
    };
    return { text, box, confidence: 1 };
  });
}
