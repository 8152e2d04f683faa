import { doubtBesideLost, type ExpectedPage } from '#shared/paper/judge-page.ts';
import type { FieldOnPage } from '#shared/paper/labeled-fields.ts';
import type { Box, PageWord } from '#shared/paper/page-text.ts';
import type { Paper, PaperPage } from './open-paper.ts';
import type { JudgedPicture } from './page-quality.tsx';
import { readingProblems } from './reading-problems.ts';
import { recognize } from './recognizer.ts';

/** A field that was read, with the piece of the page that it was read from. */
export interface ReadField<Field extends string> extends FieldOnPage<Field> {
  snippet: string;
}

export interface ReadPage<Field extends string> {
  page: number;
  pages: number;
  fields: readonly ReadField<Field>[];
  /** Null where the page has its words as text, so that there is no picture to judge. */
  judged: JudgedPicture | null;
}

/** What is looked for on a page. */
export interface PageForm<Field extends string> {
  expected: ExpectedPage;
  readFields: (words: readonly PageWord[]) => FieldOnPage<Field>[];
}

/** Reads one page and judges its picture, or says in a sentence why that could not be done. */
export async function readPaperPage<Field extends string>(
  paper: Paper,
  page: number,
  { expected, readFields }: PageForm<Field>,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<ReadPage<Field> | string> {
  const drawn = await paper.read(page);
  if (signal.aborted) return readingProblems.stopped;
  if (drawn === null) return `Page ${page} could not be shown. The file may be damaged.`;
  // What a document is handed in for stands on its first page; what follows is held to nothing but its picture.
  const read = await readWords(drawn, page === 1 ? expected : 'other', signal, onProgress);
  if (typeof read === 'string') return read;
  const { words, picture, judged } = read;
  const found = readFields(words);
  const sure = judged === null ? found : doubtBesideLost(found, judged.quality);
  const fields = sure.map((field) => ({ ...field, snippet: cutOut(picture, field.box) }));
  return { page, pages: paper.pages, fields, judged };
}

interface PageOfWords {
  words: readonly PageWord[];
  /** What the words have their places on. */
  picture: HTMLCanvasElement;
  judged: JudgedPicture | null;
}

/** The words of a page, or the sentence on why there are none. */
async function readWords(
  { picture, words }: PaperPage,
  expected: ExpectedPage,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<PageOfWords | string> {
  if (words !== null) return { words, picture, judged: null };
  const work = recognize(picture, expected, onProgress);
  signal.addEventListener('abort', work.stop);
  const came = await work.recognized;
  signal.removeEventListener('abort', work.stop);
  if (came.kind !== 'words') return readingProblems[came.kind];
  const { width, height } = picture;
  const source = picture.toDataURL('image/jpeg');
  return {
    words: came.words,
    picture: came.picture,
    judged: { source, width, height, quality: came.quality },
  };
}

/** Pixels of the page around what is cut out, for the eye. */
const rim = 8;

function cutOut(page: HTMLCanvasElement, { x, y, width, height }: Box): string {
  const piece = document.createElement('canvas');
  piece.width = Math.ceil(width) + 2 * rim;
  piece.height = Math.ceil(height) + 2 * rim;
  piece.getContext('2d')?.drawImage(page, rim - x, rim - y);
  return piece.toDataURL('image/png');
}
