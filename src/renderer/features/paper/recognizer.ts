import type { ExpectedPage, PageQuality } from '#shared/ocr/judge-page.ts';
import type { PageWord } from '#shared/ocr/page-text.ts';

interface RecognizedPage {
  kind: 'words';
  words: readonly PageWord[];
  /** What they were read from and have their places on: the page made ready. */
  picture: ImageBitmap;
  /** With places on the picture that was handed in. */
  quality: PageQuality;
}

export type Recognized = RecognizedPage | { kind: 'too_long' | 'stopped' | 'failed' };

/** What the worker is told: first where its parts are, then one page after the other. */
export type RecognizerRequest =
  | { kind: 'begin'; parts: string }
  | { kind: 'page'; picture: ImageBitmap; expected: ExpectedPage };

export type RecognizerMessage =
  /** The share of the page read so far, from 0 to 1; null where a line of it is read again. The first one: it has begun. */
  { kind: 'progress'; share: number | null } | RecognizedPage | { kind: 'failed' };

/** Longest time without any progress, in milliseconds. A busy computer still makes some. */
const stallMs = 60_000;
/** Longest time for a page that makes progress; noise taken for text never ends. */
const pageMs = 300_000;

/** How long a worker waits for the next page of a pile, in milliseconds: beginning one takes as long as reading a short page. */
const waitMs = 3000;
let waiting: { worker: Worker; end: ReturnType<typeof setTimeout> } | null = null;

function takeWorker(): Worker {
  if (waiting !== null) {
    const { worker, end } = waiting;
    clearTimeout(end);
    waiting = null;
    return worker;
  }
  const worker = new Worker(new URL('recognize-worker.ts', import.meta.url), { type: 'module' });
  // The build puts them beside the page.
  const parts = new URL('recognizer-parts', document.baseURI).href;
  worker.postMessage({ kind: 'begin', parts } satisfies RecognizerRequest);
  return worker;
}

function keepWorker(worker: Worker): void {
  waiting?.worker.terminate();
  const end = setTimeout(() => {
    waiting = null;
    worker.terminate();
  }, waitMs);
  waiting = { worker, end };
}

/**
 * Prepares a page, recognizes its words and judges its picture, in a worker that ends soon afterwards, or at once if that fails.
 * @param onProgress gets the share of the page read so far, from 0 to 1
 */
export async function recognize(
  picture: HTMLCanvasElement,
  expected: ExpectedPage,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Recognized> {
  const { promise, resolve: end } = Promise.withResolvers<Recognized>();
  signal.addEventListener('abort', () => end({ kind: 'stopped' }));
  const limit = setTimeout(() => end({ kind: 'too_long' }), pageMs);
  let hasBegun = false;
  let stall = setTimeout(() => undefined, 0);
  const noteProgress = () => {
    clearTimeout(stall);
    stall = setTimeout(() => end({ kind: hasBegun ? 'too_long' : 'failed' }), stallMs);
  };
  noteProgress();
  const worker = takeWorker();
  worker.onmessage = ({ data }: MessageEvent<RecognizerMessage>) => {
    if (data.kind !== 'progress') {
      end(data);
      return;
    }
    hasBegun = true;
    noteProgress();
    if (data.share !== null) onProgress(data.share);
  };
  worker.onerror = () => end({ kind: 'failed' });
  createImageBitmap(picture).then(
    (bitmap) =>
      worker.postMessage({ kind: 'page', picture: bitmap, expected } satisfies RecognizerRequest, [bitmap]),
    () => end({ kind: 'failed' }),
  );
  const recognized = await promise;
  clearTimeout(limit);
  clearTimeout(stall);
  if (recognized.kind === 'words') keepWorker(worker);
  else worker.terminate();
  return recognized;
}
