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
      const isTurned = request.turn !== 0;
      const picture = isTurned ? turnCanvas(canvas, request.turn) : canvas;
      return { picture: picture.transferToImageBitmap(), words: isTurned ? null : words };
    }
    case 'encode': {
      const small = shrink(request.picture, request.side);
      request.picture.close();
      return small.convertToBlob({ type: 'image/jpeg', quality: request.quality });
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
  const shrunk = shrink(decoded, readSide);
  decoded.close();
  const read = (_page: number, side: number) =>
    Promise.resolve({ canvas: shrink(shrunk, side), words: null });
  return { ok: true, pages: 1, read, close: () => undefined };
}

/** A copy with this many pixels on its longer side at most. */
function shrink(picture: OffscreenCanvas | ImageBitmap, side: number): OffscreenCanvas {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width * scale, picture.height * scale];
  const small = new OffscreenCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  const context = small.getContext('2d');
  if (context === null) return small;
  // What is transparent is the paper.
  context.fillStyle = 'white';
  context.fillRect(0, 0, small.width, small.height);
  context.drawImage(picture, 0, 0, small.width, small.height);
  return small;
}

function turnCanvas(picture: OffscreenCanvas, turn: Turn): OffscreenCanvas {
  const isLying = turn === 90 || turn === 270;
  const [width, height] = isLying ? [picture.height, picture.width] : [picture.width, picture.height];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  context?.translate(width / 2, height / 2);
  context?.rotate((turn * Math.PI) / 180);
  context?.drawImage(picture, -picture.width / 2, -picture.height / 2);
  return canvas;
}
