import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pdfParts } from '../../scripts/pdf-parts.ts';

/** Serves the page with the bridge's fake, to look at screens without the main process. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), pdfParts()],
  server: { fs: { allow: [fileURLToPath(new URL('../..', import.meta.url))] } },
});
