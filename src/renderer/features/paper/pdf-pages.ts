import { PDFWorker } from 'pdfjs-dist';
import { z } from 'zod';
import type { PageWord } from '#shared/ocr/page-text.ts';
import { openPdfIn, readerScript } from '../documents/open-pdf.ts';
import { readPdfText } from './pdf-text.ts';

/** The reader's types know the canvases of a page alone. */
const anyCanvas = z.custom<HTMLCanvasElement>((value) => value instanceof OffscreenCanvas);

/** Filters are SVG, which a worker has not; without them the reader computes what they do. */
class NoFilters {
  addFilter = () => 'none';
  addAlphaFilter = this.addFilter;
  addLuminosityFilter = this.addFilter;
  addKnockoutFilter = this.addFilter;
  destroy = () => undefined;
}

/** What the reader needs of a document, in a worker. */
const ownerDocument = {
  fonts: 'fonts' in self ? self.fonts : null,
  createElement: () => new OffscreenCanvas(1, 1),
};

/** Started ahead, as that takes longest. Each file has one of its own, so that nothing of a file is left for the next. */
let nextReader: Worker | null = null;

export type OpenedPages =
  | {
      ok: true;
      pages: number;
      /** Draws a page, from 1 on. Rejects where it cannot be drawn. */
      read: (page: number, side: number) => Promise<{ canvas: OffscreenCanvas; words: PageWord[] | null }>;
      close: () => void;
    }
  | { ok: false; sentence: string };

/** Opens a PDF in a worker. @param parts the address of the reader's parts */
export async function openPdfPages(bytes: Uint8Array<ArrayBuffer>, parts: string): Promise<OpenedPages> {
  const startReader = () => new Worker(parts + readerScript, { type: 'module' });
  const port = nextReader ?? startReader();
  nextReader = startReader();
  const options = { worker: PDFWorker.create({ port }), ownerDocument, FilterFactory: NoFilters };
  const task = openPdfIn(parts, bytes, options, () => port.terminate());
  const opened = await task.opened;
  if (!opened.ok) {
    task.close();
    return opened;
  }
  const { pdf } = opened;
  async function read(page: number, side: number) {
    const pdfPage = await pdf.getPage(page);
    const plain = pdfPage.getViewport({ scale: 1 });
    const viewport = pdfPage.getViewport({ scale: side / Math.max(plain.width, plain.height) });
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(viewport.width)),
      Math.max(1, Math.round(viewport.height)),
    );
    await pdfPage.render({ canvas: anyCanvas.parse(canvas), viewport, recordImages: true }).promise;
    return { canvas, words: await readPdfText(pdfPage, viewport, canvas) };
  }
  return { ok: true, pages: pdf.numPages, read, close: task.close };
}
