import { readDigitBoxes } from './digit-boxes.ts';
import type { GrayPicture } from './gray-picture.ts';
import type { PageWord } from './page-text.ts';
import { readUnsureWords } from './unsure-words.ts';

/**
 * Reads again, piece by piece, what the recognizer does not read well among everything else on a page.
 * @param words of the page that was made ready
 * @param readLine reads one line, in which nothing but these characters stands; all where there are none
 */
export async function readAgain(
  words: readonly PageWord[],
  picture: GrayPicture,
  readLine: (line: GrayPicture, characters: string) => Promise<readonly PageWord[]>,
): Promise<readonly PageWord[]> {
  const settled = await readUnsureWords(words, picture, (line) => readLine(line, ''));
  return readDigitBoxes(settled, picture, (line) => readLine(line, '0123456789-'));
}
