import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { systemClock } from '#main/clock.ts';
import { startCore } from '#main/app/core.ts';
import { assetsOfSource } from '#main/app/assets.ts';
import { startPracticeService } from '#practice/service.ts';
import { sampleDocumentJobs } from '#practice/sample-data.ts';
import { seedPracticeJobs } from '#test/practice-jobs.ts';
import { openKeychain } from '../open-keychain.ts';
import { startBrowser, startHost } from './bench-browser.ts';
import { withFolder } from './bench-folder.ts';
import { percentile, report } from './report.ts';

const root = join(import.meta.dirname, '../..');
const samples = join(root, 'src/practice/samples');
const reader = join(root, 'node_modules/pdfjs-dist/build');
const documents = 30;
/** How long a person looks at a document at least before going on, in milliseconds. */
const look = 500;
const bar = 100;

/**
 * How long it takes from a key until the next document is painted, its data beside it, while its file is kept on this
 * computer. Beside it, in the same browser: how long a page with nothing else on it takes to paint the same files, fetched and
 * drawn then, or ahead.
 */
export function nextDocument(): Promise<void> {
  return withFolder(async (folder) => {
    const dataDir = join(folder, 'app');
    await prepare(join(folder, 'service'), dataDir);
    const host = await startHost(dataDir);
    const browser = await startBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      const { bare, ahead } = await bareDrawings(
        await browser.newPage({ viewport: { width: 1440, height: 900 } }),
      );
      await page.goto(host.address);
      await page.getByRole('navigation').getByRole('button', { name: 'Documents' }).click();
      await page.locator('[data-shown]').waitFor();
      await page.evaluate(
        `addEventListener('keydown', (event) => { window.benchPressedAt = event.timeStamp; }, { capture: true })`,
      );
      const looked = await goThrough(page, 'j', documents - 1, look);
      const hurried = await goThrough(page, 'k', documents - 1, 0);
      const decided = await goThrough(page, 'a', documents - 1, look);
      for (const [name, getSamples, met] of [
        ['next_document_to_paint', looked, true],
        ['decided_to_next_painted', decided, true],
        ['next_document_to_paint_without_a_look', hurried, false],
      ] as const) {
        const p95 = percentile(getSamples.took, 0.95);
        const baseline = { name: 'bare_page', value: percentile(bare, 0.95) };
        const figure = { unit: 'ms', durability: 'FULL' } as const;
        report({ bench: `${name}_p95`, value: p95, ...figure, baseline, met: met ? p95 <= bar : null });
        // On a machine with other things to do the clock tells of them too; this tells of the page alone.
        const busy = percentile(getSamples.busy, 0.95);
        report({ bench: `${name}_page_thread_p95`, value: busy, ...figure, baseline: null, met: null });
        for (const [other, drawings] of [
          ['bare_page', bare],
          ['bare_page_that_prefetches', ahead],
        ] as const) {
          const median = { name: other, value: percentile(drawings, 0.5) };
          report({
            bench: `${name}_p50`,
            value: percentile(getSamples.took, 0.5),
            ...figure,
            baseline: median,
            met: null,
          });
        }
      }
    } finally {
      await browser.close();
      await host.stop();
    }
  });
}

/** Keeps results and files of documents as the app does, and ends the service: nothing comes from it any more. */
async function prepare(serviceDir: string, dataDir: string): Promise<void> {
  const ids = seedPracticeJobs(serviceDir, documents);
  const service = await startPracticeService({ dataDir: serviceDir });
  const started = await startCore({
    dataDir,
    facts: { version: '1.0.0', host: 'browser', platform: 'linux' },
    clock: systemClock,
    keychain: await openKeychain(() => Promise.reject(new Error('Not in a bench.'))),
    emit: () => undefined,
    openOutside: () => Promise.resolve(false),
    random: Math.random,
    begin: 'nothing',
    assets: assetsOfSource(root),
  });
  if (!started.ok) throw new Error(started.error.message);
  const { core } = started;
  const opened = await core.connect({ name: 'Bench', baseUrl: service.baseUrl }, service.token);
  if (!opened.ok) throw new Error(opened.error.message);
  await core.call('documents.add', { ids, vendorId: null });
  for (const jobId of ids) {
    for (const name of ['documents.checkNow', 'documents.fetchFile']) {
      const done = z.object({ ok: z.boolean() }).parse(await core.call(name, { jobId }));
      if (!done.ok) throw new Error(`${name} was refused for ${jobId}.`);
    }
  }
  await core.stop();
  await service.close();
}

/** Waits, frame by frame, until another document is on the screen with its data, and for that frame to be painted. */
const untilPainted = `(before) => new Promise((resolve) => {
  const look = () => {
    const paper = document.querySelector('[data-shown]');
    const shown = paper?.dataset.shown ?? '';
    const drawn = paper?.querySelector('img')?.complete === true || (paper?.querySelector('canvas')?.width ?? 0) > 300;
    const title = document.querySelector('h1')?.textContent ?? '';
    const read = document.querySelector('section[class*="_fields_"]')?.textContent ?? '';
    const data = title !== '' && read.includes(title.split(',')[0]);
    if (shown === before || !drawn || !data) return requestAnimationFrame(look);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve([performance.now() - window.benchPressedAt, shown]);
    port2.postMessage(null);
  };
  requestAnimationFrame(look);
})`;

/** Goes from document to document; `took` is time on the clock, `busy` what the page's own thread worked meanwhile, in ms. */
async function goThrough(
  page: Page,
  key: string,
  times: number,
  lookMs: number,
): Promise<{ took: number[]; busy: number[] }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  async function workedMs(): Promise<number> {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  }
  const getSamples = { took: Array<number>(), busy: Array<number>() };
  const shown = z.string();
  let before = shown.parse(await page.evaluate(`document.querySelector('[data-shown]').dataset.shown`));
  for (let time = 0; time < times; time += 1) {
    await pause(lookMs);
    const from = await workedMs();
    await page.keyboard.press(key);
    const answer: unknown = await page.evaluate(`(${untilPainted})(${JSON.stringify(before)})`);
    const [took, now] = z.tuple([z.number(), shown]).parse(answer);
    getSamples.took.push(took);
    getSamples.busy.push((await workedMs()) - from);
    before = now;
  }
  return getSamples;
}

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  mjs: 'text/javascript',
};

/** Draws the same files, as often, on a page with nothing else: a picture by the browser, a PDF by the reader. */
async function bareDrawings(page: Page): Promise<{ bare: number[]; ahead: number[] }> {
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1);
    const type = types[name.split('.').at(-1) ?? ''];
    if (name === '' || type === undefined) {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Bare</title>');
      return;
    }
    response.setHeader('content-type', type);
    createReadStream(join(name.endsWith('.mjs') ? reader : samples, name)).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  try {
    await page.goto(`http://127.0.0.1:${address.port}/`);
    await page.evaluate(
      `import('/pdf.mjs').then((pdf) => { pdf.GlobalWorkerOptions.workerSrc = '/pdf.worker.mjs'; window.bare = pdf; })`,
    );
    const files = sampleDocumentJobs()
      .filter((job) => !job.startsUnready)
      .map(({ file }) => file);
    const drawing = async (ahead: boolean) => {
      const took: number[] = [];
      for (let number = 0; number < documents; number += 1) {
        const file = JSON.stringify(`/${files[number % files.length] ?? ''}`);
        took.push(z.number().parse(await page.evaluate(`(${bareDrawing(ahead)})(${file})`)));
      }
      return took;
    };
    return { bare: await drawing(false), ahead: await drawing(true) };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Makes what shows a file, drawn to the end. */
const drawn = `async (file) => {
  if (file.endsWith('.pdf')) {
    const canvas = document.createElement('canvas');
    const opened = await window.bare.getDocument({ url: file }).promise;
    const sheet = await opened.getPage(1);
    const viewport = sheet.getViewport({ scale: 0.8 });
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    await sheet.render({ canvas, viewport }).promise;
    return canvas;
  }
  const image = new Image();
  image.src = file;
  image.style.height = '700px';
  await image.decode();
  return image;
}`;

/** Puts it on the page: what was fetched and drawn ahead, as a page that prefetches does, or what is fetched and drawn only now. */
const bareDrawing = (ahead: boolean) => `async (file) => {
  document.body.replaceChildren();
  const early = ${ahead} ? await (${drawn})(file) : null;
  const from = performance.now();
  document.body.append(early ?? await (${drawn})(file));
  await new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  }));
  return performance.now() - from;
}`;
