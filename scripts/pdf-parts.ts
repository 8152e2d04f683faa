import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Where the page finds the parts of the PDF reader, relative to itself. */
const folder = 'pdf-parts';
const source = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/**
 * Character maps by name that a PDF may ask its reader for (ISO 32000-2, table 116): those of UTF-8 and UTF-32 are not among them,
 * and none of the others is built on one. They are half a megabyte.
 */
const characterMap = /^(?!.*-UTF(?:8|32)-).*\.bcmap$/;

/** The reader's worker, fonts that PDFs take for granted, character maps, and decoders of scanned pages in plain JavaScript: our pages run no WebAssembly. */
function partNames(): string[] {
  const inFolder = (name: string, ending: RegExp) =>
    readdirSync(join(source, name))
      .filter((file) => ending.test(file))
      .map((file) => `${name}/${file}`);
  return [
    'build/pdf.worker.min.mjs',
    ...inFolder('cmaps', characterMap),
    ...inFolder('standard_fonts', /\.(pfb|ttf)$/),
    ...inFolder('wasm', /_nowasm_fallback\.js$/),
  ];
}

/** Serves what the PDF reader asks for by name while it works, and puts it beside the built page. */
export function pdfParts(): Plugin {
  return {
    name: 'gangway-pdf-parts',
    configureServer(server) {
      server.middlewares.use(`/${folder}`, (request, response, next) => {
        const name = (request.url ?? '').split('?')[0]?.slice(1) ?? '';
        const file = join(source, name);
        if (!partNames().includes(name) || !existsSync(file)) {
          next();
          return;
        }
        response.setHeader(
          'content-type',
          /\.m?js$/.test(name) ? 'text/javascript' : 'application/octet-stream',
        );
        createReadStream(file).pipe(response);
      });
    },
    generateBundle() {
      for (const name of partNames()) {
        this.emitFile({
          type: 'asset',
          fileName: `${folder}/${name}`,
          source: readFileSync(join(source, name)),
        });
      }
    },
  };
}
