import { describe, expect, it } from 'vitest';
import { readPageFields } from '#shared/ocr/page-kind.ts';
import type { PageWord } from '#shared/ocr/page-text.ts';
import type { GrayPicture } from '#shared/ocr/prepare-page.ts';
import { readAgain } from '#shared/ocr/read-again.ts';
import { paperPage } from '#test/paper-page.ts';

type Again = readonly [text: string, confidence: number];

/** Reads a page again that is dark in one place; the dark line is read as this, and the others as what they said. */
async function readDark(
  words: readonly PageWord[],
  { x, y }: Readonly<Pick<PageWord['box'], 'x' | 'y'>>,
  again: Again | null,
) {
  const [width, height] = [800, 420];
  const picture: GrayPicture = { width, height, data: new Uint8Array(width * height).fill(255) };
  for (let row = y; row < y + 20; row += 1) picture.data.fill(0, row * width + x, row * width + x + 50);
  const asked: string[] = [];
  const found = await readAgain(words, picture, (line, characters) => {
    if (!line.data.includes(0)) return Promise.resolve([]);
    asked.push(characters);
    const box = { x: 4, y: 6, width: 100, height: 20 };
    return Promise.resolve(again === null ? [] : [{ text: again[0], confidence: again[1], box }]);
  });
  const fields = readPageFields(found).fields.map(({ field, ...rest }) => [field, rest] as const);
  return { found, asked, fields: Object.fromEntries(fields) };
}

const form = `Form W-9
1 Name of entity/individual
Rosa Delgodo
2 Business name
Brightwater Plumbing LLC
5 Address
2210 Embarcadero West
6 City, state, and ZIP code
Oakland, CA 94607
EIN 12-3456789`;
/** Where the line of the name is. */
const line = { x: 0, y: 60 };

describe('a line of a W-9', () => {
  const words = paperPage(form, (word) => (word === 'Delgodo' ? 0.86 : 0.95));

  it('is read again by itself, and what is surer is taken, and unsure', async () => {
    const { fields, asked } = await readDark(words, line, ['Rosa Delgado', 0.93]);
    // The top of the line is at the end of its label.
    expect(fields['nameOfEntityIndividual']).toMatchObject({
      value: 'Rosa Delgado',
      sure: false,
      box: { x: 4, y: 60, width: 100, height: 20 },
    });
    expect(asked[0]).toBe('');
  });

  it.each<[string, Again | null]>([
    ['both are the same and the second one is less sure', ['Rosa Delgodo', 0.9]],
    ['the second one is less sure', ['Rosa Delgado', 0.9]],
    ['nothing is read then', null],
    ['it is no letters then', ['—', 0.99]],
  ])('stays as it was where %s', async (_, again) => {
    const { found, fields } = await readDark(words, line, again);
    expect(found.map(({ text }) => text)).toEqual(words.map(({ text }) => text));
    expect(fields['nameOfEntityIndividual']?.value).toBe('Rosa Delgodo');
  });

  it('is as sure as the second one where both are the same', async () => {
    const { found, fields } = await readDark(words, line, ['Rosa Delgodo', 0.99]);
    expect(fields['nameOfEntityIndividual']).toMatchObject({ value: 'Rosa Delgodo', sure: true });
    expect(found.at(-1)).toMatchObject({ text: 'Rosa Delgodo', confidence: 0.99 });
  });

  it('that seemed empty is filled by what is sure alone', async () => {
    const empty = paperPage(form.replace('Rosa Delgodo', ''));
    const read = async (confidence: number) =>
      (await readDark(empty, line, ['Rosa Delgado', confidence])).fields['nameOfEntityIndividual']?.value;
    expect(await read(0.91)).toBe('Rosa Delgado');
    expect(await read(0.89)).toBeUndefined();
  });
});

const table = `CERTIFICATE OF LIABILITY INSURANCE
TYPE OF INSURANCE    POLICY NUMBER    POLICY EFF    POLICY EXP
GENERAL LIABILITY    GL-0012345       02/01/2026    02/01/2027
AUTOMOBILE           BA-7654321       11/15/2025    11/15/2026
DESCRIPTION OF OPERATIONS`;

describe('a cell of a table of policies', () => {
  const empty = paperPage(table.replace('11/15/2026', ''));
  const cell = { x: 510, y: 90 };

  it('that is empty is read again, as figures, and filled by a day', async () => {
    const { asked, fields, found } = await readDark(empty, cell, ['11/15/2026', 0.6]);
    expect(asked[0]).toBe('0123456789/');
    expect(fields['expiryDate']).toMatchObject({ value: '2026-11-15', sure: false, partial: false });
    expect(found.at(-1)?.confidence).toBe(0.6);
  });

  it.each<[string, Again]>([
    ['has no form of a day', ['1115202', 0.97]],
    ['is a day that is hardly read', ['11/15/2026', 0.4]],
  ])('that is empty stays so where what is read %s', async (_, again) => {
    const { found, fields } = await readDark(empty, cell, again);
    expect(found.map(({ text }) => text)).toEqual(empty.map(({ text }) => text));
    expect(fields['expiryDate']).toMatchObject({ value: '2027-02-01', partial: true });
  });

  it('without a number is filled by one', async () => {
    const { asked, fields } = await readDark(
      paperPage(table.replace('BA-7654321', ' '.repeat(10))),
      { x: 210, y: 90 },
      ['BA-7654321', 0.7],
    );
    expect(asked[0]).toBe('');
    expect(fields['policyNumbers']).toMatchObject({ value: 'GL-0012345, BA-7654321', sure: false });
  });

  it('with a day that lost its slash is read again, however sure that was', async () => {
    const broken = paperPage(table.replace('11/15/2026', '11115/2026'));
    const { fields } = await readDark(broken, cell, ['11/15/2026', 0.6]);
    expect(fields['expiryDate']).toMatchObject({ value: '2026-11-15', sure: false, partial: false });
  });
});

describe('a field that is read the same twice', () => {
  const words = paperPage('Contractors State License Board\n    License Number\n    1048827');
  const find = (read: readonly PageWord[]) =>
    readPageFields(read).fields.find(({ field }) => field === 'licenseNumber');
  const { box } = find(words) ?? { box: { x: 0, y: 0, width: 0, height: 0 } };

  it.each([
    ['nothing else is there', null, true],
    ['ink of no word is right behind it', box.x + box.width + 8, false],
    ['ink of no word is right before it', box.x - 16, false],
    ['ink is far from it', box.x + box.width + 60, true],
  ])('is sure or not where %s', async (_where, x, isSure) => {
    const width = 600;
    const picture: GrayPicture = { width, height: 200, data: new Uint8Array(width * 200).fill(255) };
    for (let row = box.y; x !== null && row < box.y + box.height; row += 1) {
      picture.data.fill(0, row * width + x, row * width + x + 8);
    }
    const found = await readAgain(words, picture, () =>
      Promise.resolve([{ text: '1048827', confidence: 0.96, box }]),
    );
    expect(find(found)?.sure).toBe(isSure);
  });
});

describe('a name that is read the same twice', () => {
  const words = paperPage('Contractors State License Board\nQualifying Individual: CARLOS ATRAN');
  const find = (read: readonly PageWord[]) =>
    readPageFields(read).fields.find(({ field }) => field === 'qualifiedParty');

  it.each([
    ['letters are as far apart', 2, true],
    ['one letter stands apart, as in A TRAN', 9, false],
  ])('is sure or not where %s', async (_where, gap, isSure) => {
    const width = 600;
    const picture: GrayPicture = { width, height: 200, data: new Uint8Array(width * 200).fill(255) };
    for (const { text, box } of words.slice(-2)) {
      for (let letter = 0, x = box.x; letter < text.length; letter += 1, x += 6 + (letter === 1 ? gap : 2)) {
        for (let row = box.y; row < box.y + box.height; row += 1)
          picture.data.fill(0, row * width + x, row * width + x + 6);
      }
    }
    const found = await readAgain(words, picture, () =>
      Promise.resolve(words.slice(-2).map((word) => ({ ...word, confidence: 0.96 }))),
    );
    expect(find(found)).toMatchObject({ value: 'CARLOS ATRAN', sure: isSure });
  });
});
