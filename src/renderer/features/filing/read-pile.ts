import { useCallback, useEffect, useState } from 'react';
import { maxPages, readPageForFiling, unreadPage, type PageReading } from '#shared/filing/page-reading.ts';
import type { CallError } from '#shared/ipc/call.ts';
import type { CallInput } from '#shared/ipc/contract.ts';
import type { PilePaper } from '#shared/ipc/filing.ts';
import { doubtBesideLost, isTurn } from '#shared/ocr/judge-page.ts';
import { readPageFields } from '#shared/ocr/page-kind.ts';
import { call } from '../../bridge.ts';
import { openKeptPaper, type Paper } from '../paper/open-paper.ts';
import { defectMessages } from '../paper/page-quality.tsx';
import { readingProblems } from '../paper/read-page.ts';
import { recognize } from '../paper/recognizer.ts';
import { keepPagePicture } from './page-pictures.ts';

interface Progress {
  id: string;
  page: number;
  pages: number;
}

type FileReading = Omit<CallInput<'filing.saveReading'>, 'id'>;

/** A page with fewer words as text may be a picture with a stamp on it. */
const fewWords = 30;

async function readPage(
  paper: Paper,
  { address, page }: { address: string; page: number },
  signal: AbortSignal,
): Promise<PageReading> {
  const drawn = await paper.read(page);
  if (drawn === null) return unreadPage(`Page ${page} could not be shown. The file may be damaged.`);
  const { picture, words } = drawn;
  if (words !== null && (words.length >= fewWords || readPageFields(words).kind !== null)) {
    keepPagePicture(address, page, picture);
    return readPageForFiling(words, picture, true);
  }
  const came = await recognize(picture, 'by_heading', signal, () => undefined);
  if (came.kind !== 'words') return unreadPage(readingProblems[came.kind]);
  keepPagePicture(address, page, came.picture);
  const reading = readPageForFiling(came.words, came.picture, false, (fields) =>
    doubtBesideLost(fields, came.quality),
  );
  const flaw = came.quality.defects.find(({ defect }) => !isTurn(defect) && defect !== 'blank');
  if (reading.kind !== null || flaw === undefined || came.words.length >= fewWords) return reading;
  return { ...reading, problem: defectMessages[flaw.defect].what };
}

/** Reads all pages of a file, one after the other; null where it was stopped. */
async function readFile(
  address: string,
  signal: AbortSignal,
  onPage: (page: number, pages: number) => void,
): Promise<FileReading | null> {
  const opened = await openKeptPaper(address, signal);
  if (!opened.ok) return signal.aborted ? null : { pages: [], pageCount: null, problem: opened.sentence };
  const { paper } = opened;
  try {
    const pages: PageReading[] = [];
    const isTooLong = paper.pages > maxPages;
    for (let page = 1; page <= (isTooLong ? 1 : paper.pages); page += 1) {
      onPage(page, paper.pages);
      pages.push(await readPage(paper, { address, page }, signal));
      if (signal.aborted) return null;
    }
    const problem = isTooLong
      ? `It has ${paper.pages} pages; Gangway splits files of up to ${maxPages}. Split it first, or file it whole.`
      : null;
    return { pages, pageCount: paper.pages, problem };
  } finally {
    paper.close();
  }
}

/** Reads the files of a pile one after the other, for as long as the screen is there. */
export function useReadPile(papers: readonly PilePaper[]) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [asked, setAsked] = useState(0);
  const next = papers.find(({ isRead, address }) => !isRead && address !== null);
  const [id, address] = [next?.id ?? null, next?.address ?? null];
  useEffect(() => {
    if (id === null || address === null) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    async function read(one: string, from: string): Promise<void> {
      const fault: FileReading = { pages: [], pageCount: null, problem: readingProblems.fault };
      const onPage = (page: number, pages: number) => setProgress({ id: one, page, pages });
      const reading = await readFile(from, signal, onPage).catch(() => fault);
      if (reading === null || signal.aborted) return;
      const saved = await call('filing.saveReading', { id: one, ...reading });
      if (signal.aborted) return;
      setProgress(null);
      setError(saved.ok || saved.error.code === 'not_found' ? null : saved.error);
    }
    void read(id, address);
    return () => stop.abort();
  }, [id, address, asked]);
  const retry = useCallback(() => setAsked((times) => times + 1), []);
  return { progress: id === null ? null : progress, error, retry };
}
