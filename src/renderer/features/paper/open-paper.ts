import type { PageWord } from '#shared/ocr/page-text.ts';
import { fetchFile } from '../../bridge.ts';
import type { Turn } from '../documents/page-view.ts';
import { keepWorkers } from './keep-workers.ts';

export interface PaperPage {
  picture: ImageBitmap;
  /** In pixels of the picture; null where the page is a picture alone. */
  words: PageWord[] | null;
}

/** What the worker is told: first to open a file. Each has a port that its answer comes to. */
export type PaperRequest =
  | { kind: 'open'; file: Blob; parts: string }
  | { kind: 'read'; page: number; turn: Turn }
  | { kind: 'encode'; picture: ImageBitmap; side: number; quality: number };

export interface PaperAnswers {
  open: { ok: true; pages: number } | { ok: false; sentence: string };
  read: PaperPage;
  encode: Blob;
}

/** A file that is open in a worker. Answers are null where a page cannot be drawn, and after it was closed. */
export interface Paper {
  pages: number;
  /** Draws a page, from 1 on. */
  read: (page: number) => Promise<PaperPage | null>;
  /** Makes a picture, which is closed, a JPEG with this many pixels on its longer side at most. */
  encode: (picture: ImageBitmap, side: number, quality: number) => Promise<Blob | null>;
  close: () => void;
}

export type OpenedPaper = { ok: true; paper: Paper } | { ok: false; sentence: string };

/** A photo of a page takes 10 MB, a scan of many pages 50. */
const maxBytes = 100_000_000;

/** Opens a photo, scan or PDF, checked by its bytes before decoding; problems come as a sentence. A turned one is read as it looks then. */
export async function openPaper(file: Blob, turn: Turn = 0): Promise<OpenedPaper> {
  if (file.size === 0) return { ok: false, sentence: 'This file is empty.' };
  if (file.size > maxBytes) return { ok: false, sentence: 'This file is too large to be read here.' };
  const { ask, close } = takeWorker();
  // The build puts them beside the page.
  const parts = new URL('pdf-parts/', document.baseURI).href;
  const opened = await ask({ kind: 'open', file, parts });
  if (opened?.ok !== true) close();
  if (opened === null) throw new Error('The worker that reads papers failed.');
  if (!opened.ok) return opened;
  const read = (page: number) => ask({ kind: 'read', page, turn });
  const encode = (picture: ImageBitmap, side: number, quality: number) =>
    ask({ kind: 'encode', picture, side, quality }, [picture]);
  return { ok: true, paper: { pages: opened.pages, read, encode, close } };
}

const workers = keepWorkers(
  () => new Worker(new URL('paper-worker.ts', import.meta.url), { type: 'module' }),
);

function takeWorker() {
  const worker = workers.take();
  const waiting = new Set<() => void>();
  let isOpen = true;
  function close(): void {
    // One that is still at work is stuck with its file, or failed.
    if (waiting.size > 0) worker.terminate();
    else if (isOpen) workers.keep(worker);
    isOpen = false;
    for (const giveUp of waiting) giveUp();
  }
  worker.onerror = close;
  function ask<Kind extends PaperRequest['kind']>(
    request: PaperRequest & { kind: Kind },
    transfer: Transferable[] = [],
  ): Promise<PaperAnswers[Kind] | null> {
    const { promise, resolve } = Promise.withResolvers<PaperAnswers[Kind] | null>();
    const giveUp = () => resolve(null);
    if (!isOpen) return Promise.resolve(null);
    waiting.add(giveUp);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<PaperAnswers[Kind] | null>) => resolve(data);
    worker.postMessage(request, [port2, ...transfer]);
    return promise.finally(() => waiting.delete(giveUp));
  }
  return { ask, close };
}

export async function openKeptPaper(
  address: string,
  signal: AbortSignal,
  turn: Turn = 0,
): Promise<OpenedPaper> {
  try {
    const answer = await fetchFile(address, signal);
    if (answer.ok) return await openPaper(await answer.blob(), turn);
  } catch {
    // The file is gone, the main process does not answer, or the request was aborted.
  }
  return { ok: false, sentence: 'The copy could not be read from this computer.' };
}
