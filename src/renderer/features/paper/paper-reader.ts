import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ExpectedPage } from '#shared/paper/judge-page.ts';
import type { FieldOnPage } from '#shared/paper/labeled-fields.ts';
import type { Box, PageWord } from '#shared/paper/page-text.ts';
import { openPaper, type OpenedPaper, type Paper, type PaperPage } from './open-paper.ts';
import type { JudgedPicture } from './page-quality.tsx';
import { recognize } from './recognizer.ts';

/** A field that was read, with the piece of the page that it was read from. */
export interface ReadField<Field extends string> extends FieldOnPage<Field> {
  snippet: string;
}

/** What was read from a page. */
export interface ReadPage<Field extends string> {
  /** From 1. */
  page: number;
  pages: number;
  fields: readonly ReadField<Field>[];
  /** Null where the page has its words as text, so that there is no picture to judge. */
  judged: JudgedPicture | null;
}

/** Where a reading stands. A problem is a sentence. */
export type ReaderPhase<Field extends string> =
  | { kind: 'empty'; problem: string | null }
  | { kind: 'reading'; page: number; pages: number; share: number }
  | ({ kind: 'read' } & ReadPage<Field>);

/** What is looked for on a page. */
export interface PaperForm<Field extends string> {
  expected: ExpectedPage;
  readFields: (words: readonly PageWord[]) => FieldOnPage<Field>[];
  onRead?: (page: ReadPage<Field>) => void;
}

/** Reads one file at a time, on this computer. Nothing of it is kept or sent. */
export interface PaperReader<Field extends string> {
  phase: ReaderPhase<Field>;
  /** Reads a file that is handed in, from its first page. */
  take: (file: Blob) => void;
  /** Reads a page of a file that is opened as told. */
  read: (open: (signal: AbortSignal) => Promise<OpenedPaper>, page: number) => void;
  readNext: () => void;
  /** Ends what is read and puts away what was. */
  cancel: () => void;
}

const problems = {
  too_long: 'This page takes too long to read. A sharper picture in even light is read faster.',
  failed: 'This page could not be read.',
  stopped: 'Reading was stopped.',
} as const;

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
    const { pages } = from;
    setPhase({ kind: 'reading', page, pages, share: 0 });
    const drawn = await from.read(page);
    if (signal.aborted) return;
    if (drawn === null) {
      setPhase({ kind: 'empty', problem: `Page ${page} could not be drawn. The file may be damaged.` });
      return;
    }
    const read = await readWords(drawn, latest.current.expected, signal, (share) =>
      setPhase((now) => (now.kind === 'reading' && !signal.aborted ? { ...now, share } : now)),
    );
    if (signal.aborted) return;
    if (typeof read === 'string') {
      setPhase({ kind: 'empty', problem: read });
      return;
    }
    const fields = latest.current.readFields(read.words).map((field) => ({
      ...field,
      snippet: cutOut(read.picture, field.box),
    }));
    const done = { page, pages, fields, judged: read.judged };
    setPhase({ kind: 'read', ...done });
    latest.current.onRead?.(done);
  }, []);

  const read = useCallback(
    (open: (signal: AbortSignal) => Promise<OpenedPaper>, page: number): void => {
      const signal = begin();
      close();
      setPhase({ kind: 'reading', page, pages: 1, share: 0 });
      void open(signal).then((opened) => {
        if (signal.aborted) {
          if (opened.ok) opened.paper.close();
        } else if (opened.ok) {
          paper.current = opened.paper;
          void readPage(opened.paper, page, signal);
        } else setPhase({ kind: 'empty', problem: opened.sentence });
      });
    },
    [begin, close, readPage],
  );

  return {
    phase,
    read,
    take: (file) => read(() => openPaper(file), 1),
    readNext() {
      if (phase.kind === 'read' && paper.current !== null)
        void readPage(paper.current, phase.page + 1, begin());
    },
    cancel() {
      begin();
      close();
      setPhase({ kind: 'empty', problem: null });
    },
  };
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
  if (came.kind !== 'words') return problems[came.kind];
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

/** A piece of a page as a picture. */
function cutOut(page: HTMLCanvasElement, { x, y, width, height }: Box): string {
  const piece = document.createElement('canvas');
  piece.width = Math.ceil(width) + 2 * rim;
  piece.height = Math.ceil(height) + 2 * rim;
  piece.getContext('2d')?.drawImage(page, rim - x, rim - y);
  return piece.toDataURL('image/png');
}
