import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const packageFolder = (name: string) => dirname(require.resolve(`${name}/package.json`));

/**
 * Character maps by name that a PDF may ask its reader for (ISO 32000-2, table 116): those of UTF-8 and UTF-32 are not among them,
 * and none of the others is built on one. They are half a megabyte.
 */
const characterMap = /^(?!.*-UTF(?:8|32)-).*\.bcmap$/;

/** The reader and its worker, fonts that PDFs take for granted, character maps, and decoders of scanned pages in plain JavaScript: our pages run no WebAssembly. */
function pdfFiles(): Map<string, string> {
  const source = packageFolder('pdfjs-dist');
  const inFolder = (name: string, ending: RegExp) =>
    readdirSync(join(source, name))
      .filter((file) => ending.test(file))
      .map((file) => `${name}/${file}`);
  const names = [
    'build/pdf.min.mjs',
    'build/pdf.worker.min.mjs',
    ...inFolder('cmaps', characterMap),
    ...inFolder('standard_fonts', /\.(pfb|ttf)$/),
    ...inFolder('wasm', /_nowasm_fallback\.js$/),
  ];
  return new Map(names.map((name) => [name, join(source, name)]));
}

/** The recognizer's worker, its WebAssembly for the processors that Electron runs on, and what it knows of English. */
function recognizerFiles(): Map<string, string> {
  const core = 'tesseract-core-simd-lstm';
  return new Map([
    ['worker.js', join(packageFolder('tesseract.js'), 'dist/worker.min.js')],
    [`${core}.js`, join(packageFolder('tesseract.js-core'), `${core}.js`)],
    [`${core}.wasm`, join(packageFolder('tesseract.js-core'), `${core}.wasm`)],
    ['eng.traineddata', join(packageFolder('@tesseract.js-data/eng'), '4.0.0_best_int/eng.traineddata.gz')],
  ]);
}

/** What the PDF reader asks for by name while it works. */
export const pdfParts = (): Plugin => pageParts('pdf-parts', pdfFiles());

/** What the recognizer of scanned pages asks for by name. */
export const recognizerParts = (): Plugin => pageParts('recognizer-parts', recognizerFiles());

/** Serves files by name under a folder beside the page, and puts them there in the build. */
function pageParts(folder: string, files: ReadonlyMap<string, string>): Plugin {
  return {
    name: `gangway-${folder}`,
    configureServer(server) {
      server.middlewares.use(`/${folder}`, (request, response, next) => {
        const name = (request.url ?? '').split('?')[0]?.slice(1) ?? '';
        const file = files.get(name);
        if (file === undefined) {
          next();
          return;
        }
        response.setHeader('content-type', contentType(name));
        response.end(readPart(file));
      });
    },
    generateBundle() {
      for (const [name, file] of files) {
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source: readPart(file) });
      }
    },
  };
}

/** A part as pages use it: unpacking takes them longer than reading more of it. */
const readPart = (file: string): Buffer =>
  file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file);

function contentType(name: string): string {
  if (/\.m?js$/.test(name)) return 'text/javascript';
  return name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
}
