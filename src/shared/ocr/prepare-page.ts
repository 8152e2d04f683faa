import { findSheet } from './find-sheet.ts';
import { findCountedQuantile, findQuantile } from '../base/quantile.ts';
import type { Box } from './page-text.ts';
import {
  findRows,
  forEachRun,
  inkLevel,
  paperLevel,
  turnPicture,
  turnSheet,
  type PreparedPage,
  type Sheet,
} from './turn-page.ts';
import {
  chain,
  clip,
  projectBox,
  redraw,
  reverse,
  toQuad,
  toScaled,
  turning,
  unchanged,
  type GrayPicture,
  type Point,
} from './projection.ts';

export type { GrayPicture } from './projection.ts';
export type { PreparedPage } from './turn-page.ts';

export const square = 32;
/** A page with a shorter longer side is enlarged first: its squares would hold too much. */
const enlargedUnder = 1500;
/** Small print, and a page with few pixels, is enlarged by so much more. */
const enlargedBy = 1.3;

/** Prepares a page for recognition: cuts out its sheet, evens out the light, levels the rows and enlarges small pages. */
export function preparePage(original: GrayPicture): PreparedPage {
  const cut = cutSheet(original);
  const even = quiet(evenLight(quiet(enlarge(cut.picture))));
  const { isSideways, degrees } = findRows(even);
  const sheet = isSideways ? turnSheet(cut, 90) : cut;
  const upright = isSideways ? turnPicture(even, 90) : even;
  const level = degrees === 0 ? upright : turnPicture(upright, -degrees);
  const toUpright = turning(degrees, level, upright);
  const toSheet = chain(toUpright, toScaled(sheet.picture.width / Math.max(1, upright.width)));
  const plain = withoutLines(level);
  const by = hasSmallPrint(plain) ? enlargedBy : 1;
  return { picture: scale(plain, by), degrees, toSheet: chain(toScaled(1 / by), toSheet), sheet };
}

function scale(picture: GrayPicture, by: number): GrayPicture {
  const size = { width: Math.round(picture.width * by), height: Math.round(picture.height * by) };
  return by === 1 ? picture : redraw(picture, toScaled(1 / by), size, paperLevel);
}

function cutSheet(picture: GrayPicture): Sheet {
  const quad = findSheet(picture);
  if (quad === null) return { picture, toOriginal: unchanged, turned: 0 };
  const [one, two, three, four] = quad;
  const far = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y);
  const size = {
    width: Math.round((far(one, two) + far(four, three)) / 2),
    height: Math.round((far(one, four) + far(two, three)) / 2),
  };
  const toOriginal = toQuad(size, quad);
  return { picture: redraw(picture, toOriginal, size, paperLevel), toOriginal, turned: 0 };
}

export const onSheet = (box: Box, { toSheet }: Pick<PreparedPage, 'toSheet'>): Box =>
  projectBox(box, toSheet);

export const onPrepared = (box: Box, { toSheet }: Pick<PreparedPage, 'toSheet'>): Box =>
  projectBox(box, reverse(toSheet));

/** Recognition loses letters whose stems are shorter, in pixels. */
const smallPrint = 9.5;

/** By the stems of letters: most strokes that a column of pixels meets are shorter, hardly any is longer. */
function hasSmallPrint(picture: GrayPicture): boolean {
  const lengths = new Uint32Array(80);
  forEachRun(picture, true, inkLevel, (_, run) => {
    if (run > 1 && run < lengths.length) count(lengths, run);
  });
  const stem = findCountedQuantile(0.85, lengths);
  return stem > 0 && stem < smallPrint;
}

function enlarge(picture: GrayPicture): GrayPicture {
  const longer = Math.max(picture.width, picture.height);
  const isSmall = longer > 0 && longer < enlargedUnder;
  return isSmall ? scale(picture, Math.min(4, enlargedUnder / longer) * enlargedBy) : picture;
}

/** Rougher paper is smoothed, by the mean step between neighbors out of 255. */
const roughFrom = 11;

/** Smooths noise, which would be recognized as text, by averaging neighbors. */
function quiet(picture: GrayPicture): GrayPicture {
  let next = picture;
  for (let pass = 0; pass < 3 && roughness(next) > roughFrom; pass += 1) next = joinAround(next, mean);
  return next;
}

/** The mean distance of a pixel from its neighbors, in the calmer half of the picture. */
export function roughness({ width, height, data }: GrayPicture): number {
  const found: number[] = [];
  for (let top = 1; top + square < height; top += square * 2) {
    for (let left = 1; left + square < width; left += square * 2) {
      let sum = 0;
      for (let y = top; y < top + square; y += 2) {
        for (let x = left; x < left + square; x += 2) {
          const at = y * width + x;
          const around =
            (data[at - 1] ?? 0) + (data[at + 1] ?? 0) + (data[at - width] ?? 0) + (data[at + width] ?? 0);
          sum += Math.abs(around / 4 - (data[at] ?? 0));
        }
      }
      found.push(sum / (square / 2) ** 2);
    }
  }
  return findQuantile(0.25, found);
}

/** Divides each pixel by the paper around it, which removes shadows, dim light and gray paper. */
function evenLight(picture: GrayPicture): GrayPicture {
  const { data } = redraw(paperAround(picture), toScaled(1 / square), picture, paperLevel);
  for (let at = 0; at < data.length; at += 1) data[at] = evenLevel(picture.data[at] ?? 0, data[at] ?? 0);
  return { ...picture, data };
}

/** A level as it would be on white paper. */
export const evenLevel = (level: number, paper: number): number =>
  Math.min(255, (level * paperLevel) / Math.max(8, paper));

/** Paper brightness, one pixel per square. Squares full of ink take it from those around them. */
export function paperAround(picture: GrayPicture): GrayPicture {
  const width = Math.max(2, Math.ceil(picture.width / square));
  const height = Math.max(2, Math.ceil(picture.height / square));
  const data = new Uint8Array(width * height).map((_, at) =>
    findCountedQuantile(0.8, countLevels(picture, at % width, Math.floor(at / width))),
  );
  // What was lightened beside a shadow's edge is darkened again.
  const lightened = joinAround({ width, height, data }, Math.max);
  return joinAround(joinAround(lightened, Math.min), mean);
}

/** How many pixels of a square have each level. */
export function countLevels(picture: GrayPicture, column: number, row: number): Uint32Array {
  const place = { x: column * square, y: row * square, width: square, height: square };
  const { x, y, width, height } = clip(picture, place);
  const counts = new Uint32Array(256);
  for (let from = y * picture.width + x; from < (y + height) * picture.width; from += picture.width) {
    for (let at = from; at < from + width; at += 1) count(counts, picture.data[at] ?? 0);
  }
  return counts;
}

/** Counts a value at its own index. */
export const count = (counts: Uint32Array, value: number): void =>
  void (counts[value] = (counts[value] ?? 0) + 1);

const mean = (one: number, two: number, three: number): number => Math.round((one + two + three) / 3);

/** Each pixel from itself and those beside it in its row, and then in its column; the rim repeats. */
function joinAround({ width, height, data }: GrayPicture, join: typeof mean): GrayPicture {
  const rows = data.map((own, at) => {
    const column = at % width;
    const before = column > 0 ? data[at - 1] : own;
    const after = column < width - 1 ? data[at + 1] : own;
    return join(before ?? own, own, after ?? own);
  });
  const columns = rows.map((own, at) => join(rows[at - width] ?? own, own, rows[at + width] ?? own));
  return { width, height, data: columns };
}

/** The least length of a form's line, as a share of the page's longer side; letters are shorter. */
const lineShare = 0.06;
/** The page is light so far beside a line; beside the smeared row of a blurred page there is ink. */
const besideShare = 0.005;
/** The sides of boxes for single characters are shorter, and thinner than the stems of letters that high. */
const sideShare = 0.035;
const thinShare = 0.0014;
/** Darker than the paper by this share of the ink is part of a line. */
const lineInk = 0.18;

/** Whitens the lines of a form: around cells, a slightly blurred page would be read as a drawing. */
function withoutLines(picture: GrayPicture): GrayPicture {
  const { width, height, data } = picture;
  const longer = Math.max(width, height);
  const level = paperLevel - lineInk * (paperLevel - findInk(data));
  const next = data.slice();
  const whiten = (isDown: boolean, end: number, run: number, share: number) => {
    const [step, beside] = isDown ? [width, 1] : [1, width];
    const far = beside * Math.max(3, Math.round(longer * share));
    let alone = 0;
    for (let at = end - run * step; at < end; at += step)
      if ((data[at - far] ?? 255) >= level && (data[at + far] ?? 255) >= level) alone += 1;
    if (alone <= 0.8 * run) return;
    for (let at = end - run * step; at < end; at += step)
      next[at - beside] = next[at] = next[at + beside] = paperLevel;
  };
  const [minLine, minSide] = [Math.round(longer * lineShare), Math.round(longer * sideShare)];
  forEachRun(picture, false, level, (end, run) => {
    if (run >= minLine) whiten(false, end, run, besideShare);
  });
  forEachRun(picture, true, level, (end, run) => {
    if (run >= minLine) whiten(true, end, run, besideShare);
    if (run >= minSide) whiten(true, end, run, thinShare);
  });
  return { width, height, data: next };
}

/** The level of the darkest hundredth of the pixels. */
function findInk(data: Uint8Array): number {
  const levels = new Uint32Array(256);
  for (let at = 0; at < data.length; at += 3) count(levels, data[at] ?? 0);
  return findCountedQuantile(0.01, levels);
}
