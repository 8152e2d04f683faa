import type { GrayPicture } from '#shared/paper/gray-picture.ts';
import type { PageMeasures } from '#shared/paper/measure-page.ts';
import type { PreparedPage } from '#shared/paper/prepare-page.ts';

/** The messages of the worker, in this order. */
export type PreparingMessage =
  | { kind: 'prepared'; prepared: PreparedPage }
  | { kind: 'measured'; measures: PageMeasures };

interface PreparedPicture {
  page: PreparedPage;
  canvas: HTMLCanvasElement;
}

/** Prepares and measures a page's picture in a worker of its own. Null if stopped or impossible. */
export function preparePicture(picture: HTMLCanvasElement): {
  prepared: Promise<PreparedPicture | null>;
  measures: Promise<PageMeasures | null>;
  stop: () => void;
} {
  const worker = new Worker(new URL('prepare-worker.ts', import.meta.url), { type: 'module' });
  const prepared = Promise.withResolvers<PreparedPicture | null>();
  const measured = Promise.withResolvers<PageMeasures | null>();
  const stop = () => {
    worker.terminate();
    prepared.resolve(null);
    measured.resolve(null);
  };
  worker.onmessage = ({ data }: MessageEvent<PreparingMessage>) => {
    switch (data.kind) {
      case 'prepared':
        prepared.resolve({ page: data.prepared, canvas: toCanvas(data.prepared.picture) });
        break;
      case 'measured':
        measured.resolve(data.measures);
        worker.terminate();
    }
  };
  worker.onerror = stop;
  worker.postMessage(toGray(picture));
  return { prepared: prepared.promise, measures: measured.promise, stop };
}

/** By the usual weights of red, green and blue (ITU-R BT.601). */
function toGray(canvas: HTMLCanvasElement): GrayPicture {
  const { width, height } = canvas;
  const colors = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
  const data = new Uint8Array(width * height);
  for (let at = 0, color = 0; at < data.length; at += 1, color += 4) {
    const [red = 0, green = 0, blue = 0] = [colors[color], colors[color + 1], colors[color + 2]];
    data[at] = (red * 77 + green * 150 + blue * 29) >> 8;
  }
  return { width, height, data };
}

export function toCanvas({ width, height, data }: GrayPicture): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const colors = new ImageData(width, height);
  for (let at = 0, color = 0; at < data.length; at += 1, color += 4) {
    colors.data.fill(data[at] ?? 0, color, color + 3);
    colors.data[color + 3] = 255;
  }
  canvas.getContext('2d')?.putImageData(colors, 0, 0);
  return canvas;
}
