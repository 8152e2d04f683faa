import { describe, expect, it } from 'vitest';
import { type GrayPicture, onPrepared, onSheet, preparePage } from '#shared/ocr/prepare-page.ts';

const size = { width: 1600, height: 700 };

function draw(value: (x: number, y: number) => number, { width, height } = size): GrayPicture {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) data[y * width + x] = value(x, y);
  return { width, height, data };
}
const at = ({ width, data }: GrayPicture, x: number, y: number) => data[y * width + x] ?? -1;
/** Rows of blocks like words, which fall to the right by so many degrees. */
const isInk = (x: number, y: number, degrees = 0) => {
  const row = y - Math.tan((degrees * Math.PI) / 180) * x;
  return ((row % 60) + 60) % 60 < 22 && x % 90 < 70 && Math.floor(x / 3) % 2 === 0;
};

describe('a page made ready', () => {
  it('has the same light everywhere, and its ink stays dark', () => {
    const shadowed = draw((x, y) => (isInk(x, y) ? 20 : 230) * (1 - (0.8 * x) / size.width));
    const { picture } = preparePage(shadowed);
    for (const x of [200, 800, 1420]) {
      expect(at(picture, x + 78, 640)).toBeGreaterThan(225);
    }
    const dark = [...picture.data].filter((value) => value < 100).length;
    expect(dark).toBeGreaterThan(0.1 * picture.data.length);
  });

  it('is light up to the edge of a deep shadow, where its ink stays dark', () => {
    const edge = 800;
    const shadowed = draw((x, y) => (isInk(x, y) ? 17 : 255) * (1 - 0.92 / (1 + Math.exp((edge - x) / 40))));
    const { picture } = preparePage(shadowed);
    for (let x = edge - 120; x < edge + 120; x += 1) expect(at(picture, x, 640)).toBeGreaterThan(170);
    expect(Math.min(...Array.from({ length: 90 }, (_, x) => at(picture, edge + x, 610)))).toBeLessThan(80);
  });

  it.each([-14, -3, 2, 8, 21])(
    'has rows level that fell by %i degrees, and its places there and back',
    (degrees) => {
      const prepared = preparePage(draw((x, y) => (isInk(x, y, degrees) ? 20 : 240)));
      expect(Math.abs(prepared.degrees - degrees)).toBeLessThanOrEqual(0.5);
      expect(prepared.picture.height).toBeGreaterThan(size.height);
      const box = { x: 300, y: 500, width: 40, height: 20 };
      const back = onSheet(onPrepared(box, prepared), prepared);
      for (const side of ['x', 'y', 'width', 'height'] as const) expect(back[side]).toBeCloseTo(box[side], 6);
    },
  );

  it('has no lines of a form, and keeps what is thick or short', () => {
    const form = draw((x, y) => {
      const isLine = Math.abs(y - 300) < 2 || Math.abs(x - 800) < 2;
      const isBar = y > 400 && y < 460 && x > 100 && x < 700;
      const isDash = Math.abs(y - 560) < 2 && x > 100 && x < 160;
      const isSideOfBox = Math.abs(x - 1000) < 2 && y > 560 && y < 630;
      const isStemOfLetter = Math.abs(x - 1100) < 4 && y > 560 && y < 630;
      return isLine || isBar || isDash || isSideOfBox || isStemOfLetter ? 10 : 240;
    });
    const { picture } = preparePage(form);
    expect(at(picture, 400, 300)).toBeGreaterThan(200);
    expect(at(picture, 800, 650)).toBeGreaterThan(200);
    expect(at(picture, 400, 430)).toBeLessThan(100);
    expect(at(picture, 130, 560)).toBeLessThan(100);
    expect(at(picture, 1000, 595)).toBeGreaterThan(200);
    expect(at(picture, 1100, 595)).toBeLessThan(100);
  });

  it('is smoothed where it is noisy, and as it is where it is not', () => {
    const noisy = draw((x, y) => 150 + ((x * 7919 + y * 104_729 + x * y * 31) % 100));
    const steps = ({ width, data }: GrayPicture) => {
      let sum = 0;
      for (let place = width * 100; place < width * 600; place += 1)
        sum += Math.abs((data[place] ?? 0) - (data[place + 1] ?? 0));
      return sum / (width * 500);
    };
    expect(steps(preparePage(noisy).picture)).toBeLessThan(0.4 * steps(noisy));
    const calm = draw((x, y) => (isInk(x, y) ? 10 : 245));
    expect(steps(preparePage(calm).picture)).toBeGreaterThan(0.8 * steps(calm));
  });

  it('is made larger where letters are too small to be read, and never without bounds', () => {
    expect(preparePage(draw(() => 240, { width: 400, height: 100 })).picture.width).toBeGreaterThan(1500);
    expect(preparePage(draw(() => 240, { width: 2, height: 2 })).picture.width).toBeLessThan(20);
    expect(preparePage(draw(() => 0, { width: 1, height: 1 })).picture.data.length).toBeGreaterThan(0);
    expect(preparePage({ width: 0, height: 0, data: new Uint8Array() }).picture.data).toHaveLength(0);
  });
});
