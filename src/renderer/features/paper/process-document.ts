import type { PageQuality } from '#shared/ocr/judge-page.ts';
import { processPage } from '#shared/ocr/process-page.ts';
import { maxPictureLetters, type GivenDocument, type ProcessedPage } from '#shared/ocr/processed-page.ts';
import { openPaper, type PaperPage } from './open-paper.ts';
import { defectMessages } from './page-quality.tsx';
import { readingProblems } from './paper-reader.ts';
import { recognize, type Recognized } from './recognizer.ts';

type ProcessedDocument = { ok: true; document: GivenDocument } | { ok: false; sentence: string };

/**
 * Draws the first page of a photo, scan or PDF, and reads and judges its picture, whatever text the file has. Null if stopped.
 * @param onProgress gets the share of the page read so far, from 0 to 1
 */
export function processDocument(
  file: Blob,
  onProgress: (share: number) => void,
): { processed: Promise<ProcessedDocument | null>; stop: () => void } {
  let stopped = false;
  let stopReading = (): void => undefined;

  async function processDrawn({ picture }: PaperPage): Promise<ProcessedDocument | null> {
    const reading = recognize(picture, 'by_heading', onProgress);
    stopReading = reading.stop;
    const page = toProcessed(await reading.recognized);
    if (stopped || page === null) return null;
    const encoded = encodePicture(picture);
    return encoded === null
      ? { ok: false, sentence: 'The picture of this page is too large. Try a smaller copy.' }
      : { ok: true, document: { picture: encoded, page } };
  }

  async function work(): Promise<ProcessedDocument | null> {
    const opened = await openPaper(file);
    if (!opened.ok) return opened;
    try {
      const drawn = stopped ? null : await opened.paper.read(1);
      if (stopped) return null;
      return drawn === null
        ? { ok: false, sentence: 'The first page could not be shown. The file may be damaged.' }
        : await processDrawn(drawn);
    } finally {
      opened.paper.close();
    }
  }

  return {
    processed: work().catch(() => ({ ok: false, sentence: readingProblems.fault })),
    stop: () => {
      stopped = true;
      stopReading();
    },
  };
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
function encodePicture(picture: HTMLCanvasElement): string | null {
  for (const quality of [0.9, 0.7, 0.5]) {
    const [, letters = ''] = picture.toDataURL('image/jpeg', quality).split(',');
    if (letters.length <= maxPictureLetters) return letters;
  }
  return null;
}
