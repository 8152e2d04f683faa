import { describe, expect, it } from 'vitest';
import { findSheet, type Quad } from '#shared/ocr/find-sheet.ts';
import { project, reverse, toQuad, type GrayPicture } from '#shared/ocr/projection.ts';

const size = { width: 1600, height: 1200 };

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
const wood = (x: number, y: number) => 105 + 18 * Math.sin(y / 9 + Math.sin(x / 130));
const corners: Quad = [
  { x: 190, y: 110 },
  { x: 1420, y: 160 },
  { x: 1490, y: 1110 },
  { x: 120, y: 1130 },
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
      expect(Math.hypot(x - (corners[index]?.x ?? 0), y - (corners[index]?.y ?? 0))).toBeLessThan(18);
    }
  });

  it('is cut off from the gray rim of a scanner', () => {
    const found = findSheet(draw((x, y) => (x > 1540 || y > 1150 ? 215 : paper(x / 1540, y / 1150))));
    expect(found?.[0]).toEqual({ x: 0, y: 0 });
    expect(Math.abs((found?.[2].x ?? 0) - 1540)).toBeLessThan(12);
  });

  it.each([
    ['fills the picture', (x: number, y: number) => paper(x / 1600, y / 1200)],
    ['lies half in a shadow', (x: number, y: number) => paper(x / 1600, y / 1200) * (x > 900 ? 0.5 : 1)],
    [
      'lies half in a soft shadow',
      (x: number, y: number) => paper(x / 1600, y / 1200) * (1 - 0.6 / (1 + Math.exp((800 - x) / 40))),
    ],
    [
      'has a dark band with its heading',
      (x: number, y: number) =>
        y < 200 ? (y % 60 < 30 && x % 40 < 20 ? 240 : 40) : paper(x / 1600, y / 1200),
    ],
    [
      'has a frame',
      (x: number, y: number) => {
        const rim = Math.min(x, y, 1599 - x, 1199 - y);
        return rim > 60 && rim < 80 ? 20 : paper(x / 1600, y / 1200);
      },
    ],
    ['is black', () => 0],
    ['is empty', () => 240],
  ])('loses nothing where it %s', (_, level) => {
    expect(findSheet(draw(level))).toBeNull();
  });

  it('is not found where a round light thing lies on the table', () => {
    expect(findSheet(draw((x, y) => (Math.hypot(x - 800, y - 600) < 480 ? 240 : wood(x, y))))).toBeNull();
  });
});
