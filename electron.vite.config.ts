import { cpSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { pdfParts } from './scripts/pdf-parts.ts';

const here = import.meta.dirname;

/** Puts what the main process reads as files beside its bundle: migrations and the practice service's samples. */
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
    },
  };
}

export default defineConfig({
  main: {
    plugins: [assets()],
    build: {
      rollupOptions: {
        input: resolve(here, 'src/main/index.ts'),
        // The native parts stay outside the bundle; keytar is optional and loaded when the app starts.
        external: ['better-sqlite3', 'keytar', 'electron'],
      },
    },
  },
  preload: {
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
    plugins: [react(), pdfParts()],
    build: {
      minify: true,
      rollupOptions: {
        input: {
          index: resolve(here, 'src/renderer/index.html'),
          'browser-bridge': resolve(here, 'src/browser/bridge.ts'),
        },
        output: {
          entryFileNames: (chunk) =>
            chunk.name === 'browser-bridge' ? '[name].js' : 'assets/[name]-[hash].js',
        },
      },
    },
  },
});
