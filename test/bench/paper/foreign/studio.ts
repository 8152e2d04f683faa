import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { z } from 'zod';
import { makeTiff } from '#test/picture-bytes.ts';
import type { Place, Scene } from './desk.ts';
import { toDocument, type Sheet } from './sheet.ts';

const place = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const textItem = z.object({ text: z.string(), size: z.number(), ...place.shape });
/** A run of text of a PDF, its place as shares of the page. */
export type TextItem = z.infer<typeof textItem>;

const drawnPage = z.object({
  png: z.string(),
  width: z.number(),
  height: z.number(),
  items: z.array(textItem),
});
/** A page of a PDF as a picture, with what is written on it. */
export type DrawnPage = z.infer<typeof drawnPage>;

/** Nothing is asked of it: what it would answer lies in the packages. */
const origin = 'https://pages.invalid';
const packages = join(import.meta.dirname, '../../../../node_modules/pdfjs-dist');

const drawing = `async (base64, dpi) => {
  const { getDocument, GlobalWorkerOptions } = await import('${origin}/build/pdf.min.mjs');
  GlobalWorkerOptions.workerSrc = '${origin}/build/pdf.worker.min.mjs';
  const data = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  const pdf = await getDocument({ data, standardFontDataUrl: '${origin}/standard_fonts/', verbosity: 0 }).promise;
  const page = await pdf.getPage(1);
  const viewport = page.getViewport({ scale: dpi / 72 });
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(viewport.width), Math.round(viewport.height)];
  await page.render({ canvas, viewport }).promise;
  const plain = page.getViewport({ scale: 1 });
  const toItem = (text, [x1, y1, x2, y2], size) => {
    const [left, bottom] = plain.convertToViewportPoint(x1, y1);
    const [right, top] = plain.convertToViewportPoint(x2, y2);
    return { text, size, x: left / plain.width, y: top / plain.height, width: (right - left) / plain.width, height: (bottom - top) / plain.height };
  };
  const { items } = await page.getTextContent();
  const written = items.filter(({ str }) => str?.trim()).map(({ str, transform: [, , , size, x, y], width }) =>
    toItem(str, [x, y - 0.22 * size, x + width, y + 0.78 * size], size));
  const filled = (await page.getAnnotations()).filter(({ fieldValue }) => typeof fieldValue === 'string' && fieldValue.trim())
    .map(({ fieldValue, rect }) => toItem(fieldValue, rect, rect[3] - rect[1]));
  const png = canvas.toDataURL('image/png').split(',')[1];
  await pdf.loadingTask.destroy();
  return { png, width: canvas.width, height: canvas.height, items: [...written, ...filled] };
}`;

export type Studio = Awaited<ReturnType<typeof openStudio>>;

/** Prints pages, draws PDFs, and takes pictures of them, with a browser. */
export async function openStudio(browser: Browser) {
  const press = await browser.newPage();
  const lab = await browser.newPage();
  const desk = await browser.newPage();
  await lab.route(`${origin}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    return name === ''
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
      : route.fulfill({
          contentType: name.endsWith('.mjs') ? 'text/javascript' : 'application/octet-stream',
          path: join(packages, name),
        });
  });
  await lab.goto(origin);

  async function drawPdf(pdf: Buffer, dpi: number): Promise<DrawnPage> {
    const asked = `(${drawing})(${JSON.stringify(pdf.toString('base64'))}, ${dpi})`;
    return drawnPage.parse(await lab.evaluate(asked));
  }

  return {
    async printPdf(sheet: Sheet): Promise<Buffer> {
      await press.setContent(toDocument(sheet));
      await press.evaluate('document.fonts.ready');
      return press.pdf({
        width: `${sheet.width}px`,
        height: `${sheet.height}px`,
        printBackground: true,
        pageRanges: '1',
      });
    },
    drawPdf,
    /** A picture of a drawn page in a scene, as the bytes of its file. */
    async photograph({ png, width, height }: DrawnPage, scene: Scene): Promise<Buffer> {
      const isSideways = /rotate\((?:90|270)deg\)/.test(scene.sheet ?? '');
      const [across, down] = isSideways ? [height, width] : [width, height];
      const room = {
        width: Math.round(across * (scene.room?.width ?? 1)),
        height: Math.round(down * (scene.room?.height ?? 1)),
      };
      const scale = scene.shrink === undefined ? 1 : scene.shrink / room.height;
      const viewport = { width: Math.round(room.width * scale), height: Math.round(room.height * scale) };
      await desk.setViewportSize(viewport);
      await desk.setContent(`<!doctype html><style>* { box-sizing: border-box } body { margin: 0; overflow: hidden; background: ${scene.table ?? '#fff'} }</style>
        <div style="position:absolute;left:0;top:0;width:${room.width}px;height:${room.height}px;transform:scale(${scale});transform-origin:0 0">
        <div style="position:absolute;container-type:size;width:${width}px;height:${height}px;left:${(room.width - width) / 2}px;top:${(room.height - height) / 2}px;${scene.sheet ?? ''}">
        <img style="display:block;width:100%;height:100%" src="data:image/png;base64,${png}">${scene.overlays ?? ''}</div></div>
        <div style="position:absolute;inset:0;${scene.light ?? ''}"></div>`);
      await desk.evaluate('document.images[0].decode()');
      if (scene.file === 'tiff') return toFax(await takePixels(), viewport);
      return desk.screenshot(
        scene.file === 'png' ? { type: 'png' } : { type: 'jpeg', quality: scene.quality ?? 85 },
      );
    },
  };

  /** What stands on the desk, in gray. */
  async function takePixels(): Promise<Buffer> {
    const shot = await desk.screenshot({ type: 'png' });
    const gray = await lab.evaluate(`(async () => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(shot.toString('base64'))}), (one) => one.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext('2d');
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let text = '';
      for (let at = 0; at < data.length; at += 4) text += String.fromCharCode((data[at] * 77 + data[at + 1] * 150 + data[at + 2] * 29) >> 8);
      return btoa(text);
    })()`);
    return Buffer.from(z.string().parse(gray), 'base64');
  }
}

/** A page in black and white, as a fax machine or an office scanner sends it. */
function toFax(gray: Buffer, { width, height }: { width: number; height: number }): Buffer {
  const stride = Math.ceil(width / 8);
  const bits = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((gray[y * width + x] ?? 0) < 150) continue;
      const index = y * stride + (x >> 3);
      bits[index] = (bits[index] ?? 0) | (0x80 >> (x & 7));
    }
  }
  const strips = [deflateSync(bits)];
  return makeTiff([
    { width, height, bits: 1, samples: 1, photometric: 1, compression: 8, rowsPerStrip: height, strips },
  ]);
}

/** Where a text stands on a drawn page. A program may write it in pieces, and dashes as it likes. */
export function findPlace({ items }: DrawnPage, text: string): Place {
  const sought = toLetters(text);
  for (const [from, first] of items.entries()) {
    for (const [count, last] of items.slice(from, from + 6).entries()) {
      if (Math.abs(last.y - first.y) > first.height / 2) break;
      const whole = toLetters(
        items
          .slice(from, from + count + 1)
          .map((item) => item.text)
          .join(''),
      );
      const at = whole.indexOf(sought);
      if (at === -1) continue;
      const across = last.x + last.width - first.x;
      return {
        ...first,
        x: first.x + (across * at) / whole.length,
        width: (across * sought.length) / whole.length,
      };
    }
  }
  throw new Error(`The page does not show ${text}.`);
}

const toLetters = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, '');
