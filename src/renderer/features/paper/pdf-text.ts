import { Util, type PageViewport, type PDFPageProxy } from 'pdfjs-dist';
import { z } from 'zod';
import { around, joinPieces, type Box, type PageWord } from '#shared/ocr/page-text.ts';
import { numbers, readFormEntries, toViewBox } from './pdf-entries.ts';

/** A page with fewer letters says too little to be read by them. */
const fewestLetters = 40;
/** With more letters that are turned, unseen, unknown or on a picture, or words that are torn to letters, the picture is read instead. */
const maxDoubtful = 0.1;
/** Words under something that was put onto the page, and those on a picture, are unsure. */
const doubtful = 0.5;

/** Three corners of each picture that was drawn, in shares of the page (`recordImages` of pdf.js). */
const corners = z.custom<ArrayLike<number>>((value) => ArrayBuffer.isView(value)).nullable();
/** A stamp or a drawing on the page, such as a signature. */
const mark = z.looseObject({ subtype: z.enum(['Stamp', 'Ink']), rect: numbers });

/**
 * The words in a page's file that can be seen, and the values of its form, in pixels of the viewport. Null where its picture says
 * more: for a scan, and for a text that is turned, hidden or without letters. @param picture the page as drawn, with its pictures recorded
 */
export async function readPdfText(
  page: PDFPageProxy,
  viewport: PageViewport,
  picture: OffscreenCanvas,
): Promise<PageWord[] | null> {
  const entries = await readFormEntries(page, viewport);
  const pictures = findPictures(page, picture);
  const context = picture.getContext('2d');
  if (context === null) return null;
  const { items } = await page.getTextContent();
  const sheet = { x: 0, y: 0, width: picture.width, height: picture.height };
  const all = items.flatMap((item) => ('str' in item ? toPieces(item, viewport) : []));
  const pieces = all.filter(({ box }) => isOn(box, sheet));
  const isPlain = ({ box, isLevel }: Piece) =>
    isLevel && !pictures.some((place) => isOn(box, place)) && hasInk(context, box);
  const plain = pieces.filter((piece) => isPlain(piece));
  // What is written sideways in a margin is left out; what a picture lies on is the picture's.
  const level = countLetters(pieces.filter(({ isLevel }) => isLevel));
  const seen = countLetters(plain.filter(({ text }) => !text.includes(unknownLetter)));
  const turned = countLetters(pieces) - level;
  if (seen < fewestLetters || level - seen > maxDoubtful * level || turned > level) return null;
  const annotations: unknown[] = await page.getAnnotations();
  const marks = annotations.flatMap((one) => {
    const { data } = mark.safeParse(one);
    return data === undefined ? [] : [toViewBox(viewport, data.rect)];
  });
  const joined = joinPieces(withoutCopies(plain));
  // A number without one of its signs is another number; the picture has it.
  if (joined.some(({ text }) => text.includes(unknownLetter) && /\d/.test(text))) return null;
  const letters = joined.filter(({ text }) => /^[B-HJ-Zb-z]$/.test(text)).length;
  if (letters > maxDoubtful * joined.length) return null;
  const words = [...joined, ...entries];
  return words.map((word) => (isCovered(word, words, marks) ? { ...word, confidence: doubtful } : word));
}

interface Piece extends PageWord {
  isLevel: boolean;
}

/** Places of pictures; those drawn as masks, such as scans in black and white, have none recorded and are not looked for. */
function findPictures(page: PDFPageProxy, { width, height }: OffscreenCanvas): Box[] {
  const all = Array.from(corners.parse(page.imageCoordinates) ?? []);
  return Array.from({ length: Math.floor(all.length / 6) }, (_, index) => {
    const points = [0, 2, 4].map((corner) => ({
      x: (all[6 * index + corner] ?? 0) * width,
      y: (all[6 * index + corner + 1] ?? 0) * height,
    }));
    return around(points.map((point) => ({ box: { ...point, width: 0, height: 0 } })));
  });
}

/** The words in a piece of text. PDFs give the box of the piece only, so each word's place is its share of the letters. */
function toPieces(
  { str, transform, width }: { str: string; transform: number[]; width: number },
  viewport: PageViewport,
): Piece[] {
  const [a = 0, b = 0, c = 0, d = 0, left = 0, bottom = 0] = numbers.parse(
    Util.transform(viewport.transform, transform),
  );
  const height = Math.hypot(c, d);
  const isLevel = a > 0 && Math.abs(b) < 0.1 * a;
  const across = (width * viewport.scale) / Math.max(1, str.length);
  return [...str.matchAll(/\S+/g)].map(({ index, 0: printed }) => {
    const text = printed.replaceAll(symbols, '').replaceAll(notUnicode, unknownLetter);
    return {
      text,
      isLevel,
      box: { x: left + across * index, y: bottom - height, width: across * printed.length, height },
      confidence: text.includes(unknownLetter) ? doubtful : 1,
    };
  });
}

const countLetters = (pieces: readonly PageWord[]): number =>
  pieces.reduce((sum, { text }) => sum + text.length, 0);

/** A font that says nothing of its letters gives control characters and private ones. */
const notUnicode = /[^\p{L}\p{M}\p{N}\p{P}\p{S}]/gu;
/** The place of bullets and boxes of fonts such as Wingdings. */
const symbols = /[\uF000-\uF0FF]/g;
const unknownLetter = '\uFFFD';

function isOn(box: Box, place: Box): boolean {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return x > place.x && x < place.x + place.width && y > place.y && y < place.y + place.height;
}

/** The least difference in brightness of ink and paper, out of 255. */
const minContrast = 40;

/** Whether something is drawn where a word is said to be. */
function hasInk(context: OffscreenCanvasRenderingContext2D, box: Box): boolean {
  const { width, height } = context.canvas;
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const right = Math.min(width, Math.ceil(box.x + box.width));
  const bottom = Math.min(height, Math.ceil(box.y + 1.1 * box.height));
  if (right <= left || bottom <= top) return false;
  const { data } = context.getImageData(left, top, right - left, bottom - top);
  let [darkest, lightest] = [255, 0];
  for (let at = 1; at < data.length; at += 4) {
    const level = data[at] ?? 255;
    if (level < darkest) darkest = level;
    if (level > lightest) lightest = level;
    if (lightest - darkest >= minContrast) return true;
  }
  return false;
}

/** Programs draw a text twice to make it bold. */
const withoutCopies = (pieces: readonly Piece[]): Piece[] =>
  pieces.filter(
    ({ text, box }, index) =>
      !pieces
        .slice(Math.max(0, index - 40), index)
        .some((other) => other.text === text && isOn(box, other.box) && isOn(other.box, box)),
  );

/** Whether a mark or another word is drawn over a word: one of the two may be meant to be unseen. */
const isCovered = (word: PageWord, words: readonly PageWord[], marks: readonly Box[]): boolean =>
  marks.some((place) => isOn(word.box, place)) ||
  words.some((other) => other !== word && (isOn(word.box, other.box) || isOn(other.box, word.box)));
