import type { ExpectedPage, PageQuality } from '#shared/ocr/judge-page.ts';
import type { PageWord } from '#shared/ocr/page-text.ts';
import { keepWorkers } from './keep-workers.ts';

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

const recognizers = keepWorkers(() => {
  const worker = new Worker(new URL('recognize-worker.ts', import.meta.url), { type: 'module' });
  // The build puts them beside the page.
  const parts = new URL('recognizer-parts', document.baseURI).href;
  worker.postMessage({ kind: 'begin', parts } satisfies RecognizerRequest);
  return worker;
});

/**
 * Prepares a page, recognizes its words and judges its picture, in a worker that ends soon afterwards, or at once if that fails.
 * @param picture is handed over to the worker
 * @param onProgress gets the share of the page read so far, from 0 to 1
 */
export async function recognize(
  picture: ImageBitmap,
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
  const worker = recognizers.take();
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
  worker.postMessage({ kind: 'page', picture, expected } satisfies RecognizerRequest, [picture]);
  const recognized = await promise;
  clearTimeout(limit);
  clearTimeout(stall);
  if (recognized.kind === 'words') recognizers.keep(worker);
  else worker.terminate();
  return recognized;
}
