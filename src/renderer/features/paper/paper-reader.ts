import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { openPaper, type OpenedPaper, type Paper } from './open-paper.ts';
import { readPaperPage, type PageForm, type ReadPage } from './read-page.ts';
import { readingProblems } from './reading-problems.ts';

/** Where a reading stands. A problem is a sentence. */
export type ReaderPhase<Field extends string> =
  | { kind: 'empty'; problem: string | null }
  | { kind: 'reading'; page: number; pages: number; share: number }
  | ({ kind: 'read' } & ReadPage<Field>);

/** What is looked for, and who is told of what was read. */
export interface PaperForm<Field extends string> extends PageForm<Field> {
  onRead?: (page: ReadPage<Field>) => void;
}

export interface PaperReader<Field extends string> {
  phase: ReaderPhase<Field>;
  /** Reads a file that is handed in, from its first page. */
  take: (file: Blob) => void;
  /** Reads a page of a file that is opened as told. */
  read: (open: (signal: AbortSignal) => Promise<OpenedPaper>, page: number) => void;
  readNext: () => void;
  cancel: () => void;
}

/** A reader of pages for as long as the component is there. What is begun later ends what was begun before. */
export function usePaperReader<Field extends string>(form: PaperForm<Field>): PaperReader<Field> {
  const [phase, setPhase] = useState<ReaderPhase<Field>>({ kind: 'empty', problem: null });
  const latest = useRef(form);
  const current = useRef(new AbortController());
  const paper = useRef<Paper | null>(null);
  useLayoutEffect(() => {
    latest.current = form;
  });

  /** Ends what is read, so that nothing of it comes any more; the signal is that of the next. */
  const begin = useCallback((): AbortSignal => {
    current.current.abort();
    current.current = new AbortController();
    return current.current.signal;
  }, []);
  const close = useCallback(() => {
    paper.current?.close();
    paper.current = null;
  }, []);
  useEffect(
    () => () => {
      begin();
      close();
    },
    [begin, close],
  );

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

  const fail = useCallback(
    (signal: AbortSignal) => (): void => {
      if (!signal.aborted) setPhase({ kind: 'empty', problem: readingProblems.fault });
    },
    [],
  );

  const read = useCallback(
    (open: (signal: AbortSignal) => Promise<OpenedPaper>, page: number): void => {
      const signal = begin();
      close();
      setPhase({ kind: 'reading', page, pages: 1, share: 0 });
      const work = open(signal).then(async (opened) => {
        if (signal.aborted) {
          if (opened.ok) opened.paper.close();
        } else if (opened.ok) {
          paper.current = opened.paper;
          await readPage(opened.paper, page, signal);
        } else setPhase({ kind: 'empty', problem: opened.sentence });
      });
      void work.catch(fail(signal));
    },
    [begin, close, fail, readPage],
  );

  return {
    phase,
    read,
    take: (file) => read(() => openPaper(file), 1),
    readNext() {
      if (phase.kind !== 'read' || paper.current === null) return;
      const signal = begin();
      void readPage(paper.current, phase.page + 1, signal).catch(fail(signal));
    },
    cancel() {
      begin();
      close();
      setPhase({ kind: 'empty', problem: null });
    },
  };
}
