import { cutOut, type GrayPicture } from './projection.ts';
import { countInk, inkLevel } from './turn-page.ts';

/** A part of a page with how far down the page it begins, in pixels. */
export type PagePart = ReturnType<typeof splitPage>[number];

/** Rows of pixels without ink that a page can be cut in: letters of the next rows do not reach there. */
const minGap = 4;

/**
 * Cuts a page between two of its rows into an upper and a lower part with about as much ink, to be read at the same time.
 * The page alone where no gap goes from side to side.
 */
export function splitPage(picture: GrayPicture) {
  const { width, height } = picture;
  const above = new Uint32Array(height + 1);
  countInk(picture, false, inkLevel).forEach((ink, y) => (above[y + 1] = (above[y] ?? 0) + ink));
  const all = above[height] ?? 0;
  const share = (y: number) => (above[y] ?? 0) / Math.max(1, all);
  // A part with less than a quarter of the ink is not worth a recognizer of its own.
  let [cut, farthest] = [0, 0.25];
  for (let y = minGap; y < height - minGap; y += 1) {
    const isGap = above[y - minGap / 2] === above[y + minGap / 2];
    if (isGap && Math.abs(share(y) - 0.5) < farthest) [cut, farthest] = [y, Math.abs(share(y) - 0.5)];
  }
  if (cut === 0) return [{ picture, top: 0 }];
  const part = (y: number, end: number) => ({
    picture: cutOut(picture, { x: 0, y, width, height: end - y }),
    top: y,
  });
  return [part(0, cut), part(cut, height)];
}
