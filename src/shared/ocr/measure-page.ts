import { type GrayPicture, paperAround, roughness, square } from './prepare-page.ts';
import { projectBox, turning } from './projection.ts';
import { toBounds, type Box } from './page-text.ts';

export interface PageMeasures {
  width: number;
  height: number;
  paper: number;
  /** The darkest part of the paper as a share of the lightest. */
  evenness: number;
  shadow: Box | null;
  /** How much darker the ink is than the paper, from 0 to 1. */
  contrast: number;
  /** Nothing on it is darker than grain: an empty page, or a covered lens. */
  isBlank: boolean;
  /** The mean step between neighbors on blank paper, out of 255. */
  noise: number;
  /** The width of the steepest edges of letters, in the wider direction. */
  edgeWidth: number;
  glare: readonly Box[];
  /** Rows of letters and lines of the form that each side of the picture cuts. */
  cutRows: Readonly<Record<Side, number>>;
  degrees: number;
}

/** Grain as coarse as that may hide letters. */
const noisyFrom = 25;

export const sides = ['top', 'right', 'bottom', 'left'] as const;
export type Side = (typeof sides)[number];

const widestEdge = 40;

/** Measures the picture of a page: light, edges and rim. @param even the picture with its light evened out */
export function measurePage(picture: GrayPicture, even: GrayPicture, degrees: number): PageMeasures {
  const tiles = toTiles(picture);
  const noise = roughness(picture);
  const levels = inOrder(tiles.map(({ paper }) => paper));
  const light = at(levels, 0.95);
  const evenness = at(levels, 0.05) / Math.max(1, light);
  const deepest = at(inOrder(tiles.map(({ paper, ink }) => paper - ink)), 0.95);
  const inked = tiles.filter(({ paper, ink }) => paper > ink && paper - ink >= 0.4 * deepest);
  const contrast = mean(inked.map(({ paper, ink }) => (paper - ink) / Math.max(1, paper)));
  const toEdgeWidth = (step: 'across' | 'down') => (tile: Tile) =>
    (tile.paper - tile.ink) / Math.max(1, tile[step]);
  const width = (step: 'across' | 'down') =>
    at(inOrder(inked.map(toEdgeWidth(step)).filter((pixels) => pixels < widestEdge)), 0.5);
  return {
    width: picture.width,
    height: picture.height,
    paper: at(levels, 0.5),
    evenness,
    shadow: toBounds(tiles.filter((tile) => evenness < 0.6 && tile.paper < 0.6 * light).map(toBox)),
    contrast,
    isBlank:
      noise < noisyFrom && at(inOrder(tiles.map(({ paper, ink }) => paper - ink)), 0.995) < 3 * noise + 6,
    noise,
    edgeWidth: Math.max(width('across'), width('down')),
    glare: findGlare(tiles),
    // The dark side of a page in deep shadow is only noise.
    cutRows: light * evenness < 40 ? { top: 0, right: 0, bottom: 0, left: 0 } : countCutRows(even),
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

interface Tile {
  column: number;
  row: number;
  paper: number;
  light: number;
  ink: number;
  across: number;
  down: number;
}

function toTiles(picture: GrayPicture): Tile[] {
  const paper = paperAround(picture);
  const tiles: Tile[] = [];
  for (let row = 0; row < Math.ceil(picture.height / square); row += 1) {
    for (let column = 0; column < Math.ceil(picture.width / square); column += 1) {
      tiles.push({
        column,
        row,
        paper: paper.data[row * paper.width + column] ?? 0,
        ...toTile(picture, column, row),
      });
    }
  }
  return tiles;
}

function toTile({ width, height, data }: GrayPicture, column: number, row: number) {
  const [levels, across, down] = [new Uint16Array(256), new Uint16Array(256), new Uint16Array(256)];
  const count = (counts: Uint16Array, value: number) => (counts[value] = (counts[value] ?? 0) + 1);
  for (let y = row * square; y < Math.min(height, (row + 1) * square); y += 1) {
    for (let x = column * square; x < Math.min(width, (column + 1) * square); x += 1) {
      const from = y * width + x;
      const level = data[from] ?? 0;
      count(levels, level);
      if (x + 1 < width) count(across, Math.abs((data[from + 1] ?? 0) - level));
      if (y + 1 < height) count(down, Math.abs((data[from + width] ?? 0) - level));
    }
  }
  return {
    light: quantile(levels, 0.8),
    ink: quantile(levels, 0.04),
    across: quantile(across, 0.99),
    down: quantile(down, 0.99),
  };
}

function quantile(counts: Uint16Array, share: number): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  let below = 0;
  return counts.findIndex((count) => (below += count) >= all * share);
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
  const darkest = at(inOrder(tiles.filter(hasInk).map(toInk)), 0.9);
  if (palingShare(bright, darkest) < Math.max(0.2, 2 * palingShare(dimmer, darkest))) return [];
  return bright.filter(({ ink }) => ink >= washedOut - 10).map(toBox);
}

function isEven(dimmer: readonly Tile[]): boolean {
  const usual = at(inOrder(dimmer.map(({ light }) => light)), 0.5);
  return dimmer.filter(({ light }) => light > usual + 10).length < 0.1 * dimmer.length;
}

function palingShare(tiles: readonly Tile[], darkest: number): number {
  const inked = tiles.filter(hasInk);
  return inked.filter((tile) => toInk(tile) < 0.7 * darkest).length / Math.max(1, inked.length);
}

const hasInk = ({ light, ink }: Tile): boolean => light - ink > 20;

const toInk = ({ light, ink }: Tile): number => (light - ink) / Math.max(1, light);

const toBox = ({ column, row }: Tile): Box => ({
  x: column * square,
  y: row * square,
  width: square,
  height: square,
});

function countCutRows({ width, height, data }: GrayPicture): Record<Side, number> {
  const longer = Math.max(width, height);
  const least = Math.max(3, Math.round(longer * 0.003));
  // The rim of a shadow is longer than letters are high.
  const longest = longer * 0.03;
  const isInk = (at: number) => (data[at] ?? 255) < 150;
  /** A form's line over the edge is thin there, and continues straight into the page. */
  const isLine = (at: number, inward: number) =>
    Array.from({ length: Math.round(longest) }, (_, place) => at + place * inward).every(isInk);
  const count = (length: number, offset: number, step: number, inward: number) => {
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
    top: count(width, 2 * width, 1, width),
    right: count(height, width - 3, width, -1),
    bottom: count(width, (height - 3) * width, 1, -width),
    left: count(height, 2, width, 1),
  };
}

const inOrder = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other);

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
