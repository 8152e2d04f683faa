import { useCallback, useEffect, useState } from 'react';
import type { CallError } from '#shared/ipc/call.ts';
import type { PilePaper } from '#shared/ipc/filing.ts';
import { call } from '../../bridge.ts';
import { openKeptPaper } from '../paper/open-paper.ts';
import { readingProblems } from '../paper/read-page.ts';
import { keepPagePicture } from './page-pictures.ts';
import { readPapers, type FileReading } from './read-papers.ts';

interface Progress {
  id: string;
  page: number;
  pages: number;
}

const fault: FileReading = { pages: [], pageCount: null, problem: readingProblems.fault };

async function readFile(
  address: string,
  signal: AbortSignal,
  onPage: (page: number, pages: number) => void,
): Promise<FileReading | null> {
  const opened = await openKeptPaper(address, signal);
  if (!opened.ok) return { ...fault, problem: opened.sentence };
  const { paper } = opened;
  const onPicture = (page: number, picture: ImageBitmap) => keepPagePicture(address, page, paper, picture);
  return readPapers(paper, { signal, onPage, onPicture }).finally(paper.close);
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
