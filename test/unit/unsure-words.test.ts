import { describe, expect, it } from 'vitest';
import type { GrayPicture } from '#shared/ocr/prepare-page.ts';
import type { PageWord } from '#shared/ocr/page-text.ts';
import { readUnsureWords } from '#shared/ocr/read-again.ts';

const page: GrayPicture = { width: 400, height: 100, data: new Uint8Array(400 * 100).fill(255) };
/** A dark dot in the middle of the word that is unsure. */
page.data[50 * 400 + 130] = 0;

function word(text: string, x: number, confidence = 0.95): PageWord {
  return { text, confidence, box: { x, y: 40, width: 60, height: 20 } };
}

/** What becomes of the words where each line that is read again is read as these. */
async function readAs(words: readonly PageWord[], ...again: [text: string, confidence: number][]) {
  const lines: GrayPicture[] = [];
  const found = await readUnsureWords(words, page, (line) => {
    lines.push(line);
    return Promise.resolve(again.map(([text, confidence]) => word(text, 0, confidence)));
  });
  return { found, lines };
}

describe('words of which the recognizer is not sure', () => {
  const words = [word('EXP', 10), word('-HMITS', 100, 0.31), word('POLICY', 200)];

  it('are read again by themselves, and stay in their place', async () => {
    const { found, lines } = await readAs(words, ['LIMITS', 0.96]);
    expect(found).toEqual([words[0], { ...word('LIMITS', 100), confidence: 0.96 }, words[2]]);
    expect(lines).toHaveLength(1);
    const [{ width, height, data } = page] = lines;
    // Half as large again, with a margin of half its height.
    expect([width, height]).toEqual([76 * 1.5 + 2 * 27, 36 * 1.5 + 2 * 27]);
    expect(data[(18 * 1.5 + 27) * width + 38 * 1.5 + 27]).toBe(0);
  });

  it('are days without a slash as well, however sure they are and however many others there are', async () => {
    const many = Array.from({ length: 9 }, (_, index) => word('1ll1', index * 40, 0.3));
    for (const broken of ['7124/2027', '111/2027', '7/2412027', '07/2412027']) {
      const { found, lines } = await readAs([...many, word(broken, 100)], ['7/24/2027', 0.6]);
      expect(found.at(-1)).toMatchObject({ text: '7/24/2027', confidence: 0.6 });
      expect(lines).toHaveLength(9);
    }
    const { found } = await readAs([word('7124/2027', 100)], ['7/24/2027', 0.99]);
    expect(found).toMatchObject([{ confidence: 0.8 }]);
  });

  it('get the slash that a day lacks where only one of its ones can be it, and stay unsure', async () => {
    const read = async (text: string) => {
      const [found] = (await readAs([word(text, 100)], ['724', 0.45])).found;
      return [found?.text, (found?.confidence ?? 1) <= 0.8 || found?.text === text];
    };
    expect(await read('7124/2027')).toEqual(['7/24/2027', true]);
    expect(await read('3/1512027')).toEqual(['3/15/2027', true]);
    // January 12 or November 2.
    expect(await read('1112/2027')).toEqual(['1112/2027', true]);
    expect(await read('9192/2027')).toEqual(['9192/2027', true]);
    expect((await readAs([word('7/24/2027', 100), word('12345/6789', 200)])).lines).toEqual([]);
  });

  it.each<[string, ...[text: string, confidence: number][]]>([
    ['it is not sure then either', ['LIMITS', 0.7]],
    ['it makes several words of one', ['LIM', 0.95], ['ITS', 0.95]],
    ['nothing is read then'],
  ])('stay as they were where %s', async (_why, ...again) => {
    expect((await readAs(words, ...again)).found).toEqual(words);
  });

  it('stay unsure where they are numbers, or become one', async () => {
    const number = word('46-298177S', 100, 0.3);
    expect((await readAs([number], ['46-2981775', 0.96])).found).toMatchObject([
      { text: '46-2981775', confidence: 0.8 },
    ]);
    expect((await readAs([word('Hafli', 100, 0.1)], ['CGC1593822', 0.96])).found).toMatchObject([
      { text: 'CGC1593822', confidence: 0.8 },
    ]);
  });

  it('stay as they were read where they are single letters or marks', async () => {
    const others = [word('A', 100, 0.3), word('|', 200, 0.3)];
    const { found, lines } = await readAs(others, ['LIMITS', 0.96]);
    expect(found).toEqual(others);
    expect(lines).toEqual([]);
  });

  it('are left alone where there are many, and within the page', async () => {
    const many = Array.from({ length: 9 }, (_, index) => word('ill', index * 40, 0.3));
    expect((await readAs(many, ['LIMITS', 0.96])).lines).toEqual([]);
    const { lines } = await readAs([
      { ...word('ill', 380, 0.3), box: { x: 380, y: 2, width: 30, height: 20 } },
    ]);
    expect(lines[0]).toMatchObject({ width: 28 * 1.5 + 46, height: 30 * 1.5 + 46 });
  });
});
