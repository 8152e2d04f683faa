import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { doubtBesideLost, type ExpectedPage } from '#shared/ocr/judge-page.ts';
import type { FieldOnPage } from '#shared/ocr/labeled-fields.ts';
import { readPageFields, type PageField } from '#shared/ocr/page-kind.ts';
import type { Box, PageWord } from '#shared/ocr/page-text.ts';
import { openPaper, type OpenedPaper, type Paper, type PaperPage } from './open-paper.ts';
import type { JudgedPicture } from './page-quality.tsx';
import { recognize } from './recognizer.ts';

type ReaderPhase<Field extends string> =
  | { kind: 'empty'; problem: string | null }
  | { kind: 'reading'; page: number; pages: number; share: number }
  | ({ kind: 'read' } & ReadPage<Field>);

interface PaperForm<Field extends string> {
  expected: ExpectedPage;
  readFields: (words: readonly PageWord[]) => FieldOnPage<Field>[];
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

  /** Cancels the current reading and returns the signal of the next. */
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

  const watchFaults = useCallback((work: Promise<void>, signal: AbortSignal): void => {
    void work.catch(() => {
      if (!signal.aborted) setPhase({ kind: 'empty', problem: readingProblems.fault });
    });
  }, []);

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
      watchFaults(work, signal);
    },
    [begin, close, watchFaults, readPage],
  );

  return {
    phase,
    read,
    take: (file: Blob): void => read(() => openPaper(file), 1),
    readNext: (): void => {
      if (phase.kind !== 'read' || paper.current === null) return;
      const signal = begin();
      watchFaults(readPage(paper.current, phase.page + 1, signal), signal);
    },
    cancel: (): void => {
      begin();
      close();
      setPhase({ kind: 'empty', problem: null });
    },
  };
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
}

/** Reads one page and judges its picture, or says in a sentence why that could not be done. */
async function readPaperPage<Field extends string>(
  paper: Paper,
  page: number,
  { expected, readFields }: PaperForm<Field>,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<ReadPage<Field> | string> {
  const drawn = await paper.read(page);
  if (signal.aborted) return readingProblems.stopped;
  if (drawn === null) return `Page ${page} could not be shown. The file may be damaged.`;
  // Only the first page must have the expected fields; later pages are judged by their picture alone.
  const read = await readWords(drawn, page === 1 ? expected : 'other', signal, onProgress);
  if (typeof read === 'string') return read;
  const { words, picture, judged } = read;
  const found = readFields(words);
  const sure = judged === null ? found : doubtBesideLost(found, judged.quality);
  const fields = sure.map((field) => ({ ...field, snippet: cutOut(picture, field.box) }));
  return { page, pages: paper.pages, fields, judged };
}

async function readWords(
  { picture, words }: PaperPage,
  expected: ExpectedPage,
  signal: AbortSignal,
  onProgress: (share: number) => void,
) {
  if (words !== null) return { words, picture, judged: null };
  const came = await recognize(picture, expected, signal, onProgress);
  if (came.kind !== 'words') return readingProblems[came.kind];
  const { width, height } = picture;
  const judged = { source: picture.toDataURL('image/jpeg'), width, height, quality: came.quality };
  return { words: came.words, picture: came.picture, judged };
}

const rim = 8;

function cutOut(page: HTMLCanvasElement, { x, y, width, height }: Box): string {
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
