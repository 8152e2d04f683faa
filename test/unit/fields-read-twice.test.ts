import { describe, expect, it } from 'vitest';
import { readPageFields } from '#shared/ocr/page-kind.ts';
import type { GrayPicture } from '#shared/ocr/prepare-page.ts';
import { readFieldsAgain } from '#shared/ocr/read-again.ts';
import { paperPage } from '#test/paper-page.ts';

const picture: GrayPicture = { width: 400, height: 150, data: new Uint8Array(400 * 150).fill(255) };
/** Dark where the number stands. */
picture.data.fill(0, 68 * 400 + 120, 68 * 400 + 190);

/** Reads again what is sure, where the dark line says this and the others what they said. */
async function readAgain(number: string) {
  const words = paperPage('Contractors State License Board\n\nLicense No. 1048827\nExpires 03/31/2027');
  const lines: GrayPicture[] = [];
  const again = await readFieldsAgain(words, picture, (line) => {
    lines.push(line);
    const text = line.data.includes(0) ? number : '03/31/2027';
    return Promise.resolve([{ text, confidence: 0.95, box: { x: 0, y: 0, width: 1, height: 1 } }]);
  });
  const sure = readPageFields(again).fields.flatMap(({ field, sure: isSure }) => (isSure ? [field] : []));
  return { lines, sure };
}

describe('fields of a picture that are read twice', () => {
  it('are sure where both readings agree, whatever stands around them', async () => {
    for (const number of ['1048827', '1048827.', ': 1048827']) {
      expect((await readAgain(number)).sure).toContain('licenseNumber');
    }
  });

  it('are unsure where the second reading says something else, or nothing', async () => {
    for (const number of ['1048821', '']) {
      const { sure } = await readAgain(number);
      expect(sure).not.toContain('licenseNumber');
      expect(sure).toContain('expiryDate');
    }
  });

  it('are cut out and enlarged, with a white margin', async () => {
    const [first] = (await readAgain('1048827')).lines;
    expect(first).toMatchObject({ width: 105 + 30, height: 60 });
    expect(first?.data[0]).toBe(255);
  });

  it('are unsure where two words are so close that they may be one', async () => {
    const isNameSure = async (shift: number) => {
      const words = paperPage(
        'Contractors State License Board\n\nLicensee: THREE RIVERS STEEL ERECTOR S INC.',
      ).map((word) => (word.text === 'S' ? { ...word, box: { ...word.box, x: word.box.x - shift } } : word));
      const name = words.slice(-6).map(({ text }) => text);
      const again = await readFieldsAgain(
        words,
        { width: 600, height: 150, data: new Uint8Array(90_000).fill(255) },
        () =>
          Promise.resolve(
            name.map((text) => ({ text, confidence: 0.95, box: { x: 0, y: 0, width: 1, height: 1 } })),
          ),
      );
      return readPageFields(again).fields.find(({ field }) => field === 'licenseeName')?.sure;
    };
    expect(await isNameSure(0)).toBe(true);
    expect(await isNameSure(7)).toBe(false);
  });
});
