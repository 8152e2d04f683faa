import type { PageQuality } from '#shared/ocr/judge-page.ts';
import { processPage } from '#shared/ocr/process-page.ts';
import { maxPictureLetters, type GivenDocument, type ProcessedPage } from '#shared/ocr/processed-page.ts';
import { encodeBase64 } from '../../send-in-parts.ts';
import { openPaper, type Paper } from './open-paper.ts';
import { defectMessages } from './page-quality.tsx';
import { readingProblems } from './read-page.ts';
import { recognize, type Recognized } from './recognizer.ts';

type ProcessedDocument = { ok: true; document: GivenDocument } | { ok: false; sentence: string };

/**
 * Draws the first page of a photo, scan or PDF, and reads and judges its picture, whatever text the file has. Null if stopped.
 * @param onProgress gets the share of the page read so far, from 0 to 1
 */
export async function processDocument(
  file: Blob,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<ProcessedDocument | null> {
  try {
    const opened = await openPaper(file);
    if (!opened.ok) return opened;
    try {
      return await processFirstPage(opened.paper, signal, onProgress);
    } finally {
      opened.paper.close();
    }
  } catch {
    return { ok: false, sentence: readingProblems.fault };
  }
}

async function processFirstPage(
  paper: Paper,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<ProcessedDocument | null> {
  const drawn = signal.aborted ? null : await paper.read(1);
  if (signal.aborted) return null;
  if (drawn === null) {
    return { ok: false, sentence: 'The first page could not be shown. The file may be damaged.' };
  }
  const copy = await createImageBitmap(drawn.picture);
  const page = toProcessed(await recognize(copy, 'by_heading', signal, onProgress));
  if (signal.aborted || page === null) return null;
  const picture = await encodePicture(paper, drawn.picture);
  return picture === null
    ? { ok: false, sentence: 'The picture of this page is too large. Try a smaller copy.' }
    : { ok: true, document: { picture, page } };
}

function toProcessed(came: Recognized): ProcessedPage | null {
  switch (came.kind) {
    case 'words':
      return processPage(came.words, came.quality, toFeedback(came.quality));
    case 'too_long':
    case 'failed':
      return { kind: 'unreadable', sentence: readingProblems[came.kind] };
    case 'stopped':
      return null;
  }
}

function toFeedback({ defects }: PageQuality): string {
  const messages = defects.map(({ defect }) => defectMessages[defect]);
  const found = messages.map(({ what, advice }) => `${what} ${advice}`);
  return found.length === 0 ? 'This picture looks fine.' : found.join(' ');
}

/** The picture as a JPEG in Base64, in the best quality within the limit; null if none is. */
async function encodePicture(paper: Paper, picture: ImageBitmap): Promise<string | null> {
  const side = Math.max(picture.width, picture.height);
  for (const quality of [0.9, 0.7, 0.5]) {
    const jpeg = await paper.encode(await createImageBitmap(picture), side, quality);
    if (jpeg !== null && Math.ceil(jpeg.size / 3) * 4 <= maxPictureLetters) return encodeBase64(jpeg);
  }
  return null;
}
