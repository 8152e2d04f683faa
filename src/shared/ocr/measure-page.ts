import { findCountedQuantile, findQuantile } from '../base/quantile.ts';
import { count, countLevels, evenLevel, paperAround, roughness, square } from './prepare-page.ts';
import { projectBox, sampleLevel, turning, type GrayPicture } from './projection.ts';
import { toBounds, type Box } from './page-text.ts';
import { inkLevel } from './turn-page.ts';

export type PageMeasures = ReturnType<typeof measurePage>;

/** Grain as coarse as that may hide letters. */
const noisyFrom = 25;

export const sides = ['top', 'right', 'bottom', 'left'] as const;
export type Side = (typeof sides)[number];

const widestEdge = 40;

/** Measures the picture of a page: light, edges and rim. @param degrees by how many its rows fell to the right */
export function measurePage(picture: GrayPicture, degrees: number) {
  const paper = paperAround(picture);
  const tiles = toTiles(picture, paper);
  const noise = roughness(picture);
  const levels = tiles.map((tile) => tile.paper);
  const depths = tiles.map((tile) => tile.paper - tile.ink);
  const light = findQuantile(0.95, levels);
  const evenness = findQuantile(0.05, levels) / Math.max(1, light);
  const least = 0.4 * findQuantile(0.95, depths);
  const inked = tiles.filter((tile) => tile.paper > tile.ink && tile.paper - tile.ink >= least);
  const contrasts = inked.map((tile) => (tile.paper - tile.ink) / Math.max(1, tile.paper));
  const findWidth = (step: 'across' | 'down') => {
    const widths = inked.map((tile) => (tile.paper - tile.ink) / Math.max(1, tile[step]));
    const edges = widths.filter((width) => width < widestEdge);
    return findQuantile(0.5, edges);
  };
  return {
    width: picture.width,
    height: picture.height,
    paper: findQuantile(0.5, levels),
    /** The darkest part of the paper as a share of the lightest. */
    evenness,
    shadow: toBounds(
      tiles.filter((tile) => evenness < 0.6 && tile.paper < 0.6 * light).map(({ box }) => box),
    ),
    /** How much darker the ink is than the paper, from 0 to 1. */
    contrast: contrasts.reduce((sum, one) => sum + one, 0) / Math.max(1, contrasts.length),
    /** Nothing on it is darker than grain: an empty page, or a covered lens. */
    isBlank: noise < noisyFrom && findQuantile(0.995, depths) < 3 * noise + 6,
    /** The mean step between neighbors on blank paper, out of 255. */
    noise,
    /** The width of the steepest edges of letters, in the wider direction. */
    edgeWidth: Math.max(findWidth('across'), findWidth('down')),
    glare: findGlare(tiles),
    /** Rows and lines that each side of the picture cuts. The dark side of a page in deep shadow is only noise. */
    cutRows: light * evenness < 40 ? { top: 0, right: 0, bottom: 0, left: 0 } : countCutRows(picture, paper),
    degrees,
  };
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

type Tile = ReturnType<typeof toTiles>[number];

function toTiles(picture: GrayPicture, { width, data }: GrayPicture) {
  const [columns, rows] = [Math.ceil(picture.width / square), Math.ceil(picture.height / square)];
  return Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const levels = countLevels(picture, column, row);
    return {
      box: { x: column * square, y: row * square, width: square, height: square },
      paper: data[row * width + column] ?? 0,
      light: findCountedQuantile(0.8, levels),
      ink: findCountedQuantile(0.04, levels),
      ...findSteps(picture, column * square, row * square),
    };
  });
}

/** How steep the steps from pixels to their neighbors in a square are, but for the steepest hundredth. */
function findSteps({ width, height, data }: GrayPicture, left: number, top: number) {
  const [across, down] = [new Uint32Array(256), new Uint32Array(256)];
  for (let y = top; y < Math.min(height, top + square); y += 1) {
    for (let x = left; x < Math.min(width, left + square); x += 1) {
      const at = y * width + x;
      const level = data[at] ?? 0;
      if (x + 1 < width) count(across, Math.abs((data[at + 1] ?? 0) - level));
      if (y + 1 < height) count(down, Math.abs((data[at + width] ?? 0) - level));
    }
  }
  return { across: findCountedQuantile(0.99, across), down: findCountedQuantile(0.99, down) };
}

/** Lighter than this is washed out; a page that is as light everywhere says nothing. */
const washedOut = 246;

/** Finds glare, which hides the ink within and at its edge. Half a page outside a shadow is as bright but keeps its ink. */
function findGlare(tiles: readonly Tile[]): Box[] {
  const dimmer = tiles.filter(({ light }) => light < washedOut);
  const bright = tiles.filter(({ light }) => light >= washedOut);
  const dimPaper = dimmer.filter(({ light, ink }) => light - ink < 30);
  if (dimPaper.length < 0.01 * tiles.length || bright.length < 4) return [];
  // The rim of a scanner and the headings of a table are evenly dimmer; around glare, light fades.
  if (2 * dimmer.length < tiles.length && isEven(dimmer)) return [];
  // Where most of the page is washed out, little ink is as dark as printed.
  const darkest = findQuantile(0.9, tiles.filter(hasInk).map(toInk));
  if (palingShare(bright, darkest) < Math.max(0.2, 2 * palingShare(dimmer, darkest))) return [];
  return bright.filter(({ ink }) => ink >= washedOut - 10).map(({ box }) => box);
}

function isEven(dimmer: readonly Tile[]): boolean {
  const levels = dimmer.map(({ light }) => light);
  const usual = findQuantile(0.5, levels);
  return levels.filter((light) => light > usual + 10).length < 0.1 * levels.length;
}

function palingShare(tiles: readonly Tile[], darkest: number): number {
  const inked = tiles.filter(hasInk);
  return inked.filter((tile) => toInk(tile) < 0.7 * darkest).length / Math.max(1, inked.length);
}

const hasInk = ({ light, ink }: Tile): boolean => light - ink > 20;

const toInk = ({ light, ink }: Tile): number => (light - ink) / Math.max(1, light);

function countCutRows({ width, height, data }: GrayPicture, paper: GrayPicture): Record<Side, number> {
  const longer = Math.max(width, height);
  const least = Math.max(3, Math.round(longer * 0.003));
  // The rim of a shadow is longer than letters are high.
  const longest = longer * 0.03;
  const isInk = (at: number) => {
    const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
    return evenLevel(data[at] ?? 255, Math.trunc(sampleLevel(paper, x / square, y / square))) < inkLevel;
  };
  /** A form's line over the edge is thin there, and continues straight into the page. */
  const isLine = (at: number, inward: number) =>
    Array.from({ length: Math.round(longest) }, (_, place) => at + place * inward).every(isInk);
  const countRuns = (length: number, offset: number, step: number, inward: number) => {
    let run = 0;
    let runs = 0;
    let last = -Infinity;
    // What reaches a corner is the rim of a scanner.
    const isAtCorner = (from: number, to: number) => from <= 2 || to >= length - 2;
    for (let place = 0; place <= length; place += 1) {
      if (place < length && isInk(offset + place * step)) run += 1;
      else {
        const isLong = run < least ? run > 0 && isLine(offset + (place - 1) * step, inward) : run < longest;
        const isCut = isLong && !isAtCorner(place - run, place);
        // Strokes of one letter are in one row.
        if (isCut && place - last > 8 * least) [runs, last] = [runs + 1, place];
        run = 0;
      }
    }
    return runs;
  };
  return {
    top: countRuns(width, 2 * width, 1, width),
    right: countRuns(height, width - 3, width, -1),
    bottom: countRuns(width, (height - 3) * width, 1, -width),
    left: countRuns(height, 2, width, 1),
  };
}
