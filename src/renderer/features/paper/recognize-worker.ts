import tesseract from 'tesseract.js';
import { judgeAs } from '#shared/ocr/judge-page.ts';
import { turnMeasures, type PageMeasures } from '#shared/ocr/measure-page.ts';
import { toPageWords } from '#shared/ocr/page-text.ts';
import type { GrayPicture, PreparedPage } from '#shared/ocr/prepare-page.ts';
import { readAgain } from '#shared/ocr/read-again.ts';
import { splitPage, type PagePart } from '#shared/ocr/split-page.ts';
import { readUpright } from '#shared/ocr/turn-page.ts';
import type { PreparingMessage } from './prepare-worker.ts';
import type { RecognizerMessage, RecognizerRequest } from './recognizer.ts';

// Prepares pages, recognizes their words and judges their pictures, so that the window goes on meanwhile.

const { createWorker, OEM, PSM } = tesseract;

const preparer = new Worker(new URL('prepare-worker.ts', import.meta.url), { type: 'module' });
/** Each reads a half of the page, at the same time. */
let recognizers: readonly Promise<tesseract.Worker>[] = [];
/** The shares of the two halves that were read, from 0 to 1. */
const shares = [0, 0];
/** Lines that are read again do not restart the progress. */
let isWhole = true;

self.onmessage = ({ data }: MessageEvent<RecognizerRequest>) => {
  if (data.kind === 'begin') recognizers = [0, 1].map((half) => begin(half, data.parts));
  else void recognize(data).catch(() => send({ kind: 'failed' }));
};

const send = (message: RecognizerMessage, transfer: Transferable[] = []): void =>
  self.postMessage(message, { transfer });

/** Begins a recognizer in a worker of its own. Everything it needs lies beside the page, and nothing is kept. */
function begin(half: number, parts: string): Promise<tesseract.Worker> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const worker = createWorker('eng', OEM.LSTM_ONLY, {
    workerPath: `${parts}/worker.js`,
    corePath: `${parts}/tesseract-core-simd-lstm.js`,
    langPath: parts,
    workerBlobURL: false,
    cacheMethod: 'none',
    gzip: false,
    logger({ status, progress }) {
      if (status !== 'recognizing text') return;
      shares[half] = progress;
      send({ kind: 'progress', share: isWhole ? Math.min(...shares) : null });
    },
    // Later errors reject the work; a failure to start is reported only here.
    errorHandler: reject,
  });
  return Promise.race([worker, failed]);
}

async function recognize({ picture, expected }: RecognizerRequest & { kind: 'page' }): Promise<void> {
  const preparing = preparePicture(picture);
  const prepared = await preparing.prepared;
  const workers = await Promise.all(recognizers);
  const [worker] = workers;
  if (worker === undefined) throw new Error('There are two recognizers.');
  send({ kind: 'progress', share: 0 });
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
    send({ kind: 'progress', share: null });
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
  const quality = judgeAs(expected, page === prepared ? measured : turnMeasures(measured), words, page);
  const bitmap = toBitmap(page.picture);
  send({ kind: 'words', words, picture: bitmap, quality }, [bitmap]);
}

/** Prepares and measures a page's picture; rejects where that is impossible. */
function preparePicture(picture: ImageBitmap) {
  const prepared = Promise.withResolvers<PreparedPage>();
  const measures = Promise.withResolvers<PageMeasures>();
  preparer.onmessage = ({ data }: MessageEvent<PreparingMessage>) => {
    if (data.kind === 'prepared') prepared.resolve(data.prepared);
    else measures.resolve(data.measures);
  };
  preparer.onerror = ({ message }) => {
    prepared.reject(new Error(message));
    measures.reject(new Error(message));
  };
  // Whoever waits for the words finds it failed then.
  measures.promise.catch(() => undefined);
  preparer.postMessage(picture, [picture]);
  return { prepared: prepared.promise, measures: measures.promise };
}

/** As a portable graymap, which is neither packed nor unpacked. */
const toPgm = ({ width, height, data }: GrayPicture): Blob =>
  new Blob([`P5\n${width} ${height}\n255\n`, new Uint8Array(data)]);

function toBitmap({ width, height, data }: GrayPicture): ImageBitmap {
  const canvas = new OffscreenCanvas(width, height);
  const colors = new ImageData(width, height);
  const pixels = new Uint32Array(colors.data.buffer);
  // The same level for red, green and blue, and full opacity.
  for (let at = 0; at < data.length; at += 1) pixels[at] = 0xff000000 | ((data[at] ?? 0) * 0x010101);
  canvas.getContext('2d')?.putImageData(colors, 0, 0);
  return canvas.transferToImageBitmap();
}
