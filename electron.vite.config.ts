import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { isPackedFont, reportFontFiles } from './src/main/reports/report-parts.ts';
import { firstLoad } from './scripts/first-load.ts';
import { oneLanguage } from './scripts/one-language.ts';
import { pdfParts, recognizerParts } from './scripts/page-parts.ts';
import { thirdPartyNotices } from './scripts/third-party-notices.ts';

const here = import.meta.dirname;

/** Puts what the main process reads as files beside its bundle: migrations, the practice service's samples, fonts of reports. */
function assets(): Plugin {
  return {
    name: 'gangway-assets',
    writeBundle() {
      cpSync(resolve(here, 'src/main/store/migrations'), resolve(here, 'out/main/migrations'), {
        recursive: true,
      });
      cpSync(resolve(here, 'src/practice/samples'), resolve(here, 'out/main/samples'), {
        recursive: true,
        filter: (file) => !file.endsWith('.md'),
      });
      for (const { from, to } of reportFontFiles) {
        const file = resolve(here, 'out/main/fonts', to);
        const bytes = readFileSync(resolve(here, 'node_modules', from));
        mkdirSync(dirname(file), { recursive: true });
        // Whole fonts, for names in all their scripts; packed they take a good third.
        writeFileSync(file, isPackedFont(file) ? brotliCompressSync(bytes) : bytes);
      }
    },
  };
}

/** Without the line number of the default, so that the first load stays small. */
function generateScopedName(name: string, file: string): string {
  const hash = createHash('sha256').update(relative(here, file)).digest('base64url').slice(0, 4);
  return `_${name}_${hash}`;
}

/** The PDF reader, which pages and a worker load, is in the app once: among its parts. */
const sharedReader = {
  external: ['pdfjs-dist'],
  paths: { 'pdfjs-dist': '../pdf-parts/build/pdf.min.mjs' },
};

export default defineConfig({
  main: {
    plugins: [
      assets(),
      thirdPartyNotices({ root: here, installed: true, files: reportFontFiles.map(({ from }) => from) }),
    ],
    // As Node builds undici for itself: without its second HTTP parser, which is an experiment and off.
    define: { esbuildDetection: '1' },
    resolve: {
      alias: { 'brotli/decompress.js': resolve(here, 'src/main/reports/brotli-of-node.ts') },
    },
    build: {
      // Less to read at each start, and a smaller installer.
      minify: true,
      rollupOptions: {
        input: {
          index: resolve(here, 'src/main/index.ts'),
          // The same app behind a browser; not in the installed one.
          'browser-host': resolve(here, 'src/browser/main.ts'),
          // Threads of their own, started by their files.
          'report-worker': resolve(here, 'src/main/reports/report-worker.ts'),
          'answer-worker': resolve(here, 'src/main/answers/answer-worker.ts'),
          'list-worker': resolve(here, 'src/main/imports/list-worker.ts'),
          'moved-file-worker': resolve(here, 'src/main/store/moved-file-worker.ts'),
          'integrity-worker': resolve(here, 'src/main/store/integrity-worker.ts'),
        },
        // The native parts stay outside the bundle; keytar is optional and loaded when the app starts.
        external: ['better-sqlite3', 'keytar', 'electron'],
      },
    },
  },
  preload: {
    // It has no package of others as yet; one that comes has to be in the list, which the audit reads as well.
    plugins: [thirdPartyNotices({ root: here })],
    build: {
      // A sandboxed preload script is one CommonJS file.
      rollupOptions: {
        input: resolve(here, 'src/preload/index.ts'),
        output: { format: 'cjs', entryFileNames: 'index.cjs' },
      },
      externalizeDeps: false,
    },
  },
  renderer: {
    root: resolve(here, 'src/renderer'),
    plugins: [
      react(),
      oneLanguage(),
      pdfParts(),
      recognizerParts(),
      firstLoad(),
      thirdPartyNotices({
        root: here,
        files: ['pdfjs-dist', 'tesseract.js-core', '@tesseract.js-data/eng', 'libheif-js'].map(
          (name) => `${name}/package.json`,
        ),
      }),
    ],
    resolve: {
      // Its ES module: a CommonJS one would bring what it needs at run time into the first load.
      alias: [
        {
          find: /^tesseract\.js$/,
          replacement: resolve(here, 'node_modules/tesseract.js/dist/tesseract.esm.min.js'),
        },
      ],
    },
    css: { modules: { generateScopedName } },
    // A worker may load more of itself later.
    worker: {
      format: 'es',
      rolldownOptions: { external: sharedReader.external, output: { paths: sharedReader.paths } },
    },
    build: {
      minify: true,
      rollupOptions: {
        input: {
          index: resolve(here, 'src/renderer/index.html'),
          'browser-bridge': resolve(here, 'src/browser/bridge.ts'),
        },
        external: sharedReader.external,
        output: {
          paths: sharedReader.paths,
          entryFileNames: (chunk) =>
            chunk.name === 'browser-bridge' ? '[name].js' : 'assets/[name]-[hash].js',
        },
      },
    },
  },
});
