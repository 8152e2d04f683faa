import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { createServer } from 'vite';
import { z } from 'zod';
import { pageReading, type PageReading } from '#shared/filing/page-reading.ts';
import type { ExpectedPage } from '#shared/ocr/judge-page.ts';
import { pdfParts, recognizerParts } from '../../scripts/page-parts.ts';

const field = z.object({ field: z.string(), value: z.string(), sure: z.boolean() });

/** What the app says of the first page of a file, and how long it took, in milliseconds. */
export const paperReading = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refused'), sentence: z.string(), ms: z.number() }),
  z.object({
    kind: z.literal('read'),
    ms: z.number(),
    fields: z.array(field),
    note: z.enum(['blank', 'social_security_number']).nullable(),
    /** Null where no picture was judged. */
    quality: z
      .looseObject({
        overallScore: z.number(),
        /** Whether a person is told to take the picture again. */
        isToRetake: z.boolean(),
        defects: z.array(z.looseObject({ defect: z.string() })),
      })
      .nullable(),
  }),
]);
export type PaperReading = z.infer<typeof paperReading>;

/** Reads files as the app does: with its own code, in a real browser, from the sources. */
export async function openPaperBrowser(browser: Browser) {
  const root = join(import.meta.dirname, '../..');
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1', watch: null, hmr: false },
    optimizeDeps: { entries: ['test/papers/reader-page.ts'], exclude: ['libheif-js'] },
    plugins: [pdfParts(), recognizerParts()],
  });
  await server.listen();
  const [address = ''] = server.resolvedUrls?.local ?? [];
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.route(`${address}reader.html`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><script type="module" src="/test/papers/reader-page.ts"></script>',
    }),
  );
  await page.goto(`${address}reader.html`);
  await page.waitForFunction(() => 'readPaper' in globalThis, undefined, { timeout: 60_000 });
  return {
    async read(file: Buffer, expected: ExpectedPage): Promise<PaperReading> {
      const asked = JSON.stringify([file.toString('base64'), expected]);
      return paperReading.parse(await page.evaluate(`readPaper(...${asked})`));
    },
    /** What filing reads of each page, or why it cannot be opened. */
    async readForFiling(file: Buffer): Promise<PageReading[] | string> {
      const asked = JSON.stringify(file.toString('base64'));
      return z
        .union([z.array(pageReading), z.string()])
        .parse(await page.evaluate(`readForFiling(${asked})`));
    },
    /** What was asked of anybody but this computer. */
    foreignRequests: () => requests.filter((url) => !url.startsWith(address) && /^https?:/.test(url)),
    close: () => server.close(),
  };
}
