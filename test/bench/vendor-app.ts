import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { systemClock } from '#main/clock.ts';
import { startCore } from '#main/app/core.ts';
import { assetsOfSource } from '#main/app/assets.ts';
import { onboardingHandlers } from '#main/features/onboarding.ts';
import { openKeychain } from '../open-keychain.ts';
import { pageOfVendors } from '#test/vendor-list.ts';
import { startBrowser, startHost } from './bench-browser.ts';
import { withFolder } from './bench-folder.ts';
import { fillWithVendors } from './large-workspace.ts';
import { makeTenRequirements } from './ten-requirements.ts';

const root = join(import.meta.dirname, '../..');
const nowhere = 'http://127.0.0.1:9';

/** A list that is looked at: of so many vendors, with ten requirements where it tells how they stand. */
export interface VendorList {
  screen: 'Vendors' | 'Onboarding';
  vendors: number;
  /** What is searched for; the work is told how many vendors each beginning of each of them finds. */
  words: readonly string[];
}

/** Opens the app in the browser, at a list of vendors. */
export function withVendorList(
  list: VendorList,
  work: (page: Page, totals: ReadonlyMap<string, number>) => Promise<void>,
): Promise<void> {
  return withFolder(async (folder) => {
    const dataDir = join(folder, 'app');
    const totals = await prepare(dataDir, list);
    const host = await startHost(dataDir);
    const browser = await startBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(host.address);
      await page.getByRole('navigation').getByRole('button', { name: list.screen }).click();
      await page.locator('[data-row]').first().waitFor();
      await work(page, totals);
    } finally {
      await browser.close();
      await host.stop();
    }
  });
}

/** Fills a workspace and tells how many vendors each beginning of each word finds. */
async function prepare(
  dataDir: string,
  { screen, vendors, words }: VendorList,
): Promise<Map<string, number>> {
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
  fillWithVendors(workspace, vendors);
  if (screen === 'Onboarding') {
    await onboardingHandlers(workspace)['onboarding.save']({ sets: makeTenRequirements() });
  }
  while (workspace.onboarding.coming() > 0) await setTimeout(50);
  while (workspace.search.flush(2000) > 0);
  const beginnings = words.flatMap((word) => word.split('').map((_letter, end) => word.slice(0, end + 1)));
  const totals = new Map(
    beginnings.map((search) => [search, pageOfVendors(workspace, { search, limit: 1 }).total]),
  );
  await core.stop();
  return totals;
}
