import { clip, cutOut, type GrayPicture } from './gray-picture.ts';
import type { Box, PageWord } from './page-text.ts';

/** A word is read again under this confidence, and what comes of it is taken from that one on. */
const unsureUnder = 0.85;
const takenFrom = 0.9;
/** A page with more unsure words is hard to read everywhere; a second reading would take long and change little. */
const maxUnsure = 8;

/**
 * Reads the few words again of which the recognizer is not sure, each by itself: a heading between two rows of its neighbors is
 * taken for a piece of both, and read well once it is cut out. A number stays as it was read with what stands around it, and unsure.
 * @param picture the page that was made ready
 * @param readLine reads one line of text
 */
export async function readUnsureWords(
  words: readonly PageWord[],
  picture: GrayPicture,
  readLine: (line: GrayPicture) => Promise<readonly PageWord[]>,
): Promise<readonly PageWord[]> {
  const unsure = words.filter(isUnsure);
  if (unsure.length > maxUnsure) return words;
  const again = new Map<PageWord, PageWord>();
  for (const word of unsure) {
    const [read, ...more] = await readLine(aroundWord(picture, word.box));
    const isTaken =
      read !== undefined && more.length === 0 && read.confidence >= takenFrom && !/\d/.test(read.text);
    if (isTaken) again.set(word, { ...word, text: read.text, confidence: read.confidence });
  }
  return words.map((word) => again.get(word) ?? word);
}

function isUnsure({ text, confidence }: PageWord): boolean {
  return confidence < unsureUnder && /[A-Za-z].*[A-Za-z]/.test(text) && !/\d/.test(text);
}

/** A word with a little of what is around it, which the recognizer needs to find its letters. */
function aroundWord(picture: GrayPicture, { x, y, width, height }: Box): GrayPicture {
  const rim = 0.4 * height;
  const place = { x: x - rim, y: y - rim, width: width + 2 * rim, height: height + 2 * rim };
  return cutOut(picture, clip(picture, place));
}
