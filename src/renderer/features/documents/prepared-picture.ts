import type { PDFDocumentProxy } from 'pdfjs-dist';
import { fetchFile } from '../../bridge.ts';
import { toDrawable } from './drawable.ts';
import { scaleFor, type PageSize, type Size } from './page-view.ts';

export type PreparedPicture =
  | { kind: 'image'; url: string; size: PageSize }
  | {
      kind: 'pages';
      pdf: PDFDocumentProxy;
      size: PageSize;
      first: { canvas: HTMLCanvasElement; scale: number } | null;
    }
  | { kind: 'failed'; sentence: string };

export type Preparing = ReturnType<typeof preparePicture>;

const damaged = 'The picture could not be read. It may be damaged.';
const strange = 'This file isn’t a picture or a PDF that Gangway can show.';

/** Decodes a local picture after checking type and size by its bytes. `room`: also draws a PDF's first page to fit. */
export function preparePicture(address: string, room: Size | null) {
  const closing = new AbortController();
  return { picture: prepare(address, room, closing.signal), close: () => closing.abort() };
}

async function prepare(address: string, room: Size | null, signal: AbortSignal): Promise<PreparedPicture> {
  const bytes = await getBytes(address, signal);
  if (bytes === null) return { kind: 'failed', sentence: 'The copy could not be read from this computer.' };
  const drawable = await toDrawable(bytes, { damaged, strange }, signal);
  switch (drawable.kind) {
    case 'image':
      return prepareImage(drawable.image, signal);
    case 'pages':
      return preparePages(drawable.bytes, room, signal);
    case 'failed':
      return drawable;
  }
}

function onAbort(signal: AbortSignal, work: () => void): void {
  if (signal.aborted) work();
  else signal.addEventListener('abort', work);
}

async function prepareImage(picture: Blob, signal: AbortSignal): Promise<PreparedPicture> {
  const url = URL.createObjectURL(picture);
  const image = new Image();
  onAbort(signal, () => {
    image.src = '';
    URL.revokeObjectURL(url);
  });
  image.src = url;
  try {
    await image.decode();
  } catch {
    // The browser says no more than that.
    return { kind: 'failed', sentence: damaged };
  }
  const size = { width: image.naturalWidth, height: image.naturalHeight, pages: 1 };
  return { kind: 'image', url, size };
}

async function preparePages(
  bytes: Uint8Array<ArrayBuffer>,
  room: Size | null,
  signal: AbortSignal,
): Promise<PreparedPicture> {
  const { drawPage, openPdf, sizeOfPage } = await import('./pdf-document.ts');
  const task = openPdf(bytes);
  onAbort(signal, task.close);
  const opened = await task.opened;
  if (!opened.ok) return { kind: 'failed', sentence: opened.sentence };
  const { pdf } = opened;
  try {
    const size = { ...(await sizeOfPage(pdf, 1)), pages: pdf.numPages };
    if (room === null) return { kind: 'pages', pdf, size, first: null };
    const scale = scaleFor({ kind: 'page' }, size, 0, room);
    const canvas = await drawPage(pdf, { page: 1, turn: 0, scale }, signal);
    return { kind: 'pages', pdf, size, first: canvas === null ? null : { canvas, scale } };
  } catch {
    // The file opens as a PDF, but this page can't be drawn.
    return { kind: 'failed', sentence: 'This PDF could not be read. It may be damaged.' };
  }
}

async function getBytes(address: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const answer = await fetchFile(address, signal);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  } catch {
    // The file is gone, the main process does not answer, or the request was aborted.
    return null;
  }
}
