import type { PageViewport, PDFPageProxy } from 'pdfjs-dist';
import { z } from 'zod';
import type { Box, PageWord } from '#shared/ocr/page-text.ts';

/** Numbers of a place or a matrix; not a tuple, which the first load would have to bring. */
export const numbers = z.array(z.number());
const entry = z.looseObject({
  fieldType: z.enum(['Tx', 'Ch', 'Btn']),
  fieldName: z.string(),
  fieldValue: z.union([z.string(), z.array(z.string())]).nullish(),
  exportValue: z.string().nullish(),
  checkBox: z.boolean().default(false),
  radioButton: z.boolean().default(false),
  buttonValue: z.string().nullish(),
  rect: numbers,
  annotationFlags: z.number().default(0),
});
/** What a person typed onto the page. */
const note = z.looseObject({
  subtype: z.literal('FreeText'),
  rect: numbers,
  contentsObj: z.looseObject({ str: z.string() }),
});

/** Hidden, or not to be seen on a screen (ISO 32000-2, table 167). */
const unseen = 0b100010;
/** The height of a line of text in points, where an entry has room for more. */
const lineHeight = 11;

/** The values of a page's form and the notes typed onto it, as words where they stand; a marked box is a ☒. */
export async function readFormEntries(page: PDFPageProxy, viewport: PageViewport): Promise<PageWord[]> {
  const annotations: unknown[] = await page.getAnnotations();
  return annotations.flatMap((one) => {
    const typed = note.safeParse(one).data;
    if (typed !== undefined) return toWords(typed.contentsObj.str, typed.rect, viewport, undefined);
    const { data } = entry.safeParse(one);
    if (data === undefined || (data.annotationFlags & unseen) !== 0) return [];
    return toWords(toValue(data), data.rect, viewport, data.fieldName);
  });
}

function toValue(data: z.infer<typeof entry>): string {
  const value = Array.isArray(data.fieldValue) ? data.fieldValue.join(' ') : (data.fieldValue ?? '');
  if (data.fieldType !== 'Btn') return value;
  const own = data.checkBox ? data.exportValue : data.radioButton ? data.buttonValue : null;
  return own !== undefined && own !== null && own === value && value !== 'Off' ? '☒' : '';
}

/** Words of about the width that print would give them, in lines from the top; a single line is in the middle. */
function toWords(
  value: string,
  [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[],
  viewport: PageViewport,
  name: string | undefined,
): PageWord[] {
  const lines = value.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const height = Math.min(lineHeight, (y2 - y1) / Math.max(1, lines.length));
  const top = lines.length === 1 ? (y1 + y2 + height) / 2 : y2;
  return lines.flatMap((line, index) => {
    const across = Math.min(height * 0.5, (x2 - x1) / Math.max(1, line.length));
    return [...line.matchAll(/\S+/g)].map(({ index: at, 0: word }) => {
      const box = toViewBox(viewport, [
        x1 + across * at,
        top - index * height,
        x1 + across * (at + word.length),
        top - (index + 1) * height,
      ]);
      return { text: word, box, confidence: 1, ...(name === undefined ? {} : { entry: name }) };
    });
  });
}

/** Where a place of a page, in points from its lower left, is drawn. */
export function toViewBox(viewport: PageViewport, [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): Box {
  const [ax = 0, ay = 0] = numbers.parse(viewport.convertToViewportPoint(x1, y1));
  const [bx = 0, by = 0] = numbers.parse(viewport.convertToViewportPoint(x2, y2));
  return { x: Math.min(ax, bx), y: Math.min(ay, by), width: Math.abs(bx - ax), height: Math.abs(by - ay) };
}
