import { tooLargeToDraw } from '#shared/base/picture-file.ts';
import type { Decoded } from './decode-in-worker.ts';

// Decodes one HEIC picture, in the only worker besides the recognizer's that may run WebAssembly (src/main/page-files.ts).

self.onmessage = async ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
  self.postMessage(await decode(data));
};

async function decode(file: Uint8Array): Promise<Decoded<Blob>> {
  // Apart from our code, so that the library can be replaced.
  const { default: createLibheif } = await import('libheif-js/libheif-wasm/libheif-bundle.mjs');
  const images = new (createLibheif().HeifDecoder)().decode(file);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (image === undefined) return { ok: false, sentence: null };
  const [width, height] = [image.get_width(), image.get_height()];
  const sentence = tooLargeToDraw({ width, height });
  if (sentence !== null) return { ok: false, sentence };
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  // Already turned as the file says; the orientation in its EXIF is only a copy of that.
  const shown = await new Promise<ImageData | null>((resolve) =>
    image.display(new ImageData(width, height), resolve),
  );
  if (shown === null || context === null) return { ok: false, sentence: null };
  context.putImageData(shown, 0, 0);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  return { ok: true, value: await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 }) };
}
