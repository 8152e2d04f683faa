import type { Decoded } from './decode-in-worker.ts';
import { tiffAsPdf } from './tiff-pdf.ts';

// Makes a PDF of one TIFF, so that the window goes on while pixels are unpacked.

self.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
  const made = tiffAsPdf(data);
  const answer: Decoded<Uint8Array<ArrayBuffer>> = made.ok ? { ok: true, value: made.pdf } : made;
  self.postMessage(answer);
};
