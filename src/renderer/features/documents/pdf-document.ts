import { GlobalWorkerOptions, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist';
import { openPdfIn, readerScript } from './open-pdf.ts';
import type { Turn } from './page-view.ts';

/** The build puts the parts of the reader beside the page. */
const parts = new URL('pdf-parts/', document.baseURI).href;

GlobalWorkerOptions.workerSrc = parts + readerScript;

/** Started ahead, as that takes longest. Each file has a worker of its own, so that none that is stuck holds up another. */
let nextWorker = new PDFWorker();

export function openPdf(bytes: Uint8Array<ArrayBuffer>): ReturnType<typeof openPdfIn> {
  const worker = nextWorker;
  nextWorker = new PDFWorker();
  return openPdfIn(parts, bytes, { worker }, () => worker.destroy());
}

/** CSS pixels to the point: a page at 100 % is as large as on paper. */
const pixelsPerPoint = 96 / 72;

/** A page is drawn less sharp rather than larger than this, in pixels. */
const maxDrawn = 40_000_000;
const maxSide = 16_000;

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
