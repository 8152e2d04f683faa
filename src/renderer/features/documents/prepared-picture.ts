import type { PDFDocumentProxy } from 'pdfjs-dist';
import { getPictureFile, tooLargeToDraw, type PictureFile } from '#shared/base/picture-file.ts';
import { fetchFile } from '../../bridge.ts';
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

const notRead = 'The copy could not be read from this computer.';
const damaged = { kind: 'failed', sentence: 'The picture could not be read. It may be damaged.' } as const;

/** Decodes a local picture after checking type and size by its bytes. `room`: also draws a PDF's first page to fit. */
export function preparePicture(address: string, room: Size | null) {
  const stop = new AbortController();
  const cleanups: (() => void)[] = [() => stop.abort()];
  let closed = false;
  const onClose = (work: () => void) => {
    if (closed) work();
    else cleanups.push(work);
  };

  async function prepare(): Promise<PreparedPicture> {
    const bytes = await getBytes(address, stop.signal);
    if (bytes === null) return { kind: 'failed', sentence: notRead };
    const file = getPictureFile(bytes);
    if (file === null) {
      return { kind: 'failed', sentence: 'This file isn’t a picture or a PDF that Gangway can show.' };
    }
    const tooLarge = file.size === null ? null : tooLargeToDraw(file.size);
    if (tooLarge !== null) return { kind: 'failed', sentence: tooLarge };
    switch (file.kind) {
      case 'png':
      case 'jpeg':
      case 'webp':
        // An unknown size may be any size, so the file is not decoded.
        if (file.size === null) return damaged;
        return prepareImage(bytes, file, onClose);
      case 'pdf':
        return preparePages(bytes, room, onClose);
      case 'tiff': {
        const { tiffAsPdf } = await import('./tiff-pdf.ts');
        const wrapped = tiffAsPdf(bytes);
        return wrapped.ok
          ? preparePages(wrapped.pdf, room, onClose)
          : { kind: 'failed', sentence: wrapped.sentence };
      }
    }
  }

  return {
    picture: prepare(),
    close(): void {
      closed = true;
      for (const work of cleanups.splice(0)) work();
    },
  };
}

async function prepareImage(
  bytes: Uint8Array<ArrayBuffer>,
  file: PictureFile,
  onClose: (work: () => void) => void,
): Promise<PreparedPicture> {
  const url = URL.createObjectURL(new Blob([bytes], { type: file.contentType }));
  const image = new Image();
  onClose(() => {
    image.src = '';
    URL.revokeObjectURL(url);
  });
  image.src = url;
  try {
    await image.decode();
  } catch {
    // The browser says no more than that.
    return damaged;
  }
  const size = { width: image.naturalWidth, height: image.naturalHeight, pages: 1 };
  return { kind: 'image', url, size };
}

async function preparePages(
  bytes: Uint8Array<ArrayBuffer>,
  room: Size | null,
  onClose: (work: () => void) => void,
): Promise<PreparedPicture> {
  const { drawPage, openPdf, sizeOfPage } = await import('./pdf-document.ts');
  const task = openPdf(bytes);
  onClose(task.close);
  const opened = await task.opened;
  if (!opened.ok) return { kind: 'failed', sentence: opened.sentence };
  const { pdf } = opened;
  try {
    const size = { ...(await sizeOfPage(pdf, 1)), pages: pdf.numPages };
    if (room === null) return { kind: 'pages', pdf, size, first: null };
    const scale = scaleFor({ kind: 'page' }, size, 0, room);
    const canvas = await drawPage(pdf, { page: 1, turn: 0, scale }).drawn;
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
