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
  const grid = {
    width: columns,
    height: rows,
    light: new Uint8Array(columns * rows),
    hasInk: new Uint8Array(columns * rows),
  };
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
    grid.light[at] = lightest;
    grid.hasInk[at] = lightest - darkest > 0.3 * Math.max(60, lightest) ? 1 : 0;
  }
  return grid;
}

/** The level that divides those above a level best into two groups (Otsu 1979). */
function otsu(levels: Uint8Array, above: number): number {
  const counts = new Uint32Array(256);
  for (const level of levels) if (level >= above) counts[level] = (counts[level] ?? 0) + 1;
  const [all, total] = [
    counts.reduce((sum, one) => sum + one, 0),
    counts.reduce((sum, one, level) => sum + one * level, 0),
  ];
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

/** A side as a straight line, through a point and along a direction. */
interface Line {
  from: Point;
  along: Point;
}

function findQuad(grid: Grid, level: number, cell: number): Quad | null {
  const sheet = largestPart(grid, level);
  const { width } = grid;
  const far = (towards: (point: Point) => number) => {
    let best = { x: 0, y: 0 };
    let most = -Infinity;
    for (const at of sheet) {
      const point = { x: at % width, y: Math.floor(at / width) };
      if (towards(point) > most) [best, most] = [point, towards(point)];
    }
    return best;
  };
  const corners = [
    far(({ x, y }) => -x - y),
    far(({ x, y }) => x - y),
    far(({ x, y }) => x + y),
    far(({ x, y }) => y - x),
  ];
  const rims = toRims(sheet, grid);
  const lines = corners.map((one, side) => fitSide(rims, side, one, corners[(side + 1) % 4] ?? one, grid));
  const quad = lines.map((line, side) => meet(lines[(side + 3) % 4] ?? null, line));
  const [one, two, three, four] = quad;
  if (one == null || two == null || three == null || four == null) return null;
  const found: Quad = [one, two, three, four];
  if (!isSheet(found, grid, level)) return null;
  const toPixels = ({ x, y }: Point) => ({ x: x * cell, y: y * cell });
  return [toPixels(one), toPixels(two), toPixels(three), toPixels(four)];
}

function largestPart({ width, light }: Grid, level: number): number[] {
  const seen = new Uint8Array(light.length);
  let largest: number[] = [];
  for (let start = 0; start < light.length; start += 1) {
    if (seen[start] === 1 || (light[start] ?? 0) < level) continue;
    const part = [start];
    seen[start] = 1;
    for (let index = 0; index < part.length; index += 1) {
      const at = part[index] ?? 0;
      const x = at % width;
      for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
        if (next < 0 || next >= light.length || seen[next] === 1 || (light[next] ?? 0) < level) continue;
        seen[next] = 1;
        part.push(next);
      }
    }
    if (part.length > largest.length) largest = part;
  }
  return largest;
}

/** How far the sheet reaches in each column or row, towards the top, right, bottom and left. */
function toRims(sheet: readonly number[], { width, height }: Grid): Float64Array[] {
  const ends = [Infinity, -Infinity, -Infinity, Infinity];
  const rims = ends.map((end, side) => new Float64Array(side % 2 === 0 ? width : height).fill(end));
  for (const at of sheet) {
    const [x, y] = [at % width, Math.floor(at / width)];
    rims.forEach((rim, side) => {
      const [place, reach] = side % 2 === 0 ? [x, y] : [y, x];
      const known = rim[place] ?? 0;
      rim[place] = side === 0 || side === 3 ? Math.min(known, reach) : Math.max(known, reach + 1);
    });
  }
  return rims;
}

/** The straight line through most of a side's rim, a little within; null where the rim is not straight. */
function fitSide(
  rims: readonly Float64Array[],
  side: number,
  one: Point,
  other: Point,
  grid: Size,
): Line | null {
  const isLying = side % 2 === 0;
  const places = isLying ? [one.x, other.x] : [one.y, other.y];
  const [from, to] = [Math.min(...places), Math.max(...places)];
  const margin = 0.06 * (to - from);
  let points: Point[] = [];
  for (let place = Math.ceil(from + margin); place <= to - margin; place += 1) {
    const rim = rims[side]?.[place] ?? Infinity;
    if (Number.isFinite(rim)) points.push({ x: place + 0.5, y: rim });
  }
  const all = points.length;
  if (all < 12) return null;
  let [slope, base] = [0, 0];
  for (const tolerance of [12, 4, 2.5]) {
    [slope, base] = fitLine(points);
    points = points.filter(({ x, y }) => Math.abs(y - base - slope * x) <= tolerance);
    if (points.length < 0.7 * all) return null;
  }
  const end = isLying ? grid.height : grid.width;
  const isAtEnd =
    Math.min(base + slope * from, base + slope * to) < 1.5 ||
    Math.max(base + slope * from, base + slope * to) > end - 1.5;
  if (!isAtEnd) base += side === 0 || side === 3 ? inset : -inset;
  return isLying
    ? { from: { x: 0, y: base }, along: { x: 1, y: slope } }
    : { from: { x: base, y: 0 }, along: { x: slope, y: 1 } };
}

/** By the median of slopes and of offsets, which fingers and folded corners do not move (Theil and Sen). */
function fitLine(points: readonly Point[]): [number, number] {
  const half = Math.floor(points.length / 2);
  const slopes = points.slice(0, half).map(({ x, y }, index) => {
    const far = points[index + half];
    return far === undefined ? 0 : (far.y - y) / (far.x - x);
  });
  const slope = median(slopes);
  return [slope, median(points.map(({ x, y }) => y - slope * x))];
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

function meet(one: Line | null, other: Line | null): Point | null {
  if (one === null || other === null) return null;
  const cross = one.along.x * other.along.y - one.along.y * other.along.x;
  if (Math.abs(cross) < 0.3) return null;
  const far =
    ((other.from.x - one.from.x) * other.along.y - (other.from.y - one.from.y) * other.along.x) / cross;
  return { x: one.from.x + far * one.along.x, y: one.from.y + far * one.along.y };
}

function isSheet(quad: Quad, grid: Grid, level: number): boolean {
  const { width, height, light, hasInk } = grid;
  const edges = quad.map((from, side) => ({ from, to: quad[(side + 1) % 4] ?? from }));
  /** How far a place is within the sheet, in cells. */
  const within = (x: number, y: number) =>
    Math.min(
      ...edges.map(
        ({ from, to }) =>
          ((to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)) /
          Math.hypot(to.x - from.x, to.y - from.y),
      ),
    );
  const counts = { inside: 0, lightInside: 0, outside: 0, lightOutside: 0, inkOutside: 0 };
  const sums = { inside: 0, outside: 0 };
  for (let at = 0; at < light.length; at += 1) {
    const depth = within((at % width) + 0.5, Math.floor(at / width) + 0.5);
    const own = light[at] ?? 0;
    if (depth > 1) {
      counts.inside += 1;
      if (own >= level) [counts.lightInside, sums.inside] = [counts.lightInside + 1, sums.inside + own];
    } else if (depth < -1.5) {
      counts.outside += 1;
      sums.outside += own;
      if (own >= level) counts.lightOutside += 1;
      if (hasInk[at] === 1) counts.inkOutside += 1;
    }
  }
  const step = sums.inside / Math.max(1, counts.lightInside) - sums.outside / Math.max(1, counts.outside);
  return (
    counts.outside >= minAround * light.length &&
    counts.inside >= minSheet * light.length &&
    counts.lightInside >= 0.6 * counts.inside &&
    counts.lightOutside <= 0.12 * counts.outside &&
    counts.inkOutside <= maxInkAround * counts.outside &&
    step >= minStep &&
    edges.every(({ from, to }) => isSharp(from, to, step))
  );

  /** A sheet ends within few pixels, a shadow or a vignette does not. Sides at the picture's own end are sharp. */
  function isSharp(from: Point, to: Point, whole: number): boolean {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [outX, outY] = [(to.y - from.y) / length, -(to.x - from.x) / length];
    const steps: number[] = [];
    for (let share = 0.05; share < 1; share += 0.05) {
      const [x, y] = [from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)];
      const [inner, outer] = [
        levelAt(x - 1.5 * outX, y - 1.5 * outY),
        levelAt(x + 2.5 * outX, y + 2.5 * outY),
      ];
      if (inner !== null && outer !== null) steps.push(inner - outer);
    }
    return steps.length === 0 || median(steps) >= 0.6 * whole;
  }

  function levelAt(x: number, y: number): number | null {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    return column < 0 || row < 0 || column >= width || row >= height
      ? null
      : (light[row * width + column] ?? null);
  }
}
