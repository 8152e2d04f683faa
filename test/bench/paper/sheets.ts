import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import tesseract from 'tesseract.js';
import { z } from 'zod';
import type { GrayPicture } from '#shared/paper/gray-picture.ts';
import { toPageWords, type PageWord } from '#shared/paper/page-text.ts';
import { readAgain } from '#shared/paper/read-again.ts';
import type { PrintedForm } from './forms.ts';

const { createWorker, OEM, PSM } = tesseract;

const gray = z.object({ width: z.number(), height: z.number(), data: z.string() });

/** Prints forms with a browser, as a phone or a scanner hands them on: through a JPEG. */
export async function openPrinter(
  browser: Browser,
): Promise<{ print: (form: PrintedForm) => Promise<GrayPicture> }> {
  const paper = await browser.newPage({ viewport: { width: 1100, height: 850 }, deviceScaleFactor: 2 });
  const reader: Page = await browser.newPage();
  return {
    async print(form) {
      await paper.setContent(form.html);
      const file = await paper.screenshot({ type: 'jpeg', quality: 70, fullPage: true });
      const read = await reader.evaluate(`(async () => {
        const bytes = Uint8Array.from(atob(${JSON.stringify(file.toString('base64'))}), (one) => one.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes]));
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const context = canvas.getContext('2d');
        context.drawImage(picture, 0, 0);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        let text = '';
        for (let at = 0; at < data.length; at += 4) text += String.fromCharCode((data[at] * 77 + data[at + 1] * 150 + data[at + 2] * 29) >> 8);
        return { width: canvas.width, height: canvas.height, data: btoa(text) };
      })()`);
      const { width, height, data } = gray.parse(read);
      return { width, height, data: new Uint8Array(Buffer.from(data, 'base64')) };
    },
  };
}

/** The recognizer as the app begins it, in Node. */
export async function openRecognizer(): Promise<tesseract.Worker> {
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: join(import.meta.dirname, '../../../node_modules/@tesseract.js-data/eng/4.0.0_best_int'),
    cacheMethod: 'none',
    gzip: true,
  });
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO, textord_tabfind_find_tables: '0' });
  return worker;
}

/** The words of a page that was made ready. As in the app (recognizer.ts), its recognizer reads no other page. */
export async function readWords(
  worker: tesseract.Worker,
  picture: GrayPicture,
): Promise<readonly PageWord[]> {
  const read = async (part: GrayPicture) => {
    const { data } = await worker.recognize(asPgm(part), {}, { blocks: true, text: false });
    return toPageWords(data.blocks ?? []);
  };
  return readAgain(await read(picture), picture, async (line, characters) => {
    await worker.setParameters({
      tessedit_pageseg_mode: PSM.SINGLE_LINE,
      tessedit_char_whitelist: characters,
    });
    return read(line);
  });
}

/** The plainest file that holds a picture in gray (PGM). */
function asPgm({ width, height, data }: GrayPicture): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
}
