import { toDrawable } from '../documents/drawable.ts';
import type { Turn } from '../documents/page-view.ts';
import type { PaperAnswers, PaperRequest } from './open-paper.ts';
import type { OpenedPages } from './pdf-pages.ts';

// Opens a photo, scan or PDF, and draws and encodes its pages, so that the window goes on meanwhile.

/** A page of Letter at 235 dots an inch: smaller print is lost below, and more takes only longer. */
const readSide = 2600;
const damaged = 'This file could not be read. It may be damaged.';
const strange = 'This is not a photo, a scan or a PDF that Gangway reads.';

let opened: OpenedPages | null = null;

self.onmessage = async ({ data, ports: [port] }: MessageEvent<PaperRequest>) => {
  // The file opens as a PDF, but a page may still be impossible to draw.
  const answer = await work(data).catch(() => null);
  port?.postMessage(answer, answer !== null && 'picture' in answer ? [answer.picture] : []);
};

async function work(request: PaperRequest): Promise<PaperAnswers[PaperRequest['kind']] | null> {
  switch (request.kind) {
    case 'open':
      if (opened?.ok === true) opened.close();
      opened = await open(request.file, request.parts);
      return opened.ok ? { ok: true, pages: opened.pages } : opened;
    case 'read': {
      if (opened?.ok !== true) return null;
      const { canvas, words } = await opened.read(request.page, readSide);
      if (request.turn === 0) return { picture: canvas.transferToImageBitmap(), words };
      return { picture: copy(canvas, readSide, request.turn).transferToImageBitmap(), words: null };
    }
    case 'encode': {
      const jpeg = copy(request.picture, request.side);
      request.picture.close();
      return jpeg.convertToBlob({ type: 'image/jpeg', quality: request.quality });
    }
  }
}

async function open(file: Blob, parts: string): Promise<OpenedPages> {
  const bytes = await file.arrayBuffer().catch(() => null);
  // Moved, removed or unreadable; the browser does not say which.
  if (bytes === null) return { ok: false, sentence: 'This file could not be read. Is it still there?' };
  const drawable = await toDrawable(
    new Uint8Array(bytes),
    { damaged, strange },
    new AbortController().signal,
  );
  switch (drawable.kind) {
    case 'image':
      return openPicture(drawable.image);
    case 'pages':
      return (await import('./pdf-pages.ts')).openPdfPages(drawable.bytes, parts);
    case 'failed':
      return { ok: false, sentence: drawable.sentence };
  }
}

async function openPicture(picture: Blob): Promise<OpenedPages> {
  const decoded = await createImageBitmap(picture).catch(() => null);
  // The browser says no more than that.
  if (decoded === null) return { ok: false, sentence: damaged };
  const canvas = copy(decoded, readSide);
  decoded.close();
  const read = (_page: number, side: number) => Promise.resolve({ canvas: copy(canvas, side), words: null });
  return { ok: true, pages: 1, read, close: () => undefined };
}

/** A copy with this many pixels on its longer side at most. */
function copy(picture: OffscreenCanvas | ImageBitmap, side: number, turn: Turn = 0): OffscreenCanvas {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const canvas = turn % 180 === 0 ? new OffscreenCanvas(width, height) : new OffscreenCanvas(height, width);
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  // What is transparent is the paper.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turn * Math.PI) / 180);
  context.drawImage(picture, -width / 2, -height / 2, width, height);
  return canvas;
}
