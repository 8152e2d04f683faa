import type { PageWord } from './page-text.ts';
import {
  chain,
  cutOut,
  redraw,
  toScaled,
  turning,
  type GrayPicture,
  type Point,
  type Projection,
} from './projection.ts';

/** The brightness that paper is brought to, with room for lighter parts. */
export const paperLevel = 245;

export type Turn = 0 | 90 | 180 | 270;

/** The sheet of a picture, cut out of its table and with its rows across: what is judged. */
export interface Sheet {
  picture: GrayPicture;
  toOriginal: Projection;
  /** By how many degrees, clockwise, the picture was turned for that. */
  turned: Turn;
}

export interface PreparedPage {
  picture: GrayPicture;
  /** By how many degrees the rows of the sheet fell to the right before they were leveled. */
  degrees: number;
  toSheet: Projection;
  sheet: Sheet;
}

/** Darker is ink, where the light was evened out. */
export const inkLevel = 150;
/** Longer edges, in pixels of a picture of so many samples, are lines of a form or frames. */
const longest = 21;
const samples = 700;
const fewestEdges = 50;
/** A row with so many times its share of the edges is full: what else it gathers counts once, and not by its square. */
const fullRow = 18;
/** Edges of letters gather in rows, and by so much more down the page where it lies on its side. */
const sidewaysFrom = 1.3;
/** Smaller turns are ignored, in degrees. */
const minTurn = 0.4;
const maxTurn = 30;

/** Calls back for each run of darker pixels along a row, or down a column, with where it ends and how long it is. */
export function forEachRun(
  { width, height, data }: GrayPicture,
  isDown: boolean,
  level: number,
  found: (end: number, run: number) => void,
): void {
  const [lines, length, line, step] = isDown ? [width, height, 1, width] : [height, width, width, 1];
  for (let index = 0; index < lines; index += 1) {
    const end = index * line + length * step;
    let run = 0;
    for (let at = index * line; at < end; at += step) {
      if ((data[at] ?? 255) < level) run += 1;
      else if (run > 0) {
        found(at, run);
        run = 0;
      }
    }
    if (run > 0) found(end, run);
  }
}

/** How many pixels of each row, or of each column, are darker than a level. */
export function countInk({ width, height, data }: GrayPicture, isDown: boolean, level: number): Uint32Array {
  const counts = new Uint32Array(isDown ? width : height);
  for (let at = 0; at < data.length; at += 1) {
    const line = isDown ? at % width : Math.floor(at / width);
    if ((data[at] ?? 255) < level) counts[line] = (counts[line] ?? 0) + 1;
  }
  return counts;
}

/** Whether rows run up or down the picture, and how far they fall to the right, once it is turned. @param even the picture with its light evened out */
export function findRows(even: GrayPicture): { isSideways: boolean; degrees: number } {
  const step = Math.max(1, Math.round(Math.max(even.width, even.height) / samples));
  const size = { width: Math.floor(even.width / step), height: Math.floor(even.height / step) };
  const small = redraw(even, toScaled(step), size, 255);
  const [across, down] = [gather(small), gather(turnPicture(small, 90))];
  const isSideways = down.gathered > sidewaysFrom * across.gathered;
  return { isSideways, degrees: (isSideways ? down : across).degrees };
}

/** By how many degrees rows fall to the right, and how much more edges of ink gather in them than if spread evenly. */
function gather(small: GrayPicture): { degrees: number; gathered: number } {
  const { width, height, data } = small;
  const isEdge = (level: number, at: number) => level < inkLevel && (data[at - width] ?? 0) >= inkLevel;
  const marks = { width, height, data: data.map((level, at) => (isEdge(level, at) ? 0 : 1)) };
  const edges: Point[] = [];
  forEachRun(marks, false, 1, (end, run) => {
    const y = Math.floor((end - 1) / width);
    for (let at = end - run; at < end && run <= longest; at += 1) edges.push({ x: at - y * width, y });
  });
  if (edges.length < fewestEdges) return { degrees: 0, gathered: 0 };
  const rows = new Uint32Array(2 * (width + height));
  // A frame, such as that of a stamp, gathers as much in four rows as a text in many.
  const full = (fullRow * edges.length) / height;
  let [best, most, gathered] = [0, 0, 0];
  const tryAt = (degrees: number, weight = 1) => {
    const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    rows.fill(0);
    for (const { x, y } of edges) {
      const row = width + height + Math.round(y * cos - x * sin);
      rows[row] = (rows[row] ?? 0) + 1;
    }
    const sum = weight * rows.reduce((all, count) => all + count * Math.min(count, full), 0);
    if (sum > most) [best, most] = [degrees, sum];
    gathered = Math.max(gathered, weight * rows.reduce((all, count) => all + count * count, 0));
  };
  // A page stays as it is unless another angle is clearly better.
  tryAt(0, 1.02);
  for (let degrees = -maxTurn; degrees <= maxTurn; degrees += 1) tryAt(degrees);
  for (let degrees = best - 1, last = best + 1; degrees <= last; degrees += 0.2) tryAt(degrees);
  return { degrees: Math.abs(best) < minTurn ? 0 : best, gathered: (gathered * height) / edges.length ** 2 };
}

/** Turns a picture clockwise; it grows as needed, in white. */
export function turnPicture(picture: GrayPicture, degrees: number): GrayPicture {
  const { width, height } = picture;
  const radians = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))];
  const size = {
    width: Math.round(cos * width + sin * height),
    height: Math.round(sin * width + cos * height),
  };
  return redraw(picture, turning(-degrees, size, picture), size, paperLevel);
}

export function turnSheet({ picture, toOriginal, turned }: Sheet, turn: Turn): Sheet {
  const next = turnPicture(picture, turn);
  return {
    picture: next,
    toOriginal: chain(turning(-turn, next, picture), toOriginal),
    turned: ([0, 90, 180, 270] as const)[((turned + turn) / 90) % 4] ?? 0,
  };
}

export function turnHalf(prepared: PreparedPage): PreparedPage {
  const { picture, sheet } = prepared;
  const back = turning(180, picture, picture);
  const next = turnSheet(sheet, 180);
  const toSheet = chain(chain(back, prepared.toSheet), turning(180, sheet.picture, next.picture));
  return { ...prepared, picture: turnPicture(picture, 180), toSheet, sheet: next };
}

/** Words are this sure on a page that is not upside down; a blurred page is checked in vain. */
const poorUnder = 0.75;
const stripShare = 0.12;
/** Letters are sure from this confidence on; upside down hardly any is. */
const sureFrom = 0.8;

/** Reads a page, turned by half first if it stands on its head. Only a page that reads badly, or that lay on its side, is checked. */
export async function readUpright(
  prepared: PreparedPage,
  read: (picture: GrayPicture) => Promise<readonly PageWord[]>,
): Promise<{ page: PreparedPage; words: readonly PageWord[] }> {
  const words = prepared.sheet.turned === 0 ? await read(prepared.picture) : null;
  const letters = words === null ? 0 : countLetters(words, 0);
  if (words !== null && countLetters(words, sureFrom) >= poorUnder * letters && letters > 0)
    return { page: prepared, words };
  const strip = cutDensestStrip(prepared.picture);
  const asIs = countLetters(await read(strip), sureFrom);
  const turned = countLetters(await read(turnPicture(strip, 180)), sureFrom);
  if (turned > 1.5 * asIs) {
    const page = turnHalf(prepared);
    return { page, words: await read(page.picture) };
  }
  return { page: prepared, words: words ?? (await read(prepared.picture)) };
}

const countLetters = (words: readonly PageWord[], from: number): number =>
  words
    .filter(({ text, confidence }) => confidence >= from && /[A-Za-z\d]{3}/.test(text))
    .reduce((sum, { text }) => sum + text.length, 0);

/** The strip over the whole width of a page that has most edges of letters. */
function cutDensestStrip(picture: GrayPicture): GrayPicture {
  const { width } = picture;
  const height = Math.min(picture.height, Math.max(100, Math.round(picture.height * stripShare)));
  let [densest, most] = [picture, -1];
  for (let y = 0; y + height <= picture.height; y += Math.ceil(height / 2)) {
    const strip = cutOut(picture, { x: 0, y, width, height });
    const isEdge = (level: number, at: number) => level < inkLevel && (strip.data[at - 1] ?? 0) >= inkLevel;
    const edges = strip.data.filter(isEdge).length;
    if (edges > most) [densest, most] = [strip, edges];
  }
  return densest;
}
