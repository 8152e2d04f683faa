import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { systemClock } from '#main/clock.ts';
import { startCore } from '#main/core.ts';
import { reportPartsOfSource } from '#main/reports/report-parts.ts';
import { openKeychain } from '#main/keychain/keychain.ts';
import config from '../../playwright.config.ts';
import { withFolder } from './bench-folder.ts';
import { fillWithVendors } from './large-workspace.ts';
import { percentile, report } from './report.ts';

const root = join(import.meta.dirname, '../..');
const nowhere = 'http://127.0.0.1:9';
const words = ['brightwater', 'kestrel roof', 'oakland', 'plumb', 'company 77', '238220', 'hydro'];
const scrolledRows = 5000;

/** How long it takes from a keystroke until its result is painted, in the browser, with 100,000 vendors kept. */
export function searchPaint(): Promise<void> {
  return withFolder(async (folder) => {
    const dataDir = join(folder, 'app');
    const totals = await prepare(dataDir);
    const app = spawn(process.execPath, ['src/browser/main.ts', '--data-dir', dataDir], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const browser = await chromium.launch(launchOptions());
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      const line = await createInterface({ input: app.stdout })[Symbol.asyncIterator]().next();
      const address = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(String(line.value))?.[0];
      if (address === undefined) throw new Error(`No address in: ${String(line.value)}`);
      await page.goto(address);
      await page.getByRole('navigation').getByRole('button', { name: 'Vendors' }).click();
      await page.locator('[data-row]').first().waitFor();
      await typing(page, totals);
      await scrolling(page);
    } finally {
      await browser.close();
      const ended = once(app, 'exit');
      app.kill();
      await ended;
    }
  });
}

function launchOptions() {
  return config.projects?.find((project) => project.name === 'chromium')?.use?.launchOptions ?? {};
}

/** Fills a workspace and tells how many vendors each beginning of each word finds. */
async function prepare(dataDir: string): Promise<Map<string, number>> {
  const started = await startCore({
    dataDir,
    facts: { version: '1.0.0', host: 'browser', platform: 'linux' },
    clock: systemClock,
    keychain: await openKeychain(() => Promise.reject(new Error('Not in a bench.'))),
    emit: () => undefined,
    openOutside: () => Promise.resolve(false),
    random: Math.random,
    begin: 'nothing',
    assets: {
      migrations: join(root, 'src/main/store/migrations'),
      samples: join(root, 'src/practice/samples'),
      report: reportPartsOfSource(root),
    },
  });
  if (!started.ok) throw new Error(started.error.message);
  const { core } = started;
  const opened = await core.connect({ name: 'Bench', baseUrl: nowhere }, 'bench');
  if (!opened.ok) throw new Error(opened.error.message);
  const workspace = opened.value;
  fillWithVendors(workspace);
  while (workspace.search.takeIn(2000) > 0);
  const beginnings = words.flatMap((word) => word.split('').map((_letter, end) => word.slice(0, end + 1)));
  const totals = new Map(
    beginnings.map((search) => [
      search,
      workspace.vendors.page({ search, sort: 'company', after: null, limit: 1 }).total,
    ]),
  );
  await core.stop();
  return totals;
}

/** Waits, frame by frame, until the foot of the list tells a total, and for the frame that shows it to be painted. */
const untilPainted = `(total) => new Promise((resolve) => {
  const look = () => {
    const told = [...document.querySelectorAll('span')].some((one) => one.textContent.endsWith(' of ' + total) || one.textContent === total + ' in all');
    if (!told || document.querySelector('[data-row]') === null) return requestAnimationFrame(look);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now() - window.benchTypedAt);
    port2.postMessage(null);
  };
  requestAnimationFrame(look);
})`;

async function typing(page: Page, totals: ReadonlyMap<string, number>): Promise<void> {
  await page.evaluate(
    `addEventListener('keydown', (event) => { window.benchTypedAt = event.timeStamp; }, { capture: true })`,
  );
  const field = page.getByLabel('Filter vendors');
  const samples: number[] = [];
  for (const word of words) {
    await field.fill('');
    await page.locator('[data-row]').first().waitFor();
    await field.focus();
    let before = -1;
    for (const [index, letter] of word.split('').entries()) {
      const total = totals.get(word.slice(0, index + 1)) ?? 0;
      await page.keyboard.press(letter === ' ' ? 'Space' : letter);
      const took = z.number().parse(await page.evaluate(`(${untilPainted})(${total})`));
      // Where the number stays the same nothing tells the new result from the one before.
      if (total !== before && total > 0) samples.push(took);
      before = total;
    }
  }
  const baseline = { name: 'bar', value: 50 };
  const p95 = percentile(samples, 0.95);
  const figure = { unit: 'ms', baseline, durability: 'FULL' } as const;
  report({ bench: 'search_to_paint_p95_at_100k', value: p95, ...figure, met: p95 < baseline.value });
  report({ bench: 'search_to_paint_p50_at_100k', value: percentile(samples, 0.5), ...figure, met: null });
}

/** The page's memory before and after thousands of rows went by. */
async function scrolling(page: Page): Promise<void> {
  await page.getByLabel('Filter vendors').fill('');
  await page.locator('[data-row]').first().waitFor();
  const session = await page.context().newCDPSession(page);
  async function heapKb(): Promise<number> {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / 1024;
  }
  const before = await heapKb();
  await page.locator('[data-row]').first().hover();
  for (;;) {
    await page.mouse.wheel(0, 4000);
    const last = z
      .number()
      .parse(
        await page.evaluate(
          `new Promise((resolve) => requestAnimationFrame(() => resolve(Math.max(...[...document.querySelectorAll('[data-row]')].map((row) => Number(row.getAttribute('aria-rowindex')))))))`,
        ),
      );
    if (last >= scrolledRows) break;
  }
  const after = await heapKb();
  report({
    bench: `heap_after_scrolling_${scrolledRows}_rows`,
    value: after,
    unit: 'kB',
    baseline: { name: 'before', value: before },
    durability: 'none',
    met: null,
  });
}
