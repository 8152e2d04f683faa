import { maxPages, readPageForFiling, unreadPage, type PageReading } from '#shared/filing/page-reading.ts';
import type { CallInput } from '#shared/ipc/contract.ts';
import { doubtBesideLost, isTurn } from '#shared/ocr/judge-page.ts';
import { readPageFields } from '#shared/ocr/page-kind.ts';
import type { Paper } from '../paper/open-paper.ts';
import { defectMessages } from '../paper/page-quality.tsx';
import { readingProblems } from '../paper/read-page.ts';
import { recognize } from '../paper/recognizer.ts';

export type FileReading = Omit<CallInput<'filing.saveReading'>, 'id'>;

interface Watcher {
  signal: AbortSignal;
  onPage: (page: number, pages: number) => void;
  /** Called with the picture that a page was read from, and waited for while the file is open. */
  onPicture: (page: number, picture: ImageBitmap) => Promise<unknown>;
}

/** A page with fewer words as text may be a picture with a stamp on it. */
const fewWords = 30;

async function readPage(paper: Paper, page: number, { signal, onPicture }: Watcher): Promise<PageReading> {
  const drawn = await paper.read(page);
  if (drawn === null) return unreadPage(`Page ${page} could not be shown. The file may be damaged.`);
  const { picture, words } = drawn;
  if (words !== null && (words.length >= fewWords || readPageFields(words).kind !== null)) {
    const reading = readPageForFiling(words, picture, true);
    await onPicture(page, picture);
    return reading;
  }
  const came = await recognize(picture, 'by_heading', signal, () => undefined);
  if (came.kind !== 'words') return unreadPage(readingProblems[came.kind]);
  const reading = readPageForFiling(came.words, came.picture, false, (fields) =>
    doubtBesideLost(fields, came.quality),
  );
  await onPicture(page, came.picture);
  const flaw = came.quality.defects.find(({ defect }) => !isTurn(defect) && defect !== 'blank');
  if (reading.kind !== null || flaw === undefined) return reading;
  // What could not be read may begin another paper.
  const opens = reading.opens === 'no' && came.words.length > 0 ? 'maybe' : reading.opens;
  const problem = came.words.length >= fewWords ? null : defectMessages[flaw.defect].what;
  return { ...reading, opens, problem: problem ?? reading.problem };
}

/** Reads all pages of a file, one after the other; of one with too many pages the first alone. Null where it was stopped. */
export async function readPapers(paper: Paper, watcher: Watcher): Promise<FileReading | null> {
  const pages: PageReading[] = [];
  const isTooLong = paper.pages > maxPages;
  for (let page = 1; page <= (isTooLong ? 1 : paper.pages); page += 1) {
    watcher.onPage(page, paper.pages);
    pages.push(await readPage(paper, page, watcher));
    if (watcher.signal.aborted) return null;
  }
  const problem = isTooLong
    ? `It has ${paper.pages} pages; Gangway splits files of up to ${maxPages}. Split it first, or file it whole.`
    : null;
  return { pages, pageCount: paper.pages, problem };
}
