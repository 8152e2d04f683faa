import type { Box } from './page-text.ts';

export const square = 32;
/** The brightness that paper is brought to, with room for lighter parts. */
const paperLevel = 245;
/** A page with a shorter longer side is enlarged: recognition needs letters of some 20 pixels. */
const enlargedUnder = 1500;
/** Smaller turns are ignored, in degrees. */
const minTurn = 0.4;
const maxTurn = 30;

export interface PreparedPage {
  picture: GrayPicture;
  degrees: number;
  scale: number;
}

/** Prepares a page for recognition: evens out the light, levels the rows and enlarges small pages. */
export function preparePage(picture: GrayPicture): PreparedPage {
  const even = quiet(evenLight(quiet(enlarge(picture))));
  const degrees = findTurn(even);
  const level = Math.abs(degrees) < minTurn ? even : turn(even, degrees);
  return { picture: withoutLines(level), degrees, scale: even.width / picture.width };
}

export const onOriginal = (box: Box, prepared: PreparedPage, page: Size): Box =>
  turnedBox(box, prepared.picture, page, { radians: toRadians(prepared), scale: 1 / prepared.scale });

export const onPrepared = (box: Box, prepared: PreparedPage, page: Size): Box =>
  turnedBox(box, page, prepared.picture, { radians: -toRadians(prepared), scale: prepared.scale });

type Size = Pick<Box, 'width' | 'height'>;

const toRadians = ({ degrees }: PreparedPage): number =>
  Math.abs(degrees) < minTurn ? 0 : (degrees * Math.PI) / 180;

function turnedBox(box: Box, from: Size, to: Size, turning: { radians: number; scale: number }): Box {
  const { radians, scale } = turning;
  const dx = (box.x + box.width / 2 - from.width / 2) * scale;
  const dy = (box.y + box.height / 2 - from.height / 2) * scale;
  const [width, height] = [box.width * scale, box.height * scale];
  return {
    x: Math.cos(radians) * dx - Math.sin(radians) * dy + to.width / 2 - width / 2,
    y: Math.sin(radians) * dx + Math.cos(radians) * dy + to.height / 2 - height / 2,
    width,
    height,
  };
}

function enlarge(picture: GrayPicture): GrayPicture {
  const longer = Math.max(picture.width, picture.height);
  if (longer === 0 || longer >= enlargedUnder) return picture;
  const scale = Math.min(4, enlargedUnder / longer) * 1.3;
  const width = Math.round(picture.width * scale);
  const height = Math.round(picture.height * scale);
  return paint(width, height, (x, y) => between(picture, (x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5));
}

function paint(width: number, height: number, level: (x: number, y: number) => number): GrayPicture {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) data[y * width + x] = level(x, y);
  }
  return { width, height, data };
}

/** The value between pixels; beyond the picture that of its rim. */
function between({ width, height, data }: GrayPicture, x: number, y: number): number {
  const left = Math.max(0, Math.min(width - 2, Math.floor(x)));
  const top = Math.max(0, Math.min(height - 2, Math.floor(y)));
  const across = Math.max(0, Math.min(1, x - left));
  const down = Math.max(0, Math.min(1, y - top));
  const at = top * width + left;
  const upper = (data[at] ?? 0) * (1 - across) + (data[at + 1] ?? 0) * across;
  const lower = (data[at + width] ?? 0) * (1 - across) + (data[at + width + 1] ?? 0) * across;
  return upper * (1 - down) + lower * down;
}

/** Rougher paper is smoothed, by the mean step between neighbors out of 255. */
const roughFrom = 11;

/** Smooths noise, which would be recognized as text, by averaging neighbors. */
function quiet(picture: GrayPicture): GrayPicture {
  let next = picture;
  for (let pass = 0; pass < 3 && roughness(next) > roughFrom; pass += 1) {
    next = fromAround(next, mean);
  }
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
  return found.toSorted((one, other) => one - other)[Math.floor(found.length / 4)] ?? 0;
}

/** Divides each pixel by the paper around it, which removes shadows, dim light and gray paper. */
export function evenLight(picture: GrayPicture): GrayPicture {
  const { width, height, data } = picture;
  const paper = paperAround(picture);
  return paint(width, height, (x, y) => {
    const light = Math.max(8, between(paper, x / square - 0.5, y / square - 0.5));
    return Math.min(255, ((data[y * width + x] ?? 0) * paperLevel) / light);
  });
}

/** Paper brightness, one pixel per square. Squares full of ink take it from those around them. */
export function paperAround({ width, height, data }: GrayPicture): GrayPicture {
  const columns = Math.max(2, Math.ceil(width / square));
  const rows = Math.max(2, Math.ceil(height / square));
  const grid = paint(columns, rows, (column, row) => {
    const levels = new Uint16Array(256);
    let count = 0;
    for (let y = row * square; y < Math.min(height, (row + 1) * square); y += 2) {
      for (let x = column * square; x < Math.min(width, (column + 1) * square); x += 2) {
        const level = data[y * width + x] ?? 0;
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
  });
  // What was lightened beside a shadow's edge is darkened again.
  const lightened = fromAround(grid, (values) => Math.max(...values));
  const darkened = fromAround(lightened, (values) => Math.min(...values));
  return fromAround(darkened, mean);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Each pixel from itself and those around it; the rim from what there is. */
const fromAround = ({ width, height, data }: GrayPicture, join: (values: number[]) => number): GrayPicture =>
  paint(width, height, (x, y) => {
    const values: number[] = [];
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        values.push(data[row * width + column] ?? 0);
      }
    }
    return join(values);
  });

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
  for (const level of data) levels[level] = (levels[level] ?? 0) + 1;
  let darker = 0;
  return levels.findIndex((count) => (darker += count) >= data.length / 100);
}

/** By how many degrees rows fall to the right: those that gather most ink in rows when turned back. */
function findTurn({ width, height, data }: GrayPicture): number {
  const step = Math.max(1, Math.round(Math.max(width, height) / 700));
  const ink: { x: number; y: number }[] = [];
  for (let y = step; y < height - step; y += step) {
    for (let x = step; x < width - step; x += step) {
      const at = y * width + x;
      if ((data[at] ?? 255) < 150 && (data[at - step * width] ?? 0) >= 150)
        ink.push({ x: x / step, y: y / step });
    }
  }
  if (ink.length < 50) return 0;
  const gathered = (degrees: number) => {
    const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    const rows = new Map<number, number>();
    for (const { x, y } of ink) {
      const row = Math.round(y * cos - x * sin);
      rows.set(row, (rows.get(row) ?? 0) + 1);
    }
    let sum = 0;
    for (const count of rows.values()) sum += count * count;
    return sum;
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
function turn(picture: GrayPicture, degrees: number): GrayPicture {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const width = Math.ceil(Math.abs(cos) * picture.width + Math.abs(sin) * picture.height);
  const height = Math.ceil(Math.abs(sin) * picture.width + Math.abs(cos) * picture.height);
  return paint(width, height, (x, y) => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    const fromX = cos * dx - sin * dy + picture.width / 2;
    const fromY = sin * dx + cos * dy + picture.height / 2;
    const isOnPage = fromX >= 0 && fromY >= 0 && fromX < picture.width && fromY < picture.height;
    return isOnPage ? between(picture, fromX, fromY) : paperLevel;
  });
}

/** Gray levels row by row from the top left, from 0 for black to 255. */
export interface GrayPicture {
  width: number;
  height: number;
  data: Uint8Array;
}

export function clip(picture: GrayPicture, box: Box): Box {
  const x = Math.max(0, Math.floor(box.x));
  const y = Math.max(0, Math.floor(box.y));
  return {
    x,
    y,
    width: Math.max(0, Math.min(picture.width, Math.ceil(box.x + box.width)) - x),
    height: Math.max(0, Math.min(picture.height, Math.ceil(box.y + box.height)) - y),
  };
}

export function cutOut(picture: GrayPicture, { x, y, width, height }: Box): GrayPicture {
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const from = (y + row) * picture.width + x;
    data.set(picture.data.subarray(from, from + width), row * width);
  }
  return { width, height, data };
}
