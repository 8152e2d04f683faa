import { findSheet } from './find-sheet.ts';
import type { Box } from './page-text.ts';
import { runsDown, turnPicture, turnSheet, type PreparedPage, type Sheet } from './turn-page.ts';
import {
  chain,
  projectBox,
  redraw,
  reverse,
  toQuad,
  toScaled,
  turning,
  unchanged,
  type GrayPicture,
  type Point,
  type Projection,
} from './projection.ts';

export { clip, cutOut, type GrayPicture } from './projection.ts';
export type { PreparedPage } from './turn-page.ts';

export const square = 32;
/** The brightness that paper is brought to, with room for lighter parts. */
export const paperLevel = 245;
/** A page with a shorter longer side is enlarged first: its squares would hold too much. */
const enlargedUnder = 1500;
/** Smaller turns are ignored, in degrees. */
const minTurn = 0.4;
const maxTurn = 30;
/** Darker is ink, where the light was evened out. */
const inkLevel = 150;

/** Prepares a page for recognition: cuts out its sheet, evens out the light, levels the rows and enlarges small pages. */
export function preparePage(original: GrayPicture): PreparedPage {
  const cut = cutSheet(original);
  const first = quiet(evenLight(quiet(enlarge(cut.picture))));
  const isSideways = runsDown(first);
  const sheet = isSideways ? turnSheet(cut, 90) : cut;
  const even = isSideways ? turnPicture(first, 90) : first;
  const degrees = findTurn(even);
  const level = Math.abs(degrees) < minTurn ? { picture: even, toEven: unchanged } : turn(even, degrees);
  const toSheet = chain(level.toEven, toScaled(sheet.picture.width / Math.max(1, even.width)));
  const plain = withoutLines(level.picture);
  if (!hasSmallPrint(plain)) return { picture: plain, degrees, toSheet, sheet };
  const back = toScaled(1 / enlargedBy);
  const size = { width: Math.round(plain.width * enlargedBy), height: Math.round(plain.height * enlargedBy) };
  return { picture: redraw(plain, back, size, paperLevel), degrees, toSheet: chain(back, toSheet), sheet };
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
const enlargedBy = 1.3;

/** By the stems of letters: most strokes that a column of pixels meets are shorter, hardly any is longer. */
function hasSmallPrint({ width, height, data }: GrayPicture): boolean {
  const lengths = new Uint32Array(80);
  for (let x = 0; x < width; x += 3) {
    let run = 0;
    for (let at = x; at < width * height; at += width) {
      if ((data[at] ?? 255) < inkLevel) run += 1;
      else {
        if (run > 1 && run < lengths.length) lengths[run] = (lengths[run] ?? 0) + 1;
        run = 0;
      }
    }
  }
  let rest = 0.85 * lengths.reduce((sum, count) => sum + count, 0);
  const stem = lengths.findIndex((count) => (rest -= count) < 0);
  return stem > 0 && stem < smallPrint;
}

function enlarge(picture: GrayPicture): GrayPicture {
  const longer = Math.max(picture.width, picture.height);
  if (longer === 0 || longer >= enlargedUnder) return picture;
  const scale = Math.min(4, enlargedUnder / longer) * 1.3;
  const size = { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) };
  return redraw(picture, toScaled(picture.width / size.width), size, paperLevel);
}

/** Rougher paper is smoothed, by the mean step between neighbors out of 255. */
const roughFrom = 11;

/** Smooths noise, which would be recognized as text, by averaging neighbors. */
function quiet(picture: GrayPicture): GrayPicture {
  let next = picture;
  for (let pass = 0; pass < 3 && roughness(next) > roughFrom; pass += 1) next = smooth(next);
  return next;
}

/** Each pixel as the mean of itself and those around it; the rim repeats. */
function smooth({ width, height, data }: GrayPicture): GrayPicture {
  const next = new Uint8Array(data.length);
  const sums = new Uint16Array(width);
  for (let y = 0; y < height; y += 1) {
    const [row, above, below] = [y, Math.max(0, y - 1), Math.min(height - 1, y + 1)].map(
      (one) => one * width,
    );
    for (let x = 0; x < width; x += 1) {
      sums[x] = (data[(above ?? 0) + x] ?? 0) + (data[(row ?? 0) + x] ?? 0) + (data[(below ?? 0) + x] ?? 0);
    }
    for (let x = 0; x < width; x += 1) {
      const around =
        (sums[Math.max(0, x - 1)] ?? 0) + (sums[x] ?? 0) + (sums[Math.min(width - 1, x + 1)] ?? 0);
      next[(row ?? 0) + x] = around / 9;
    }
  }
  return { width, height, data: next };
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
  return found.toSorted((one, other) => one - other)[Math.floor(found.length / 4)] ?? 0;
}

/** Divides each pixel by the paper around it, which removes shadows, dim light and gray paper. */
export function evenLight(picture: GrayPicture): GrayPicture {
  const { width, height, data } = picture;
  const next = new Uint8Array(data.length);
  const paper = paperAround(picture);
  const light = new Float32Array(paper.width);
  for (let y = 0, at = 0; y < height; y += 1) {
    const down = Math.max(0, Math.min(paper.height - 1.001, (y + 0.5) / square - 0.5));
    const top = Math.floor(down) * paper.width;
    for (let column = 0; column < paper.width; column += 1) {
      const [above, below] = [paper.data[top + column] ?? 0, paper.data[top + paper.width + column] ?? 0];
      light[column] = above + (below - above) * (down % 1);
    }
    for (let x = 0; x < width; x += 1, at += 1) {
      const across = Math.max(0, Math.min(paper.width - 1.001, (x + 0.5) / square - 0.5));
      const left = Math.trunc(across);
      const one = light[left] ?? 0;
      const own = one + ((light[left + 1] ?? 0) - one) * (across - left);
      next[at] = Math.min(255, ((data[at] ?? 0) * paperLevel) / Math.max(8, own));
    }
  }
  return { width, height, data: next };
}

/** Paper brightness, one pixel per square. Squares full of ink take it from those around them. */
export function paperAround({ width, height, data: from }: GrayPicture): GrayPicture {
  const columns = Math.max(2, Math.ceil(width / square));
  const rows = Math.max(2, Math.ceil(height / square));
  const data = new Uint8Array(columns * rows);
  const levels = new Uint16Array(256);
  const paperIn = (column: number, row: number): number => {
    levels.fill(0);
    let count = 0;
    for (let y = row * square; y < Math.min(height, (row + 1) * square); y += 2) {
      for (let x = column * square; x < Math.min(width, (column + 1) * square); x += 2) {
        const level = from[y * width + x] ?? 0;
        levels[level] = (levels[level] ?? 0) + 1;
        count += 1;
      }
    }
    let level = 255;
    for (let above = 0; level > 0; level -= 1) {
      above += levels[level] ?? 0;
      if (above >= count * 0.2) break;
    }
    return level;
  };
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) data[row * columns + column] = paperIn(column, row);
  }
  const grid = { width: columns, height: rows, data };
  // What was lightened beside a shadow's edge is darkened again.
  const lightened = fromAround(grid, (values) => Math.max(...values));
  const darkened = fromAround(lightened, (values) => Math.min(...values));
  return fromAround(darkened, mean);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Each pixel from itself and those around it; the rim from what there is. */
function fromAround({ width, height, data }: GrayPicture, join: (values: number[]) => number): GrayPicture {
  const next = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const values: number[] = [];
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        values.push(data[row * width + column] ?? 0);
      }
    }
    next[at] = join(values);
  }
  return { width, height, data: next };
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

type Pair = readonly [number, number];

/** Whitens the lines of a form: around cells, a slightly blurred page would be read as a drawing. */
function withoutLines({ width, height, data }: GrayPicture): GrayPicture {
  const longer = Math.max(width, height);
  const lineLevel = paperLevel - lineInk * (paperLevel - findInk(data));
  const isLight = (at: number) => (data[at] ?? 255) >= lineLevel;
  const next = data.slice();
  const whiten = ([lines, length]: Pair, [line, step]: Pair, [lineLength, beside]: Pair) => {
    const least = Math.round(longer * lineLength);
    const far = Math.max(3, Math.round(longer * beside));
    for (let index = 0; index < lines; index += 1) {
      let run = 0;
      let alone = 0;
      for (let place = 0; place <= length; place += 1) {
        const at = index * line + place * step;
        if (place < length && !isLight(at)) {
          run += 1;
          if (isLight(at - far * line) && isLight(at + far * line)) alone += 1;
        } else {
          const isLine = run >= least && alone > 0.8 * run;
          for (let back = 1; isLine && back <= run; back += 1) {
            for (let side = -1; side <= 1; side += 1) {
              const beyond = at - back * step + side * line;
              if (beyond >= 0 && beyond < next.length) next[beyond] = paperLevel;
            }
          }
          run = 0;
          alone = 0;
        }
      }
    }
  };
  whiten([height, width], [width, 1], [lineShare, besideShare]);
  whiten([width, height], [1, width], [lineShare, besideShare]);
  whiten([width, height], [1, width], [sideShare, thinShare]);
  return { width, height, data: next };
}

function findInk(data: Uint8Array): number {
  const levels = new Uint32Array(256);
  const step = 3;
  for (let at = 0; at < data.length; at += step) {
    const level = data[at] ?? 0;
    levels[level] = (levels[level] ?? 0) + 1;
  }
  let darker = 0;
  return levels.findIndex((count) => (darker += count) >= data.length / step / 100);
}

/** By how many degrees rows fall to the right: those that gather most ink in rows when turned back. */
function findTurn({ width, height, data }: GrayPicture): number {
  const step = Math.max(1, Math.round(Math.max(width, height) / 700));
  const [across, down]: [number[], number[]] = [[], []];
  for (let y = step; y < height - step; y += step) {
    for (let x = step; x < width - step; x += step) {
      const at = y * width + x;
      if ((data[at] ?? 255) >= inkLevel || (data[at - step * width] ?? 0) < inkLevel) continue;
      across.push(x / step);
      down.push(y / step);
    }
  }
  if (across.length < 50) return 0;
  const far = Math.ceil((width + height) / step);
  const rows = new Uint32Array(2 * far);
  const gathered = (degrees: number) => {
    const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    rows.fill(0);
    for (let index = 0; index < across.length; index += 1) {
      const row = far + Math.round((down[index] ?? 0) * cos - (across[index] ?? 0) * sin);
      rows[row] = (rows[row] ?? 0) + 1;
    }
    return rows.reduce((sum, count) => sum + count * count, 0);
  };
  let best = 0;
  let most = gathered(0) * 1.02;
  for (let degrees = -maxTurn; degrees <= maxTurn; degrees += 1) {
    const found = gathered(degrees);
    if (found > most) [best, most] = [degrees, found];
  }
  const around = best;
  for (let degrees = around - 1; degrees <= around + 1; degrees += 0.2) {
    const found = gathered(degrees);
    if (found > most) [best, most] = [degrees, found];
  }
  return best;
}

/** Levels rows that fall by so many degrees; the page grows as needed, in white. */
function turn(picture: GrayPicture, degrees: number): { picture: GrayPicture; toEven: Projection } {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const size = {
    width: Math.ceil(Math.abs(cos) * picture.width + Math.abs(sin) * picture.height),
    height: Math.ceil(Math.abs(sin) * picture.width + Math.abs(cos) * picture.height),
  };
  const toEven = turning(degrees, size, picture);
  return { picture: redraw(picture, toEven, size, paperLevel), toEven };
}
