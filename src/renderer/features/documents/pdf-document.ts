import {
  getDocument,
  GlobalWorkerOptions,
  PasswordException,
  PDFWorker,
  type PDFDocumentProxy,
} from 'pdfjs-dist';
import { z } from 'zod';
import { maxPixels } from '#shared/base/picture-file.ts';
import type { Turn } from './page-view.ts';

/** The address of a part of the reader; the build puts them beside the page. */
const part = (name: string): string => new URL(`pdf-parts/${name}`, document.baseURI).href;

GlobalWorkerOptions.workerSrc = part('build/pdf.worker.min.mjs');

/** Started ahead, as that takes longest. Each file has a worker of its own, so that none that is stuck holds up another. */
let nextWorker = new PDFWorker();

/** CSS pixels to the point: a page at 100 % is as large as on paper. */
const pixelsPerPoint = 96 / 72;

/** A page is drawn less sharp rather than larger than this, in pixels. */
const maxDrawn = 40_000_000;
const maxSide = 16_000;

const portfolio =
  'This PDF is a portfolio of other files. Open it in Adobe Acrobat, save the document you need and try again.';
const adobeForm =
  'This PDF is a form that only Adobe Acrobat shows. Open it there, print it to a PDF and try again.';

type OpenedPdf = { ok: true; pdf: PDFDocumentProxy } | { ok: false; sentence: string };

/** Opens a PDF for drawing only: no scripts or forms; only local fonts, maps and decoders are loaded. */
export function openPdf(bytes: Uint8Array<ArrayBuffer>): { opened: Promise<OpenedPdf>; close: () => void } {
  const worker = nextWorker;
  nextWorker = new PDFWorker();
  const task = getDocument({
    data: bytes,
    worker,
    cMapUrl: part('cmaps/'),
    standardFontDataUrl: part('standard_fonts/'),
    wasmUrl: part('wasm/'),
    useWasm: false,
    useWorkerFetch: false,
    // A narrower font of the system in place of Helvetica makes letters run together.
    useSystemFonts: false,
    disableWorkerRendering: true,
    enableXfa: false,
    maxImageSize: maxPixels,
  });
  const opened = task.promise.then(
    async (pdf): Promise<OpenedPdf> => {
      const sentence = await findRefusal(pdf);
      return sentence === null ? { ok: true, pdf } : { ok: false, sentence };
    },
    (error: unknown): OpenedPdf => ({
      ok: false,
      sentence:
        error instanceof PasswordException
          ? 'This PDF is locked with a password, so it cannot be shown here.'
          : 'This PDF could not be read. It may be damaged.',
    }),
  );
  const close = () => void task.destroy().finally(() => worker.destroy());
  return { opened, close };
}

const pdfInfo = z.object({
  IsXFAPresent: z.boolean(),
  IsAcroFormPresent: z.boolean(),
  IsCollectionPresent: z.boolean(),
});

/** Why a PDF's pages are not the document: it is a collection of others, or a form that only Adobe's programs build. */
async function findRefusal(pdf: PDFDocumentProxy): Promise<string | null> {
  const info = pdfInfo.parse((await pdf.getMetadata()).info);
  if (info.IsCollectionPresent) return portfolio;
  if (!info.IsXFAPresent) return null;
  // Forms that other readers show as well have fields and pages of their own.
  if (!info.IsAcroFormPresent) return adobeForm;
  const { items } = await (await pdf.getPage(1)).getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join('');
  return /^\s*Please\s*wait/.test(text) ? adobeForm : null;
}

export async function sizeOfPage(
  pdf: PDFDocumentProxy,
  page: number,
): Promise<{ width: number; height: number }> {
  const pdfPage = await pdf.getPage(page);
  const { width, height } = pdfPage.getViewport({ scale: pixelsPerPoint, rotation: pdfPage.rotate });
  return { width, height };
}

/** Draws a page on a canvas of its own; null where it was stopped. Rejects where the page cannot be drawn. */
export async function drawPage(
  pdf: PDFDocumentProxy,
  { page, turn, scale }: { page: number; turn: Turn; scale: number },
  signal: AbortSignal,
): Promise<HTMLCanvasElement | null> {
  const pdfPage = await pdf.getPage(page);
  const rotation = (pdfPage.rotate + turn) % 360;
  const plain = pdfPage.getViewport({ scale: pixelsPerPoint * scale, rotation });
  const sharpness = Math.min(
    window.devicePixelRatio,
    Math.sqrt(maxDrawn / (plain.width * plain.height)),
    maxSide / Math.max(plain.width, plain.height),
  );
  const viewport = pdfPage.getViewport({ scale: pixelsPerPoint * scale * sharpness, rotation });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  if (signal.aborted) return null;
  const task = pdfPage.render({ canvas, viewport });
  signal.addEventListener('abort', () => task.cancel());
  try {
    await task.promise;
    return canvas;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}
