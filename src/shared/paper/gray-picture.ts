import type { Box } from './page-text.ts';

/** A picture in gray, row by row from the top left, from 0 for black to 255. */
export interface GrayPicture {
  width: number;
  height: number;
  data: Uint8Array;
}

/** What of a place is within a picture, in whole pixels. */
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

/** A copy of a place within a picture. */
export function cutOut(picture: GrayPicture, { x, y, width, height }: Box): GrayPicture {
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const from = (y + row) * picture.width + x;
    data.set(picture.data.subarray(from, from + width), row * width);
  }
  return { width, height, data };
}
