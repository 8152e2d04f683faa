import { measurePage } from '#shared/ocr/measure-page.ts';
import { preparePage, type GrayPicture } from '#shared/ocr/prepare-page.ts';
import type { PreparingMessage } from './recognizer.ts';

// Makes one page ready for recognition and measures it, so that the window goes on meanwhile; it is ended after that.

function tell(message: PreparingMessage): void {
  self.postMessage(message);
}

self.onmessage = ({ data }: MessageEvent<GrayPicture>) => {
  const prepared = preparePage(data);
  // Recognition goes on beside what follows.
  tell({ kind: 'prepared', prepared });
  tell({ kind: 'measured', measures: measurePage(prepared.sheet.picture, prepared.degrees) });
};
