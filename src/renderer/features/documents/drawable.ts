import { nameForeignFile } from '#shared/base/foreign-file.ts';
import { getPictureFile, tooLargeToDraw } from '#shared/base/picture-file.ts';
import { decodeInWorker } from './decode-in-worker.ts';

type Drawable =
  | { kind: 'image'; image: Blob }
  | { kind: 'pages'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'failed'; sentence: string };

/** How a file can be drawn, by its type and size, which are read from its bytes: as an image, or as pages of a PDF. */
export async function toDrawable(
  bytes: Uint8Array<ArrayBuffer>,
  sentences: { damaged: string; strange: string },
  signal: AbortSignal,
): Promise<Drawable> {
  const file = getPictureFile(bytes);
  if (file === null) {
    return { kind: 'failed', sentence: nameForeignFile(bytes) ?? sentences.strange };
  }
  const tooLarge = file.size === null ? null : tooLargeToDraw(file.size);
  if (tooLarge !== null) return { kind: 'failed', sentence: tooLarge };
  switch (file.kind) {
    case 'png':
    case 'jpeg':
    case 'webp':
    case 'avif':
    case 'gif':
    case 'bmp':
      // An unknown size may be any size, so the file is not decoded.
      return file.size === null
        ? { kind: 'failed', sentence: sentences.damaged }
        : { kind: 'image', image: new Blob([bytes], { type: file.contentType }) };
    case 'heif': {
      const worker = new Worker(new URL('heif-worker.ts', import.meta.url), { type: 'module' });
      const decoded = await decodeInWorker<Blob>(worker, bytes, signal);
      return decoded.ok
        ? { kind: 'image', image: decoded.value }
        : { kind: 'failed', sentence: decoded.sentence ?? sentences.damaged };
    }
    case 'pdf':
      return { kind: 'pages', bytes };
    case 'tiff': {
      const worker = new Worker(new URL('tiff-worker.ts', import.meta.url), { type: 'module' });
      const decoded = await decodeInWorker<Uint8Array<ArrayBuffer>>(worker, bytes, signal);
      return decoded.ok
        ? { kind: 'pages', bytes: decoded.value }
        : { kind: 'failed', sentence: decoded.sentence ?? sentences.damaged };
    }
  }
}
