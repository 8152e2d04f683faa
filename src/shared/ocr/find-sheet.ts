import { findQuantile } from '../base/quantile.ts';
import type { GrayPicture, Point, Size } from './projection.ts';

export type Quad = readonly [Point, Point, Point, Point];

/** The longer side of the grid that a sheet is looked for on, in cells. */
const gridCells = 320;
/** Less around a sheet, as a share of the picture, is not worth cutting off. */
const minAround = 0.012;
const minSheet = 0.2;
/** A darker table or scanner differs from the sheet by as many levels. */
const minStep = 10;
/** The rim is left out, in cells: half of it shows the table. */
const inset = 0.75;
/** Where more of the surroundings have ink, they are part of the page: half of it is in a shadow, or it has a dark band. */
const maxInkAround = 0.04;

/**
 * Finds the corners of a light sheet on a darker table or scanner, clockwise from the top left.
 * Null unless four straight and sharp sides leave no doubt, so that no page loses its margin.
 */
export function findSheet(picture: GrayPicture): Quad | null {
  const cell = Math.ceil(Math.max(picture.width, picture.height) / gridCells);
  if (Math.min(picture.width, picture.height) < 40 * cell) return null;
  const grid = toGrid(picture, cell);
  const darkest = otsu(grid.light, 0);
  // Above the level that divides ink from paper, another divides the paper from a light table.
  return findQuad(grid, darkest, cell) ?? findQuad(grid, otsu(grid.light, darkest), cell);
}

interface Grid extends Size {
  light: Uint8Array;
  hasInk: Uint8Array;
}

/** The lightest quarter of each cell, which ink seldom fills, and whether another is far darker. */
function toGrid({ width, height, data }: GrayPicture, cell: number): Grid {
  const [columns, rows] = [Math.floor(width / cell), Math.floor(height / cell)];
  const light = new Uint8Array(columns * rows);
  const hasInk = new Uint8Array(columns * rows);
  const half = Math.max(1, Math.floor(cell / 2));
  for (let at = 0; at < columns * rows; at += 1) {
    const from = Math.floor(at / columns) * cell * width + (at % columns) * cell;
    let [lightest, darkest] = [0, 255];
    for (let part = 0; part < 4; part += 1) {
      const corner = from + (part >> 1) * (cell - half) * width + (part & 1) * (cell - half);
      let sum = 0;
      for (let y = 0; y < half; y += 1)
        for (let x = 0; x < half; x += 1) sum += data[corner + y * width + x] ?? 0;
      const mean = sum / (half * half);
      lightest = Math.max(lightest, mean);
      darkest = Math.min(darkest, mean);
    }
    light[at] = lightest;
    hasInk[at] = lightest - darkest > 0.3 * Math.max(60, lightest) ? 1 : 0;
  }
  return { width: columns, height: rows, light, hasInk };
}

/** The level that divides those above a level best into two groups (Otsu 1979). */
function otsu(levels: Uint8Array, above: number): number {
  const counts = new Uint32Array(256);
  for (const level of levels) if (level >= above) counts[level] = (counts[level] ?? 0) + 1;
  const all = counts.reduce((sum, one) => sum + one, 0);
  const total = counts.reduce((sum, one, level) => sum + one * level, 0);
  let [best, most, below, sum] = [above, -1, 0, 0];
  counts.forEach((count, level) => {
    below += count;
    sum += count * level;
    if (below === 0 || below === all) return;
    const between = below * (all - below) * (sum / below - (total - sum) / (all - below)) ** 2;
    if (between > most) [best, most] = [level + 1, between];
  });
  return best;
}

function findQuad(grid: Grid, level: number, cell: number): Quad | null {
  const { width, height } = grid;
  const sheet = largestPart(grid, level);
  const transposed = sheet.map(({ x, y }) => ({ x: y, y: x }));
  const findFar = (rate: (point: Point) => number) =>
    sheet.reduce((best, point) => (rate(point) > rate(best) ? point : best), sheet[0] ?? { x: 0, y: 0 });
  const [one, two] = [findFar(({ x, y }) => -x - y), findFar(({ x, y }) => x - y)];
  const [three, four] = [findFar(({ x, y }) => x + y), findFar(({ x, y }) => y - x)];
  const top = fitSide(sheet, 0, one.x, two.x, height);
  const right = fitSide(transposed, 1, two.y, three.y, width);
  const bottom = fitSide(sheet, 1, four.x, three.x, height);
  const left = fitSide(transposed, 0, one.y, four.y, width);
  if (top === null || right === null || bottom === null || left === null) return null;
  const quad: Quad = [meet(top, left), meet(top, right), meet(bottom, right), meet(bottom, left)];
  if (!isSheet(quad, grid, level)) return null;
  const toPixels = ({ x, y }: Point) => ({ x: x * cell, y: y * cell });
  return [toPixels(quad[0]), toPixels(quad[1]), toPixels(quad[2]), toPixels(quad[3])];
}

/** The cells of the largest light part that hangs together. */
function largestPart({ width, light }: Grid, level: number): Point[] {
  const seen = light.map((own) => (own < level ? 1 : 0));
  let largest: number[] = [];
  for (let start = seen.indexOf(0); start !== -1; start = seen.indexOf(0, start)) {
    const part = [start];
    seen[start] = 1;
    for (const at of part) {
      const x = at % width;
      for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
        if (seen[next] !== 0) continue;
        seen[next] = 1;
        part.push(next);
      }
    }
    if (part.length > largest.length) largest = part;
  }
  return largest.map((at) => ({ x: at % width, y: Math.floor(at / width) }));
}

/** A side as y = base + slope * x; x and y change places for the right and the left one. */
interface Line {
  base: number;
  slope: number;
}

/** The straight line through most of a side's rim, a little within; null where the rim is not straight. @param isEnd 1 for the bottom and the right */
function fitSide(sheet: readonly Point[], isEnd: 0 | 1, from: number, to: number, end: number): Line | null {
  const rim: number[] = [];
  for (const { x, y } of sheet) {
    const known = rim[x] ?? y + isEnd;
    rim[x] = isEnd === 1 ? Math.max(known, y + 1) : Math.min(known, y);
  }
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const margin = 0.06 * (last - first);
  let points = rim.flatMap((y, x) => (x >= first + margin && x <= last - margin ? [{ x: x + 0.5, y }] : []));
  const all = points.length;
  if (all < 12) return null;
  let [base, slope] = [0, 0];
  for (const tolerance of [12, 4, 2.5]) {
    // By the medians of slopes and of offsets, which fingers and folded corners do not move (Theil and Sen).
    const half = points.length >> 1;
    const slopes = points.slice(half, 2 * half).map((far, index) => {
      const { x, y } = points[index] ?? far;
      return (far.y - y) / (far.x - x);
    });
    slope = findQuantile(0.5, slopes);
    const offsets = points.map(({ x, y }) => y - slope * x);
    base = findQuantile(0.5, offsets);
    points = points.filter((_, index) => Math.abs((offsets[index] ?? 0) - base) <= tolerance);
    if (points.length < 0.7 * all) return null;
  }
  const ends = [base + slope * first, base + slope * last];
  const isAtRim = Math.min(...ends) < 1.5 || Math.max(...ends) > end - 1.5;
  return { slope, base: isAtRim ? base : base + (isEnd === 1 ? -inset : inset) };
}

/** Where a line that lies crosses one that stands. */
function meet(lying: Line, standing: Line): Point {
  const x = (standing.base + standing.slope * lying.base) / (1 - standing.slope * lying.slope);
  return { x, y: lying.base + lying.slope * x };
}

/** Whether the cells within are light, and those around dark and without ink, with a sharp step between them. */
function isSheet(quad: Quad, { width, light, hasInk }: Grid, level: number): boolean {
  const edges = quad.map((from, side) => {
    const to = quad[(side + 1) % 4] ?? from;
    const along = { x: to.x - from.x, y: to.y - from.y };
    const length = Math.hypot(along.x, along.y);
    return { from, along, inward: { x: -along.y / length, y: along.x / length } };
  });
  const [inside, outside]: [number[], number[]] = [[], []];
  for (let at = 0; at < light.length; at += 1) {
    const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
    let depth = Infinity;
    for (const { from, inward } of edges)
      depth = Math.min(depth, inward.x * (x - from.x) + inward.y * (y - from.y));
    if (depth > 1) inside.push(at);
    else if (depth < -1.5) outside.push(at);
  }
  const isLight = (at: number) => (light[at] ?? 0) >= level;
  const toMean = (cells: readonly number[]) =>
    cells.reduce((sum, at) => sum + (light[at] ?? 0), 0) / Math.max(1, cells.length);
  const lightInside = inside.filter(isLight);
  const step = toMean(lightInside) - toMean(outside);
  /** A sheet ends within few pixels, a shadow or a vignette does not. Sides at the picture's own end are sharp. */
  const isSharp = ({ from, along, inward }: (typeof edges)[number]) => {
    const steps: number[] = [];
    for (let share = 0.05; share < 1; share += 0.05) {
      const [inner, outer] = [1.5, -2.5].map((depth) => {
        const x = Math.floor(from.x + share * along.x + depth * inward.x);
        const y = Math.floor(from.y + share * along.y + depth * inward.y);
        return x < 0 || x >= width ? undefined : light[y * width + x];
      });
      if (inner !== undefined && outer !== undefined) steps.push(inner - outer);
    }
    return steps.length === 0 || findQuantile(0.5, steps) >= 0.6 * step;
  };
  return (
    outside.length >= minAround * light.length &&
    inside.length >= minSheet * light.length &&
    lightInside.length >= 0.6 * inside.length &&
    outside.filter(isLight).length <= 0.12 * outside.length &&
    outside.filter((at) => hasInk[at] === 1).length <= maxInkAround * outside.length &&
    step >= minStep &&
    edges.every(isSharp)
  );
}
