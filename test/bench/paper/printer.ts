import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';
import { tiffAsPdf } from '#renderer/features/documents/tiff-pdf.ts';
import type { GrayPicture } from '#shared/ocr/prepare-page.ts';
import { makeTiff } from '#test/picture-bytes.ts';
import type { PrintedForm } from './forms.ts';

/** How a page is handed on: by a phone as a JPEG in gray, by a scanner as a TIFF in black and white. */
export type PageFile = 'jpeg' | 'tiff';

const gray = z.object({ width: z.number(), height: z.number(), data: z.string() });

/** Nothing is asked of it: what it would answer lies in the packages. */
const origin = 'https://pdf-reader.invalid';
const parts = join(import.meta.dirname, '../../../node_modules/pdfjs-dist/build');

/** Prints forms with a browser, through a file as the app is handed it and as it reads it. */
export async function openPrinter(
  browser: Browser,
): Promise<{ print: (form: PrintedForm, file: PageFile) => Promise<GrayPicture> }> {
  const paper = await browser.newPage({ viewport: { width: 1100, height: 850 }, deviceScaleFactor: 2 });
  const reader: Page = await browser.newPage();
  await reader.route(`${origin}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    return name === ''
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
      : route.fulfill({ contentType: 'text/javascript', path: join(parts, name) });
  });
  await reader.goto(origin);

  /** The pixels of a canvas that a script draws on as `canvas`. */
  async function pixels(draw: string, bytes: Buffer): Promise<GrayPicture> {
    const read = await reader.evaluate(`(async () => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(bytes.toString('base64'))}), (one) => one.charCodeAt(0));
      ${draw}
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      let text = '';
      for (let at = 0; at < data.length; at += 4) text += String.fromCharCode((data[at] * 77 + data[at + 1] * 150 + data[at + 2] * 29) >> 8);
      return { width: canvas.width, height: canvas.height, data: btoa(text) };
    })()`);
    const { width, height, data } = gray.parse(read);
    return { width, height, data: new Uint8Array(Buffer.from(data, 'base64')) };
  }

  const readImage = (bytes: Buffer) =>
    pixels(
      `const picture = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      canvas.getContext('2d').drawImage(picture, 0, 0);`,
      bytes,
    );
  const readPdf = (bytes: Buffer, width: number) =>
    pixels(
      `const { getDocument, GlobalWorkerOptions } = await import('${origin}/pdf.min.mjs');
      GlobalWorkerOptions.workerSrc = '${origin}/pdf.worker.min.mjs';
      const pdf = await getDocument({ data: bytes }).promise;
      const page = await pdf.getPage(1);
      const viewport = page.getViewport({ scale: ${width} / page.getViewport({ scale: 1 }).width });
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [Math.round(viewport.width), Math.round(viewport.height)];
      await page.render({ canvas, viewport }).promise;
      await pdf.loadingTask.destroy();`,
      bytes,
    );

  return {
    async print(form, file) {
      await paper.setContent(form.html);
      if (file === 'jpeg')
        return readImage(await paper.screenshot({ type: 'jpeg', quality: 70, fullPage: true }));
      const page = await readImage(await paper.screenshot({ type: 'png', fullPage: true }));
      const wrapped = tiffAsPdf(toTiff(page));
      if (!wrapped.ok) throw new Error(wrapped.sentence);
      return readPdf(Buffer.from(wrapped.pdf), page.width);
    },
  };
}

/** A page in black and white, packed as scanners do (Deflate). */
function toTiff({ width, height, data }: GrayPicture): Buffer {
  const stride = Math.ceil(width / 8);
  const bits = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[y * width + x] ?? 0) < 128) continue;
      const at = y * stride + (x >> 3);
      bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  const strips = [deflateSync(bits)];
  return makeTiff([
    { width, height, bits: 1, samples: 1, photometric: 1, compression: 8, rowsPerStrip: height, strips },
  ]);
}
