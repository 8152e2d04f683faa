import { doubtBesideLost, type ExpectedPage } from '#shared/ocr/judge-page.ts';
import type { FieldOnPage } from '#shared/ocr/labeled-fields.ts';
import { readPageFields, type PageField, type PageNote } from '#shared/ocr/page-kind.ts';
import type { Box, PageWord } from '#shared/ocr/page-text.ts';
import { encodeBase64 } from '../../send-in-parts.ts';
import type { Paper, PaperPage } from './open-paper.ts';
import type { JudgedPicture } from './page-quality.tsx';
import { recognize } from './recognizer.ts';

/** What a page is read for. */
export interface PageForm<Field extends string> {
  expected: ExpectedPage;
  readFields: (words: readonly PageWord[]) => FieldOnPage<Field>[];
}

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
  note: PageNote | null;
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
  // Only the first page must have the expected fields; later pages are judged by their picture alone.
  const read = await readWords(paper, drawn, page === 1 ? expected : 'other', signal, onProgress);
  if (typeof read === 'string') return read;
  const { words, picture, judged } = read;
  const found = readFields(words);
  const sure = judged === null ? found : doubtBesideLost(found, judged.quality);
  const fields = sure.map((field) => ({ ...field, snippet: cutOut(picture, field.box) }));
  return { page, pages: paper.pages, fields, judged, note: readPageFields(words).note };
}

async function readWords(
  paper: Paper,
  { picture, words }: PaperPage,
  expected: ExpectedPage,
  signal: AbortSignal,
  onProgress: (share: number) => void,
) {
  // A text that says nothing of what is looked for may stand beside a picture that does.
  const saysMore = (own: readonly PageWord[]) =>
    readPageFields(own).kind !== null || readExpectedFields(own, expected).length > 0;
  const isText = words !== null && (expected === 'other' || saysMore(words));
  if (isText) return { words, picture, judged: null };
  const { width, height } = picture;
  const encoding = paper.encode(await createImageBitmap(picture), Math.max(width, height), 0.9);
  const came = await recognize(picture, expected, signal, onProgress);
  if (came.kind !== 'words') return readingProblems[came.kind];
  const jpeg = await encoding;
  const source = jpeg === null ? '' : `data:image/jpeg;base64,${await encodeBase64(jpeg)}`;
  const judged = { source, width, height, quality: came.quality };
  return { words: came.words, picture: came.picture, judged };
}

const rim = 8;

function cutOut(page: ImageBitmap, { x, y, width, height }: Box): string {
  const piece = document.createElement('canvas');
  piece.width = Math.ceil(width) + 2 * rim;
  piece.height = Math.ceil(height) + 2 * rim;
  piece.getContext('2d')?.drawImage(page, rim - x, rim - y);
  return piece.toDataURL('image/png');
}

/** Fields of the kind that the page's headings name, else of the expected kind. */
export function readExpectedFields(
  words: readonly PageWord[],
  expected: ExpectedPage,
): FieldOnPage<PageField>[] {
  const otherwise = expected === 'by_heading' || expected === 'other' ? null : expected;
  return readPageFields(words, otherwise).fields;
}

export const readingProblems = {
  too_long: 'This page takes too long to read. A sharper picture in even light is read faster.',
  failed: 'This page could not be read.',
  stopped: 'Reading was stopped.',
  /** Anything else, such as too little memory, or a file of the app that an update removed. */
  fault: 'This document could not be read. Start Gangway again and retry.',
} as const;
