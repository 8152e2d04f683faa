import { ownMember } from '#shared/base/own-member.ts';
import { extname, join, normalize, sep } from 'node:path';

/** The renderer's file for a path, or null. No path can leave the folder. */
export function pageFile(folder: string, pathname: string): { file: string; contentType: string } | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null;
  const relative = decoded === '/' ? 'index.html' : decoded.replace(/^\/+/, '');
  const file = normalize(join(folder, relative));
  if (!file.startsWith(folder + sep)) return null;
  const contentType = ownMember(pageTypes, extname(file).toLowerCase());
  return contentType === undefined ? null : { file, contentType };
}

/** The job ID or the hash of a filed document in a path `/files/<it>`; null for any other path. */
export const parseKeptFile = (pathname: string): string | null =>
  /^\/files\/([0-9a-f-]{36}|[0-9a-f]{64})$/.exec(pathname)?.[1] ?? null;

/** The hash of the style sheet that React Aria puts into the page for touch. */
const reactAriaTouchStyle = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='";

/** The workers that recognize scanned pages and decode HEIC pictures, which alone may run WebAssembly. */
const wasmWorkers = /^\/(?:recognizer-parts\/worker|assets\/heif-worker-[\w-]{8})\.js$/;

/** Headers of every file for the renderer: nothing from elsewhere, no inline scripts. @param connect CSP sources */
export const pageHeaders = (path: string, connect: string): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'self'${wasmWorkers.test(path) ? " 'wasm-unsafe-eval'" : ''}`,
    `style-src 'self' ${reactAriaTouchStyle}`,
    "font-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src ${connect}`,
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
});

const pageTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  // The recognizer's language data.
  '.traineddata': 'application/octet-stream',
  // The PDF reader's fonts and character maps.
  '.pfb': 'application/octet-stream',
  '.ttf': 'font/ttf',
  '.bcmap': 'application/octet-stream',
};
