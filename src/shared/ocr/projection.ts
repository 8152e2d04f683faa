import type { Box } from './page-text.ts';

/** Gray levels row by row from the top left, from 0 for black to 255. */
export interface GrayPicture {
  width: number;
  height: number;
  data: Uint8Array;
}

export type Size = Pick<Box, 'width' | 'height'>;

export interface Point {
  x: number;
  y: number;
}

type Row = readonly [number, number, number];

/** Maps points of one picture to another: a matrix of 3 by 3, row by row. */
export type Projection = readonly [Row, Row, Row];

export const toScaled = (scale: number): Projection => [
  [scale, 0, 0],
  [0, scale, 0],
  [0, 0, 1],
];

export const unchanged = toScaled(1);

/** First the one, then the other. */
export function chain(
  [[a, b, c], [d, e, f], [g, h, i]]: Projection,
  [one, two, three]: Projection,
): Projection {
  const join = ([x, y, z]: Row): Row => [x * a + y * d + z * g, x * b + y * e + z * h, x * c + y * f + z * i];
  return [join(one), join(two), join(three)];
}

/** The way back. The scale of the whole matrix does not matter, so the adjugate will do. */
export const reverse = ([[a, b, c], [d, e, f], [g, h, i]]: Projection): Projection => [
  [e * i - f * h, c * h - b * i, b * f - c * e],
  [f * g - d * i, a * i - c * g, c * d - a * f],
  [d * h - e * g, b * g - a * h, a * e - b * d],
];

export function project([[a, b, c], [d, e, f], [g, h, i]]: Projection, { x, y }: Point): Point {
  const depth = g * x + h * y + i;
  return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth };
}

/** Turns about the middle of one picture onto the middle of another, clockwise on the screen. */
export function turning(degrees: number, from: Size, to: Size): Projection {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const [x, y] = [from.width / 2, from.height / 2];
  return [
    [cos, -sin, to.width / 2 - cos * x + sin * y],
    [sin, cos, to.height / 2 - sin * x - cos * y],
    [0, 0, 1],
  ];
}

/** From a picture of this size to a quadrilateral, given clockwise from its top left corner (Heckbert 1989). */
export function toQuad(
  { width, height }: Size,
  [p, q, r, s]: readonly [Point, Point, Point, Point],
): Projection {
  const [dx, dy] = [p.x - q.x + r.x - s.x, p.y - q.y + r.y - s.y];
  const det = (q.x - r.x) * (s.y - r.y) - (s.x - r.x) * (q.y - r.y);
  const g = (dx * (s.y - r.y) - (s.x - r.x) * dy) / det;
  const h = ((q.x - r.x) * dy - dx * (q.y - r.y)) / det;
  return [
    [(q.x - p.x + g * q.x) / width, (s.x - p.x + h * s.x) / height, p.x],
    [(q.y - p.y + g * q.y) / width, (s.y - p.y + h * s.y) / height, p.y],
    [g / width, h / height, 1],
  ];
}

/** Moves a box by its middle. It keeps its sides level, and its size by those of the page there. */
export function projectBox({ x, y, width, height }: Box, projection: Projection): Box {
  const at = (across: number, down: number) =>
    project(projection, { x: x + across * width, y: y + down * height });
  const [left, right, top, bottom, middle] = [at(0, 0.5), at(1, 0.5), at(0.5, 0), at(0.5, 1), at(0.5, 0.5)];
  const wide = Math.hypot(right.x - left.x, right.y - left.y);
  const high = Math.hypot(bottom.x - top.x, bottom.y - top.y);
  const isLying = Math.abs(right.x - left.x) >= Math.abs(right.y - left.y);
  const [across, down] = isLying ? [wide, high] : [high, wide];
  return { x: middle.x - across / 2, y: middle.y - down / 2, width: across, height: down };
}

/** The level at a point: between the four pixels around it, or at the rim that of the nearest. */
export function sampleLevel({ width, height, data }: GrayPicture, x: number, y: number): number {
  const left = Math.max(0, Math.min(width - 2, Math.trunc(x - 0.5)));
  const top = Math.max(0, Math.min(height - 2, Math.trunc(y - 0.5)));
  const across = Math.max(0, Math.min(1, x - 0.5 - left));
  const at = top * width + left;
  const [one = 0, below = 0] = [data[at], data[at + width]];
  const upper = one + ((data[at + 1] ?? 0) - one) * across;
  const lower = below + ((data[at + width + 1] ?? 0) - below) * across;
  return upper + (lower - upper) * Math.max(0, Math.min(1, y - 0.5 - top));
}

/** Draws a picture from another. @param toSource from the new picture to the other @param beyond the level beyond the other */
export function redraw(
  source: GrayPicture,
  toSource: Projection,
  { width, height }: Size,
  beyond: number,
): GrayPicture {
  const { width: across, height: down, data: from } = source;
  const data = new Uint8Array(width * height);
  const [[a, b, c], [d, e, f], [g, h, i]] = toSource;
  if ([b, d, g, h].every((part) => part === 0)) return rescale(source, toSource, { width, height }, beyond);
  for (let row = 0, at = 0; row < height; row += 1) {
    const y = row + 0.5;
    const fromX = b * y + c;
    const fromY = e * y + f;
    const fromDepth = h * y + i;
    for (let column = 0; column < width; column += 1, at += 1) {
      const x = column + 0.5;
      const scale = 1 / (g * x + fromDepth);
      const u = (a * x + fromX) * scale - 0.5;
      const v = (d * x + fromY) * scale - 0.5;
      if (u >= 0 && v >= 0 && u < across - 1 && v < down - 1) {
        const left = Math.trunc(u);
        const top = Math.trunc(v);
        const place = top * across + left;
        const one = from[place] ?? 0;
        const other = from[place + across] ?? 0;
        const upper = one + ((from[place + 1] ?? 0) - one) * (u - left);
        const lower = other + ((from[place + across + 1] ?? 0) - other) * (u - left);
        data[at] = upper + (lower - upper) * (v - top);
      } else if (u < -0.5 || v < -0.5 || u >= across - 0.5 || v >= down - 0.5) data[at] = beyond;
      else data[at] = sampleLevel(source, u + 0.5, v + 0.5);
    }
  }
  return { width, height, data };
}

/** The same where rows stay rows: those above and below are joined once for the whole row. */
function rescale(
  { width: across, height: down, data: from }: GrayPicture,
  [[a, , c], [, e, f], [, , i]]: Projection,
  { width, height }: Size,
  beyond: number,
): GrayPicture {
  const data = new Uint8Array(width * height).fill(beyond);
  const joined = new Float64Array(across + 1);
  for (let row = 0; row < height; row += 1) {
    const v = (e * (row + 0.5) + f) / i;
    if (v < 0 || v >= down) continue;
    const top = Math.trunc(Math.max(0, v - 0.5));
    const share = Math.max(0, v - 0.5 - top);
    const below = Math.min(down - 1, top + 1);
    for (let x = 0; x < across; x += 1) {
      const one = from[top * across + x] ?? 0;
      joined[x] = one + ((from[below * across + x] ?? 0) - one) * share;
    }
    joined[across] = joined[across - 1] ?? 0;
    for (let column = 0; column < width; column += 1) {
      const u = (a * (column + 0.5) + c) / i;
      if (u < 0 || u >= across) continue;
      const near = Math.max(0, u - 0.5);
      const left = Math.trunc(near);
      const one = joined[left] ?? 0;
      data[row * width + column] = one + ((joined[left + 1] ?? 0) - one) * (near - left);
    }
  }
  return { width, height, data };
}

/** The part of a picture that lies in a box, on whole pixels. */
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

/** The pixels of a picture that lie in a box. */
export function cutOut(picture: GrayPicture, box: Box): GrayPicture {
  const { x, y, width, height } = clip(picture, box);
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const from = (y + row) * picture.width + x;
    data.set(picture.data.subarray(from, from + width), row * width);
  }
  return { width, height, data };
}
