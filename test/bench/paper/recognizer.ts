import { join } from 'node:path';
import tesseract from 'tesseract.js';
import type { GrayPicture, PreparedPage } from '#shared/ocr/prepare-page.ts';
import { toPageWords, type PageWord } from '#shared/ocr/page-text.ts';
import { readAgain } from '#shared/ocr/read-again.ts';
import { readUpright } from '#shared/ocr/turn-page.ts';

const { createWorker, OEM, PSM } = tesseract;

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
  prepared: PreparedPage,
): Promise<{ page: PreparedPage; words: readonly PageWord[] }> {
  const read = async (part: GrayPicture) => {
    const { data } = await worker.recognize(asPgm(part), {}, { blocks: true, text: false });
    return toPageWords(data.blocks ?? []);
  };
  const { page, words: found } = await readUpright(prepared, read);
  const words = await readAgain(found, page.picture, async (line, characters) => {
    await worker.setParameters({
      tessedit_pageseg_mode: PSM.SINGLE_LINE,
      tessedit_char_whitelist: characters,
    });
    return read(line);
  });
  return { page, words };
}

/** The plainest file that holds a picture in gray (PGM). */
function asPgm({ width, height, data }: GrayPicture): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
}
