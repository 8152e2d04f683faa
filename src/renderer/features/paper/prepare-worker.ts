import type { GrayPicture } from '#shared/paper/gray-picture.ts';
import { preparePage } from '#shared/paper/prepare-page.ts';

// Makes one page ready for recognition, so that the window goes on meanwhile; it is ended after that.

self.onmessage = ({ data }: MessageEvent<GrayPicture>) => {
  self.postMessage(preparePage(data).picture);
};
