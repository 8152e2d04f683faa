import { measurePage } from '#shared/ocr/measure-page.ts';
import { preparePage, type GrayPicture } from '#shared/ocr/prepare-page.ts';
import type { PreparingMessage } from './recognizer.ts';

// Makes one page ready for recognition and measures it, so that the window goes on meanwhile; it is ended after that.

self.onmessage = ({ data }: MessageEvent<GrayPicture>) => {
  const prepared = preparePage(data);
  self.postMessage({ kind: 'prepared', prepared } satisfies PreparingMessage);
  // Recognition goes on beside this.
  const measures = measurePage(prepared.sheet.picture, prepared.degrees);
  self.postMessage({ kind: 'measured', measures } satisfies PreparingMessage);
};
