import type { PageWord } from '#shared/ocr/page-text.ts';
import { fetchFile } from '../../bridge.ts';
import { turned, type Turn } from '../documents/page-view.ts';
import { toDrawable } from '../documents/prepared-picture.ts';

/** A page as it was drawn, or made ready in a worker. */
export type DrawnPage = HTMLCanvasElement | ImageBitmap;

export interface PaperPage {
  picture: HTMLCanvasElement;
  /** In pixels of the picture; null where the page is a picture alone. */
  words: PageWord[] | null;
}

export interface Paper {
  pages: number;
  /** Draws a page, from 1 on; null where it cannot be drawn. */
  read: (page: number) => Promise<PaperPage | null>;
  /** Draws a page to look at, with this many pixels on its longer side at most; null where it cannot be drawn. */
  draw: (page: number, side: number) => Promise<HTMLCanvasElement | null>;
  close: () => void;
}

export type OpenedPaper = { ok: true; paper: Paper } | { ok: false; sentence: string };

/** A photo of a page takes 10 MB, a scan of many pages 50. */
const maxBytes = 100_000_000;
/** A page of Letter at 235 dots an inch: smaller print is lost below, and more takes only longer. */
const readSide = 2600;
const damaged = 'This file could not be read. It may be damaged.';
const strange = 'This is not a photo, a scan or a PDF that Gangway reads.';

/** Opens a photo, scan or PDF, checked by its bytes before decoding; problems come as a sentence. */
export async function openPaper(file: Blob): Promise<OpenedPaper> {
  if (file.size === 0) return { ok: false, sentence: 'This file is empty.' };
  if (file.size > maxBytes) return { ok: false, sentence: 'This file is too large to be read here.' };
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    // Moved, removed or unreadable; the browser does not say which.
    return { ok: false, sentence: 'This file could not be read. Is it still there?' };
  }
  const drawable = await toDrawable(bytes, { damaged, strange }, new AbortController().signal);
  switch (drawable.kind) {
    case 'image':
      return openPicture(drawable.image);
    case 'pages':
      return openPages(drawable.bytes);
    case 'failed':
      return { ok: false, sentence: drawable.sentence };
  }
}

/** The same file with its pages turned; what was opened is read as it looks then. */
export function turnPaper(opened: OpenedPaper, turn: Turn): OpenedPaper {
  if (!opened.ok || turn === 0) return opened;
  const { paper } = opened;
  const read = async (page: number) => {
    const drawn = await paper.read(page);
    return drawn === null ? null : { picture: turnCanvas(drawn.picture, turn), words: null };
  };
  return { ok: true, paper: { ...paper, read } };
}

function turnCanvas(picture: HTMLCanvasElement, turn: Turn): HTMLCanvasElement {
  const { width, height } = turned(picture, turn);
  const canvas = blankCanvas(width, height);
  const context = canvas.getContext('2d');
  context?.translate(width / 2, height / 2);
  context?.rotate((turn * Math.PI) / 180);
  context?.drawImage(picture, -picture.width / 2, -picture.height / 2);
  return canvas;
}

export async function openKeptPaper(address: string, signal: AbortSignal): Promise<OpenedPaper> {
  try {
    const answer = await fetchFile(address, signal);
    if (answer.ok) return await openPaper(await answer.blob());
  } catch {
    // The file is gone, the main process does not answer, or the request was aborted.
  }
  return { ok: false, sentence: 'The copy could not be read from this computer.' };
}

async function openPicture(picture: Blob): Promise<OpenedPaper> {
  let decoded: ImageBitmap;
  try {
    decoded = await createImageBitmap(picture);
  } catch {
    // The browser says no more than that.
    return { ok: false, sentence: damaged };
  }
  const scale = Math.min(1, readSide / Math.max(decoded.width, decoded.height));
  const canvas = blankCanvas(decoded.width * scale, decoded.height * scale);
  const context = canvas.getContext('2d');
  if (context !== null) {
    // What is transparent is the paper.
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(decoded, 0, 0, canvas.width, canvas.height);
  }
  decoded.close();
  const read = () => Promise.resolve({ picture: canvas, words: null });
  const draw = (_page: number, side: number) => Promise.resolve(shrink(canvas, side));
  return { ok: true, paper: { pages: 1, read, draw, close: () => undefined } };
}

async function openPages(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedPaper> {
  const [{ openPdf }, { readPdfText }] = await Promise.all([
    import('../documents/pdf-document.ts'),
    import('./pdf-text.ts'),
  ]);
  const task = openPdf(bytes);
  const opened = await task.opened;
  if (!opened.ok) {
    task.close();
    return opened;
  }
  const { pdf } = opened;
  async function drawPage(page: number, side: number) {
    const pdfPage = await pdf.getPage(page);
    const plain = pdfPage.getViewport({ scale: 1 });
    const viewport = pdfPage.getViewport({ scale: side / Math.max(plain.width, plain.height) });
    const picture = blankCanvas(viewport.width, viewport.height);
    await pdfPage.render({ canvas: picture, viewport, recordImages: true }).promise;
    return { pdfPage, viewport, picture };
  }
  async function readPage(page: number): Promise<PaperPage> {
    const { pdfPage, viewport, picture } = await drawPage(page, readSide);
    return { picture, words: await readPdfText(pdfPage, viewport, picture) };
  }
  // The file opens as a PDF, but a page may still be impossible to draw.
  const read = (page: number) => readPage(page).catch(() => null);
  const draw = (page: number, side: number) =>
    drawPage(page, side)
      .then(({ picture }) => picture)
      .catch(() => null);
  return { ok: true, paper: { pages: pdf.numPages, read, draw, close: task.close } };
}

/** A copy with this many pixels on its longer side at most. */
export function shrink(picture: DrawnPage, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const small = blankCanvas(picture.width * scale, picture.height * scale);
  small.getContext('2d')?.drawImage(picture, 0, 0, small.width, small.height);
  return small;
}

function blankCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  return canvas;
}
