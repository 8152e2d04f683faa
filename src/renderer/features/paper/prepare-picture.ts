import type { GrayPicture } from '#shared/paper/gray-picture.ts';

/** Makes the picture of a page ready for recognition, in a worker. Null where it was stopped, or could not be done. */
export function preparePicture(picture: HTMLCanvasElement): {
  prepared: Promise<HTMLCanvasElement | null>;
  stop: () => void;
} {
  const worker = new Worker(new URL('prepare-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve } = Promise.withResolvers<HTMLCanvasElement | null>();
  worker.onmessage = ({ data }: MessageEvent<GrayPicture>) => resolve(toCanvas(data));
  worker.onerror = () => resolve(null);
  worker.postMessage(toGray(picture));
  const prepared = promise.finally(() => worker.terminate());
  return { prepared, stop: () => resolve(null) };
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

function toCanvas({ width, height, data }: GrayPicture): HTMLCanvasElement {
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
