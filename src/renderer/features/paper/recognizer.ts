import tesseract from 'tesseract.js';
import { judgeAs, type ExpectedPage, type PageQuality } from '#shared/ocr/judge-page.ts';
import { turnMeasures, type PageMeasures } from '#shared/ocr/measure-page.ts';
import { toPageWords, type PageWord } from '#shared/ocr/page-text.ts';
import type { GrayPicture, PreparedPage } from '#shared/ocr/prepare-page.ts';
import { readAgain } from '#shared/ocr/read-again.ts';
import { splitPage, type PagePart } from '#shared/ocr/split-page.ts';
import { readUpright } from '#shared/ocr/turn-page.ts';

export type Recognized =
  | {
      kind: 'words';
      words: readonly PageWord[];
      /** What they were read from and have their places on: the page made ready. */
      picture: HTMLCanvasElement;
      /** With places on the picture that was handed in. */
      quality: PageQuality;
    }
  | { kind: 'too_long' | 'stopped' | 'failed' };

/** Longest time without any progress, in milliseconds. A busy computer still makes some. */
const stallMs = 60_000;
/** Longest time for a page that makes progress; noise taken for text never ends. */
const pageMs = 300_000;

const { createWorker, OEM, PSM } = tesseract;

/** The address of a part of the recognizer; the build puts them beside the page. */
const part = (name: string): string => new URL(`recognizer-parts/${name}`, document.baseURI).href;

/** Begins a recognizer in a worker of its own. Everything it needs lies beside the page, and nothing is kept. */
function begin(onProgress: (share: number) => void): Promise<tesseract.Worker> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const worker = createWorker('eng', OEM.LSTM_ONLY, {
    workerPath: part('worker.js'),
    corePath: part('tesseract-core-simd-lstm.js'),
    langPath: part('').replace(/\/$/, ''),
    workerBlobURL: false,
    cacheMethod: 'none',
    gzip: false,
    logger: ({ status, progress }) => {
      if (status === 'recognizing text') onProgress(progress);
    },
    // Later errors reject the work; a failure to start is reported only here.
    errorHandler: reject,
  });
  return Promise.race([worker, failed]);
}

interface Station {
  preparer: Worker;
  /** Each reads a half of the page, at the same time. */
  recognizers: readonly Promise<tesseract.Worker>[];
  /** Gets the share of its half that a recognizer has read, from 0 to 1. */
  onProgress: (half: number, share: number) => void;
}

/** How long workers wait for the next page of a pile, in milliseconds: beginning them takes as long as reading a short page. */
const waitMs = 3000;
let waiting: { station: Station; end: ReturnType<typeof setTimeout> } | null = null;

function takeStation(): Station {
  if (waiting !== null) {
    const { station, end } = waiting;
    clearTimeout(end);
    waiting = null;
    return station;
  }
  const station: Station = {
    preparer: new Worker(new URL('prepare-worker.ts', import.meta.url), { type: 'module' }),
    recognizers: [0, 1].map((half) => begin((share) => station.onProgress(half, share))),
    onProgress: () => undefined,
  };
  return station;
}

function keepStation(station: Station): void {
  station.onProgress = () => undefined;
  if (waiting !== null) endStation(waiting.station);
  const end = setTimeout(() => {
    waiting = null;
    endStation(station);
  }, waitMs);
  waiting = { station, end };
}

function endStation({ preparer, recognizers }: Station): void {
  preparer.terminate();
  // A worker that never started cannot be ended; it goes with the page.
  for (const one of recognizers) void one.then((worker) => worker.terminate()).catch(() => undefined);
}

/**
 * Prepares a page, recognizes its words and judges its picture, in workers that end soon afterwards, or at once if that fails.
 * @param onProgress gets the share of the page read so far, from 0 to 1
 */
export function recognize(
  picture: HTMLCanvasElement,
  expected: ExpectedPage,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Recognized> {
  const { promise: stopped, resolve: end } = Promise.withResolvers<Recognized>();
  signal.addEventListener('abort', () => end({ kind: 'stopped' }));
  const limit = setTimeout(() => end({ kind: 'too_long' }), pageMs);
  let hasBegun = false;
  let stall = setTimeout(() => undefined, 0);
  const noteProgress = () => {
    clearTimeout(stall);
    stall = setTimeout(() => end({ kind: hasBegun ? 'too_long' : 'failed' }), stallMs);
  };
  noteProgress();
  let isWhole = true;
  const shares = [0, 0];
  const station = takeStation();
  station.onProgress = (half, share) => {
    noteProgress();
    shares[half] = share;
    // Lines that are read again do not restart the progress.
    if (isWhole) onProgress(Math.min(...shares));
  };
  const preparing = preparePicture(picture, station.preparer);

  async function work(): Promise<Recognized> {
    const prepared = await preparing.prepared;
    const workers = await Promise.all(station.recognizers);
    const [worker] = workers;
    if (worker === undefined || prepared === null) return { kind: 'failed' };
    hasBegun = true;
    noteProgress();
    // AUTO, as other modes miss headings in large letters. No tables, as it cuts words at borders that it guesses.
    // No debug output, as it would show among the window's errors.
    await Promise.all(
      workers.map((one) =>
        one.setParameters({
          tessedit_pageseg_mode: PSM.AUTO,
          tessedit_char_whitelist: '',
          textord_tabfind_find_tables: '0',
          debug_file: '/dev/null',
        }),
      ),
    );
    const readPart = async ({ picture: part, top }: PagePart, by: tesseract.Worker) => {
      const { data } = await by.recognize(toPgm(part), {}, { blocks: true, text: false });
      return toPageWords(data.blocks ?? []).map((word) => ({
        ...word,
        box: { ...word.box, y: word.box.y + top },
      }));
    };
    const read = async (part: GrayPicture) => {
      isWhole = part.height === prepared.picture.height;
      noteProgress();
      const parts = isWhole ? splitPage(part) : [{ picture: part, top: 0 }];
      shares.fill(0, 0, parts.length).fill(1, parts.length);
      const found = await Promise.all(parts.map((one, half) => readPart(one, workers[half] ?? worker)));
      return found.flat();
    };
    const { page, words: found } = await readUpright(prepared, read);
    const words = await readAgain(found, page.picture, async (line, characters) => {
      await worker.setParameters({
        tessedit_pageseg_mode: PSM.SINGLE_LINE,
        tessedit_char_whitelist: characters,
      });
      return read(line);
    });
    const measured = await preparing.measures;
    if (measured === null) return { kind: 'failed' };
    const measures = page === prepared ? measured : turnMeasures(measured);
    const quality = judgeAs(expected, measures, words, page);
    return { kind: 'words', words, picture: toCanvas(page.picture), quality };
  }

  const failed = (): Recognized => ({ kind: 'failed' });
  return Promise.race([work().catch(failed), stopped]).then((recognized) => {
    clearTimeout(limit);
    clearTimeout(stall);
    if (recognized.kind === 'words') keepStation(station);
    else endStation(station);
    return recognized;
  });
}

/** The messages of the worker, in this order. */
export type PreparingMessage =
  | { kind: 'prepared'; prepared: PreparedPage }
  | { kind: 'measured'; measures: PageMeasures };

/** Prepares and measures a page's picture; null where that is impossible. */
function preparePicture(picture: HTMLCanvasElement, worker: Worker) {
  const prepared = Promise.withResolvers<PreparedPage | null>();
  const measures = Promise.withResolvers<PageMeasures | null>();
  worker.onmessage = ({ data }: MessageEvent<PreparingMessage>) => {
    if (data.kind === 'prepared') prepared.resolve(data.prepared);
    else measures.resolve(data.measures);
  };
  worker.onerror = () => {
    prepared.resolve(null);
    measures.resolve(null);
  };
  worker.postMessage(toGray(picture));
  return { prepared: prepared.promise, measures: measures.promise };
}

/** By the usual weights of red, green and blue (ITU-R BT.601). */
function toGray(canvas: HTMLCanvasElement): GrayPicture {
  const { width, height } = canvas;
  const colors = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
  const data = new Uint8Array(width * height);
  for (let at = 0, color = 0; at < data.length; at += 1, color += 4) {
    data[at] =
      ((colors[color] ?? 0) * 77 + (colors[color + 1] ?? 0) * 150 + (colors[color + 2] ?? 0) * 29) >> 8;
  }
  return { width, height, data };
}

/** As a portable graymap, which is neither packed nor unpacked. */
const toPgm = ({ width, height, data }: GrayPicture): Blob =>
  new Blob([`P5\n${width} ${height}\n255\n`, new Uint8Array(data)]);

function toCanvas({ width, height, data }: GrayPicture): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const colors = new ImageData(width, height);
  const pixels = new Uint32Array(colors.data.buffer);
  // The same level for red, green and blue, and full opacity.
  for (let at = 0; at < data.length; at += 1) pixels[at] = 0xff000000 | ((data[at] ?? 0) * 0x010101);
  canvas.getContext('2d')?.putImageData(colors, 0, 0);
  return canvas;
}
