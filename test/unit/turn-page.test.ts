import { describe, expect, it } from 'vitest';
import type { PageWord } from '#shared/ocr/page-text.ts';
import { onPrepared, onSheet, preparePage } from '#shared/ocr/prepare-page.ts';
import { projectBox, type GrayPicture } from '#shared/ocr/projection.ts';
import { findRows, readUpright, turnPicture } from '#shared/ocr/turn-page.ts';
import { measurePage, turnMeasures } from '#shared/ocr/measure-page.ts';

const size = { width: 1600, height: 800 };

/** Rows of strokes that hang from bars, and a black mark at the top left. */
function drawPage(isMarked = true): GrayPicture {
  const data = new Uint8Array(size.width * size.height);
  for (let at = 0; at < data.length; at += 1) {
    const [x, y] = [at % size.width, Math.floor(at / size.width)];
    const isInk =
      x > 160 && x < 1440 && y > 240 && y < 640 && y % 48 < 22 && x % 97 < 70 && (y % 48 < 4 || x % 18 < 7);
    data[at] = isInk || (isMarked && x > 100 && x < 130 && y > 100 && y < 120) ? 20 : 245;
  }
  return { ...size, data };
}

const upright = preparePage(drawPage());

const mark = { x: 101, y: 101, width: 29, height: 19 };
const levelIn = ({ width, data }: GrayPicture, { x, y, width: across, height }: typeof mark) =>
  data[Math.round(y + height / 2) * width + Math.round(x + across / 2)];

describe('a page that lies on its side', () => {
  it.each([90, 270] as const)('is turned so that its rows run across, from %i degrees', (turn) => {
    const original = turnPicture(drawPage(), turn);
    const { picture, sheet } = preparePage(original);
    expect(sheet.turned).toBe(90);
    expect([picture.width, picture.height]).toEqual([size.width, size.height]);
  });

  it('stays as it is where its rows run across', () => {
    expect(upright.sheet.turned).toBe(0);
  });
});

/** A page as large as rows are looked for on, with a few rows of strokes and a thick frame, if any, that is turned. */
function drawRows(rows: number, stamped?: number): GrayPicture {
  const [width, height] = [700, 540];
  const data = new Uint8Array(width * height).fill(245);
  const radians = ((stamped ?? 0) * Math.PI) / 180;
  const isFrame = (x: number, y: number) => {
    const across = Math.abs(x * Math.cos(radians) + y * Math.sin(radians));
    const down = Math.abs(y * Math.cos(radians) - x * Math.sin(radians));
    return across < 180 && down < 60 && (across > 171 || down > 51);
  };
  for (let at = 0; at < data.length; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isRow =
      x >= 60 && x < 500 && y >= 60 && y < 60 + 30 * rows && y % 30 < 10 && x % 80 < 64 && x % 16 < 9;
    if (isRow || (stamped !== undefined && isFrame(x - 400, y - 410))) data[at] = 20;
  }
  return { width, height, data };
}

describe('a page with few rows', () => {
  it('stays straight beside a stamp with a thick frame that is turned', () => {
    for (const degrees of [9, -9]) expect(findRows(drawRows(5, degrees)).degrees).toBe(0);
  });

  it.each([1, 2, 3, 5, 7])('stays straight without one, of %i rows', (rows) => {
    expect(findRows(drawRows(rows))).toEqual({ isSideways: false, degrees: 0 });
  });

  it('is leveled', () => {
    for (const degrees of [-6, 6]) {
      const found = findRows(turnPicture(drawRows(5), degrees)).degrees;
      expect(Math.abs(found - degrees)).toBeLessThan(0.6);
    }
  });
});

/** Reads a picture surely where its rows begin with their bars, and hardly anything where they end with them. */
const readers =
  (asked: GrayPicture[]) =>
  ({ width, height, data }: GrayPicture): Promise<PageWord[]> => {
    asked.push({ width, height, data });
    const ink = Array.from(
      { length: height },
      (_, y) => data.subarray(y * width, (y + 1) * width).filter((level) => level < 100).length,
    );
    const first = ink.slice(ink.indexOf(0)).find((count) => count > 100) ?? 0;
    const confidence = first > 0.8 * Math.max(...ink) ? 0.95 : 0.2;
    return Promise.resolve([{ text: 'Contractor', confidence, box: mark }]);
  };

describe('a page upside down', () => {
  it('is turned and read, with every place where it is on the picture', async () => {
    const original = turnPicture(drawPage(), 180);
    const asked: GrayPicture[] = [];
    const { page, words } = await readUpright(preparePage(original), readers(asked));
    expect(page.sheet.turned).toBe(180);
    expect(words[0]?.confidence).toBe(0.95);
    // Once as it is, a strip both ways, and then turned.
    expect(asked).toHaveLength(4);
    const place = onSheet(mark, page);
    expect(levelIn(page.sheet.picture, place)).toBeLessThan(60);
    expect(levelIn(original, projectBox(place, page.sheet.toOriginal))).toBeLessThan(60);
    expect(onPrepared(place, page).x).toBeCloseTo(mark.x, 6);
  });

  it('costs nothing where it reads well', async () => {
    const asked: GrayPicture[] = [];
    const { page } = await readUpright(upright, readers(asked));
    expect(page.sheet.turned).toBe(0);
    expect(asked).toHaveLength(1);
  });

  it('is measured at its other sides', () => {
    const picture = drawPage(false);
    for (let y = 241; y < 640; y += 1)
      if (y % 48 < 22) picture.data.fill(20, y * size.width, y * size.width + 20);
    const measures = measurePage(picture, 0);
    expect(measures.cutRows.left).toBeGreaterThan(0);
    const turned = turnMeasures({ ...measures, shadow: { x: 0, y: 0, width: 32, height: 32 } });
    expect(turned.cutRows).toEqual({ ...measures.cutRows, left: 0, right: measures.cutRows.left });
    expect(turned.shadow).toMatchObject({ x: 1568, width: 32, height: 32 });
    expect(turned.shadow?.y).toBeCloseTo(768);
  });
});
