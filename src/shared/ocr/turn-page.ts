import type { PageMeasures } from './measure-page.ts';
import type { Box, PageWord } from './page-text.ts';
import {
  chain,
  cutOut,
  projectBox,
  redraw,
  turning,
  type GrayPicture,
  type Projection,
  type Size,
} from './projection.ts';

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

/** Longer edges, as a share of the longer side, are lines of a form or frames. */
const lineShare = 0.03;
const samples = 700;
/** Edges of letters gather in rows, and by so much more down the page where it lies on its side. */
const sidewaysFrom = 1.3;

/** Whether rows run up or down the picture. @param even the picture with its light evened out */
export const runsDown = (even: GrayPicture): boolean =>
  gather(even, true) > sidewaysFrom * gather(even, false);

/** How much more the edges of ink lie in rows than if they were spread evenly, at the best of some angles. */
function gather({ width, height, data }: GrayPicture, isDown: boolean): number {
  const step = Math.max(1, Math.round(Math.max(width, height) / samples));
  const [lines, length] = isDown ? [width, height] : [height, width];
  const [line, along] = isDown ? [1, width] : [width, 1];
  const longest = lineShare * samples;
  const [rows, places]: [number[], number[]] = [[], []];
  for (let row = step; row < lines - step; row += step) {
    let run = 0;
    for (let place = step; place < length; place += step) {
      const at = row * line + place * along;
      if (place + step < length && (data[at] ?? 255) < 150 && (data[at - step * line] ?? 0) >= 150) {
        run += 1;
        rows.push(row / step);
        places.push(place / step);
        continue;
      }
      if (run > longest) [rows.length, places.length] = [rows.length - run, places.length - run];
      run = 0;
    }
  }
  if (rows.length < 50) return 0;
  const size = Math.ceil((lines + length) / step);
  const counts = new Uint32Array(2 * size);
  let most = 0;
  for (let degrees = -30; degrees <= 30; degrees += 1) {
    const slope = Math.tan((degrees * Math.PI) / 180);
    counts.fill(0);
    for (let index = 0; index < rows.length; index += 1) {
      const row = size + Math.round((rows[index] ?? 0) - (places[index] ?? 0) * slope);
      counts[row] = (counts[row] ?? 0) + 1;
    }
    most = Math.max(
      most,
      counts.reduce((sum, count) => sum + count * count, 0),
    );
  }
  return (most * (lines / step)) / rows.length ** 2;
}

const turnedSize = ({ width, height }: Size, turn: Turn): Size =>
  turn === 90 || turn === 270 ? { width: height, height: width } : { width, height };

/** Turns a picture clockwise. */
export function turnPicture(picture: GrayPicture, turn: Turn): GrayPicture {
  const size = turnedSize(picture, turn);
  return redraw(picture, turning(-turn, size, picture), size, 0);
}

export function turnSheet({ picture, toOriginal, turned }: Sheet, turn: Turn): Sheet {
  const back = turning(-turn, turnedSize(picture, turn), picture);
  return {
    picture: turnPicture(picture, turn),
    toOriginal: chain(back, toOriginal),
    turned: toTurn(turned + turn),
  };
}

const toTurn = (degrees: number): Turn => ([0, 90, 180, 270] as const)[(degrees / 90) % 4] ?? 0;

export function turnHalf(prepared: PreparedPage): PreparedPage {
  const { picture, sheet } = prepared;
  const back = turning(180, picture, picture);
  const next = turnSheet(sheet, 180);
  const toSheet = chain(chain(back, prepared.toSheet), turning(180, sheet.picture, next.picture));
  return { ...prepared, picture: turnPicture(picture, 180), toSheet, sheet: next };
}

/** What was measured on a sheet, as on that sheet turned by half. */
export function turnMeasures(measures: PageMeasures): PageMeasures {
  const { cutRows, shadow, glare } = measures;
  const half = (box: Box) => projectBox(box, turning(180, measures, measures));
  return {
    ...measures,
    shadow: shadow === null ? null : half(shadow),
    glare: glare.map(half),
    cutRows: { top: cutRows.bottom, right: cutRows.left, bottom: cutRows.top, left: cutRows.right },
  };
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
  const strip = cutOut(prepared.picture, findDensestStrip(prepared.picture));
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

/** The part of a page, over its whole width, that has most edges of letters. */
function findDensestStrip({ width, height, data }: GrayPicture): Box {
  const high = Math.min(height, Math.max(100, Math.round(height * stripShare)));
  const edges = Array.from({ length: height }, (_, row) => {
    let count = 0;
    for (let at = row * width + 2; at < (row + 1) * width; at += 2) {
      if ((data[at] ?? 255) < 150 && (data[at - 2] ?? 0) >= 150) count += 1;
    }
    return count;
  });
  let [sum, most, top] = [0, -1, 0];
  edges.forEach((count, row) => {
    sum += count - (edges[row - high] ?? 0);
    if (row + 1 >= high && sum > most) [most, top] = [sum, row + 1 - high];
  });
  return { x: 0, y: top, width, height: high };
}
