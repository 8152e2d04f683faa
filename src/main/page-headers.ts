/** The one style sheet that React Aria puts into the page by itself (for touch); the policy names it by its hash. */
const reactAriaTouchStyle = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='";

/** The script of the worker that recognizes scanned pages. It alone may run WebAssembly: a worker's policy comes with its script. */
const recognizerWorker = '/recognizer-parts/worker.js';

/**
 * Headers of every page and file that a host serves to the renderer: nothing from elsewhere, no inline scripts.
 * @param path the path of what is served
 * @param connect where it may connect to, as CSP sources
 */
export function pageHeaders(path: string, connect: string): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self'${path === recognizerWorker ? " 'wasm-unsafe-eval'" : ''}`,
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
  };
}

/** Content types of what the build puts beside the page. */
export const pageTypes: Record<string, string> = {
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
  // What the recognizer knows of a language, which it unpacks by itself.
  '.gz': 'application/octet-stream',
  // Fonts and character maps that the PDF reader asks for.
  '.pfb': 'application/octet-stream',
  '.ttf': 'font/ttf',
  '.bcmap': 'application/octet-stream',
};
