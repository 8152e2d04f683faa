import { describe, expect, it } from 'vitest';
import { findSheet, type Quad } from '#shared/ocr/find-sheet.ts';
import { project, reverse, toQuad, type GrayPicture } from '#shared/ocr/projection.ts';

const size = { width: 800, height: 600 };

function draw(level: (x: number, y: number) => number): GrayPicture {
  const data = new Uint8Array(size.width * size.height);
  for (let at = 0; at < data.length; at += 1) {
    data[at] = Math.max(0, Math.min(255, level(at % size.width, Math.floor(at / size.width))));
  }
  return { ...size, data };
}

/** Rows of strokes on paper of 240, by shares of the sheet. */
const paper = (across: number, down: number) =>
  across > 0.1 && across < 0.9 && down > 0.1 && down < 0.9 && (down * 30) % 1 < 0.4 && (across * 60) % 1 < 0.4
    ? 20
    : 240;
const wood = (x: number, y: number) => 105 + 18 * Math.sin(y / 4.5 + Math.sin(x / 65));
const corners: Quad = [
  { x: 95, y: 55 },
  { x: 710, y: 80 },
  { x: 745, y: 555 },
  { x: 60, y: 565 },
];

function layOn(table: (x: number, y: number) => number, quad: Quad): GrayPicture {
  const toSheet = reverse(toQuad({ width: 1, height: 1 }, quad));
  return draw((x, y) => {
    const { x: across, y: down } = project(toSheet, { x, y });
    return across >= 0 && across < 1 && down >= 0 && down < 1 ? paper(across, down) : table(x, y);
  });
}

describe('a sheet in a picture', () => {
  it.each([
    ['a wooden table', wood],
    ['a black scanner', () => 8],
    ['a light table', () => 205],
  ])('is found on %s', (_, table) => {
    const found = findSheet(layOn(table, corners));
    expect(found).not.toBeNull();
    for (const [index, { x, y }] of (found ?? []).entries()) {
      expect(Math.hypot(x - (corners[index]?.x ?? 0), y - (corners[index]?.y ?? 0))).toBeLessThan(9);
    }
  });

  it('is cut off from the gray rim of a scanner', () => {
    const found = findSheet(draw((x, y) => (x > 770 || y > 575 ? 215 : paper(x / 770, y / 575))));
    expect(found?.[0]).toEqual({ x: 0, y: 0 });
    expect(Math.abs((found?.[2].x ?? 0) - 770)).toBeLessThan(6);
  });

  it.each([
    ['fills the picture', (x: number, y: number) => paper(x / 800, y / 600)],
    ['lies half in a shadow', (x: number, y: number) => paper(x / 800, y / 600) * (x > 450 ? 0.5 : 1)],
    [
      'lies half in a soft shadow',
      (x: number, y: number) => paper(x / 800, y / 600) * (1 - 0.6 / (1 + Math.exp((400 - x) / 20))),
    ],
    [
      'has a dark band with its heading',
      (x: number, y: number) => (y < 100 ? (y % 30 < 15 && x % 20 < 10 ? 240 : 40) : paper(x / 800, y / 600)),
    ],
    [
      'has a frame',
      (x: number, y: number) => {
        const rim = Math.min(x, y, 799 - x, 599 - y);
        return rim > 30 && rim < 40 ? 20 : paper(x / 800, y / 600);
      },
    ],
    ['is black', () => 0],
    ['is empty', () => 240],
  ])('loses nothing where it %s', (_, level) => {
    expect(findSheet(draw(level))).toBeNull();
  });

  it('is not found where a round light thing lies on the table', () => {
    expect(findSheet(draw((x, y) => (Math.hypot(x - 400, y - 300) < 240 ? 240 : wood(x, y))))).toBeNull();
  });
});
