import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { openPaper, type OpenedPaper, type Paper } from './open-paper.ts';
import { readingProblems, readPaperPage, type PageForm, type ReadPage } from './read-page.ts';

type ReaderPhase<Field extends string> =
  | { kind: 'empty'; problem: string | null }
  | { kind: 'reading'; page: number; pages: number; share: number }
  | ({ kind: 'read' } & ReadPage<Field>);

interface PaperForm<Field extends string> extends PageForm<Field> {
  onRead?: (page: ReadPage<Field>) => void;
}

export type PaperReader<Field extends string> = ReturnType<typeof usePaperReader<Field>>;

/** Reads pages while the component is mounted. A new reading cancels the one before. */
export function usePaperReader<Field extends string>(form: PaperForm<Field>) {
  const [phase, setPhase] = useState<ReaderPhase<Field>>({ kind: 'empty', problem: null });
  const latest = useRef(form);
  const current = useRef(new AbortController());
  const paper = useRef<Paper | null>(null);
  useLayoutEffect(() => {
    latest.current = form;
  });

  /** Cancels the current reading and begins another. */
  const start = useCallback((work: (signal: AbortSignal) => Promise<void>): void => {
    current.current.abort();
    current.current = new AbortController();
    const { signal } = current.current;
    void work(signal).catch(() => {
      if (!signal.aborted) setPhase({ kind: 'empty', problem: readingProblems.fault });
    });
  }, []);
  const close = useCallback(() => {
    current.current.abort();
    paper.current?.close();
    paper.current = null;
  }, []);
  useEffect(() => close, [close]);

  const readPage = useCallback(async (from: Paper, page: number, signal: AbortSignal): Promise<void> => {
    setPhase({ kind: 'reading', page, pages: from.pages, share: 0 });
    const read = await readPaperPage(from, page, latest.current, signal, (share) =>
      setPhase((now) => (now.kind === 'reading' && !signal.aborted ? { ...now, share } : now)),
    );
    if (signal.aborted) return;
    if (typeof read === 'string') {
      setPhase({ kind: 'empty', problem: read });
      return;
    }
    setPhase({ kind: 'read', ...read });
    latest.current.onRead?.(read);
  }, []);

  const read = useCallback(
    (open: (signal: AbortSignal) => Promise<OpenedPaper>, page: number): void => {
      close();
      setPhase({ kind: 'reading', page, pages: 1, share: 0 });
      start(async (signal) => {
        const opened = await open(signal);
        if (signal.aborted) {
          if (opened.ok) opened.paper.close();
        } else if (opened.ok) {
          paper.current = opened.paper;
          await readPage(opened.paper, page, signal);
        } else setPhase({ kind: 'empty', problem: opened.sentence });
      });
    },
    [close, start, readPage],
  );

  return {
    phase,
    read,
    take: (file: Blob): void => read(() => openPaper(file), 1),
    readNext: (): void => {
      const from = paper.current;
      if (phase.kind === 'read' && from !== null) start((signal) => readPage(from, phase.page + 1, signal));
    },
    cancel: (): void => {
      close();
      setPhase({ kind: 'empty', problem: null });
    },
  };
}
