import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { systemClock } from '#main/clock.ts';
import { startCore } from '#main/app/core.ts';
import { assetsOfSource } from '#main/app/assets.ts';
import { openKeychain } from '../open-keychain.ts';
import { startBrowser, startHost } from './bench-browser.ts';
import { withFolder } from './bench-folder.ts';
import { fillWithVendors } from './large-workspace.ts';

const root = join(import.meta.dirname, '../..');
const nowhere = 'http://127.0.0.1:9';

/**
 * Opens the app in the browser, at its list of 100,000 vendors.
 * @param words what is searched for; `work` is told how many vendors each beginning of each of them finds
 */
export function withVendorList(
  words: readonly string[],
  work: (page: Page, totals: ReadonlyMap<string, number>) => Promise<void>,
): Promise<void> {
  return withFolder(async (folder) => {
    const dataDir = join(folder, 'app');
    const totals = await prepare(dataDir, words);
    const host = await startHost(dataDir);
    const browser = await startBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(host.address);
      await page.getByRole('navigation').getByRole('button', { name: 'Vendors' }).click();
      await page.locator('[data-row]').first().waitFor();
      await work(page, totals);
    } finally {
      await browser.close();
      await host.stop();
    }
  });
}

/** Fills a workspace and tells how many vendors each beginning of each word finds. */
async function prepare(dataDir: string, words: readonly string[]): Promise<Map<string, number>> {
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
  const opened = await core.connect({ name: 'Bench', baseUrl: nowhere }, 'bench');
  if (!opened.ok) throw new Error(opened.error.message);
  const workspace = opened.value;
  fillWithVendors(workspace);
  while (workspace.search.flush(2000) > 0);
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
