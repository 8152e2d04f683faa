import { describe, expect, it } from 'vitest';
import { readDigitBoxes } from '#shared/ocr/read-again.ts';
import type { GrayPicture } from '#shared/ocr/prepare-page.ts';
import type { PageWord } from '#shared/ocr/page-text.ts';

const [width, height] = [1600, 400];
const pitch = 80;
/** Where the boxes begin, under the label. */
const [left, under] = [100, 80];
const digits = '12-3456789';

const label: PageWord[] = [
  { text: 'Employer', confidence: 0.95, box: { x: 100, y: 40, width: 120, height: 28 } },
  { text: 'identification', confidence: 0.95, box: { x: 230, y: 40, width: 170, height: 28 } },
  { text: 'number', confidence: 0.95, box: { x: 410, y: 40, width: 100, height: 28 } },
];
const misread: PageWord[] = [
  { text: '1|2', confidence: 0.2, box: { x: 120, y: 100, width: 140, height: 40 } },
  { text: '-3|4', confidence: 0.3, box: { x: 280, y: 104, width: 200, height: 30 } },
];
const below: PageWord = { text: 'Date', confidence: 0.95, box: { x: 100, y: 300, width: 60, height: 24 } };

/** A figure like a 5 in place of each digit, each in a box of its own. */
function draw({ ink = 20, sides = true, apart = pitch, top = under }): GrayPicture {
  const data = new Uint8Array(width * height).fill(245);
  const fill = (x: number, y: number, across: number, down: number) => {
    for (let row = y; row < y + down; row += 1) data.fill(ink, row * width + x, row * width + x + across);
  };
  Array.from(digits, (character, index) => {
    const x = left + index * apart;
    if (character === '-') fill(x + 30, top + 38, 18, 5);
    else {
      for (const bar of [24, 38, 51]) fill(x + 28, top + bar, 22, 5);
      fill(x + 28, top + 24, 5, 16);
      fill(x + 45, top + 40, 5, 16);
    }
    if (!sides) return;
    for (const [side, line] of [
      [0, 0],
      [apart - 2, 0],
    ] as const)
      fill(x + side, top + line, 2, 80);
    fill(x, top, apart, 2);
    fill(x, top + 78, apart, 2);
  });
  return { width, height, data };
}

async function read(
  picture: GrayPicture,
  text: string,
  { words = [...label, ...misread, below], again = text } = {},
) {
  const lines: GrayPicture[] = [];
  const found = await readDigitBoxes(words, picture, (line) => {
    lines.push(line);
    return Promise.resolve([
      {
        text: lines.length === 1 ? text : again,
        confidence: 0.93,
        box: { x: 0, y: 0, width: line.width, height: line.height },
      },
    ]);
  });
  return { found, lines, texts: found.map((word) => word.text) };
}

describe('digits in boxes', () => {
  it.each([
    ['as they are', {}],
    ['without their sides', { sides: false }],
    ['on a pale page', { ink: 200 }],
  ])('are read side by side, %s, and stand where they stood', async (_, how) => {
    const { found, lines, texts } = await read(draw(how), digits);
    expect(texts).toEqual(['Employer', 'identification', 'number', 'Date', ...Array.from(digits)]);
    expect(found.slice(4).map(({ box }) => box.x)).toEqual(
      Array.from(digits, (character, index) => left + index * pitch + (character === '-' ? 30 : 28)),
    );
    expect(found.at(-1)?.confidence).toBe(0.93);
    expect(lines).toHaveLength(2);
    expect(lines[0]?.width).toBeLessThan((digits.length * pitch) / 2);
  });

  it('are unsure where a second reading says something else', async () => {
    const { found } = await read(draw({}), digits, { again: digits.replace('9', '4') });
    expect(found.at(-1)).toMatchObject({ text: '9', confidence: 0.8 });
  });

  it('are as the second reading says where the first one has more or fewer of them', async () => {
    const { found, texts } = await read(draw({}), digits.slice(1), { again: digits });
    expect(texts.slice(4)).toEqual(Array.from(digits));
    expect(found.at(-1)).toMatchObject({ text: '9', confidence: 0.8 });
  });

  it('are found under a label that lost its first word or has a wide gap', async () => {
    const others = [...misread, below];
    const [, ...rest] = label;
    // In small letters over wide boxes.
    const beginning = rest.map((word, index) => ({
      ...word,
      box: { ...word.box, x: 100 + 110 * index, width: 90 },
    }));
    const [employer, identification, number] = label;
    const apart = [employer, identification, number && { ...number, box: { ...number.box, x: 500 } }];
    for (const own of [beginning, apart.flatMap((word) => word ?? [])])
      expect((await read(draw({}), digits, { words: [...own, ...others] })).texts).toEqual([
        ...own.map(({ text }) => text),
        'Date',
        ...Array.from(digits),
      ]);
  });

  it('are found by the label above where the beginning of their own is lost', async () => {
    const social = ['Social', 'security', 'number'].map((text, index) => ({
      text,
      confidence: 0.95,
      box: { x: 100 + 140 * index, y: 10, width: 120, height: 28 },
    }));
    const rest = label.slice(1).map((word) => ({ ...word, box: { ...word.box, y: 220 } }));
    const picture = draw({ top: 260 });
    for (const known of [[], social, social.slice(0, 2), social.filter((_, index) => index !== 1)])
      expect((await read(picture, digits, { words: [...known, ...rest] })).texts.slice(-10)).toEqual(
        Array.from(digits),
      );
  });

  it('stay as they were read where a digit is left out or added', async () => {
    for (const text of [digits.slice(1), `${digits}0`]) {
      const { texts } = await read(draw({}), text);
      expect(texts).toEqual([...label, ...misread, below].map((word) => word.text));
    }
  });

  it('are looked for under their label alone, and not in running text', async () => {
    const unlabeled = await read(draw({}), digits, { words: [...misread, below] });
    expect(unlabeled.lines).toEqual([]);
    const running = await read(draw({ sides: false, apart: 30 }), digits);
    expect(running.lines).toEqual([]);
  });

  it('are none where the page ends at the label', async () => {
    const picture = { width, height: 64, data: new Uint8Array(width * 64).fill(245) };
    expect((await read(picture, digits)).lines).toEqual([]);
  });
});
