import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { startBrowser, startHost, startProgram } from './bench-browser.ts';
import { withFolder } from './bench-folder.ts';
import { percentile, report } from './report.ts';

const runs = 9;

/**
 * From starting the app's process until Today is painted with what it holds, in a browser that runs already and has nothing
 * of the app in its cache. Beside it, taken in turns: a bare Node server, and a page that says one word.
 */
export function coldStart(): Promise<void> {
  return withFolder(async (folder) => {
    const dataDir = join(folder, 'app');
    const browser = await startBrowser();
    try {
      const app = () => startHost(dataDir, '--practice');
      // The first start fills the practice workspace, and what is compiled is kept for the next.
      await started(browser, app, today);
      const ours: Started[] = [];
      const bare: Started[] = [];
      for (let run = 0; run < runs; run += 1) {
        ours.push(await started(browser, app, today));
        bare.push(await started(browser, () => startProgram(['-e', bareServer]), 'body'));
      }
      tell('cold_start_to_painted_today', ours, bare, ({ hostMs, pageMs }) => hostMs + pageMs, 500);
      tell('cold_start_host', ours, bare, ({ hostMs }) => hostMs, null);
      tell('cold_start_page', ours, bare, ({ pageMs }) => pageMs, null);
    } finally {
      await browser.close();
    }
  });
}

interface Started {
  /** Until the process said its address. */
  hostMs: number;
  /** From opening that address until what is looked for is painted. */
  pageMs: number;
}

/** A row of Today, whose facts come from the workspace. */
const today = 'main [data-row]';

const bareServer = `const server = require('node:http').createServer((request, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>Bare</title>Today');
});
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port + '/'));`;

async function started(
  browser: Browser,
  start: () => ReturnType<typeof startHost>,
  isThere: string,
): Promise<Started> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const from = performance.now();
  const host = await start();
  const hostMs = performance.now() - from;
  try {
    await page.goto(host.address, { waitUntil: 'commit' });
    await page.locator(isThere).first().waitFor();
    await page.evaluate(painted);
    return { hostMs, pageMs: performance.now() - from - hostMs };
  } finally {
    await context.close();
    await host.stop();
  }
}

const painted = `new Promise((resolve) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => resolve();
  port2.postMessage(null);
}))`;

function tell(
  bench: string,
  ours: readonly Started[],
  bare: readonly Started[],
  of: (started: Started) => number,
  bar: number | null,
): void {
  const value = percentile(ours.map(of), 0.5);
  report({
    bench: `${bench}_p50`,
    value,
    unit: 'ms',
    baseline: { name: 'bare Node server and page', value: percentile(bare.map(of), 0.5) },
    durability: 'FULL',
    ...(bar === null ? {} : { bar }),
    met: bar === null ? null : value < bar,
  });
}
