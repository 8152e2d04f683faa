import { measurePage, type PageMeasures } from '#shared/ocr/measure-page.ts';
import { preparePage, type GrayPicture, type PreparedPage } from '#shared/ocr/prepare-page.ts';

// Makes pages ready for recognition and measures them, while the recognizers begin and read.

/** The messages for a page, in this order. */
export type PreparingMessage =
  | { kind: 'prepared'; prepared: PreparedPage }
  | { kind: 'measured'; measures: PageMeasures };

self.onmessage = ({ data }: MessageEvent<ImageBitmap>) => {
  const prepared = preparePage(toGray(data));
  self.postMessage({ kind: 'prepared', prepared } satisfies PreparingMessage);
  // Recognition goes on beside this.
  const measures = measurePage(prepared.sheet.picture, prepared.degrees);
  self.postMessage({ kind: 'measured', measures } satisfies PreparingMessage);
};

/** By the usual weights of red, green and blue (ITU-R BT.601). */
function toGray(picture: ImageBitmap): GrayPicture {
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  context?.drawImage(picture, 0, 0);
  picture.close();
  const colors = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
  const data = new Uint8Array(width * height);
  for (let at = 0, color = 0; at < data.length; at += 1, color += 4) {
    data[at] =
      ((colors[color] ?? 0) * 77 + (colors[color + 1] ?? 0) * 150 + (colors[color + 2] ?? 0) * 29) >> 8;
  }
  return { width, height, data };
}
