import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { systemClock } from '#main/clock.ts';
import { startCore } from '#main/app/core.ts';
import { assetsOfSource } from '#main/app/assets.ts';
import { onboardingHandlers } from '#main/features/onboarding.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { openKeychain } from '../open-keychain.ts';
import { pageOfVendors } from '#test/vendor-list.ts';
import { startBrowser, startHost } from './bench-browser.ts';
import { withFolder } from './bench-folder.ts';
import { fillWithVendors } from './large-workspace.ts';
import { makeTenRequirements } from './ten-requirements.ts';

const root = join(import.meta.dirname, '../..');
const nowhere = 'http://127.0.0.1:9';

/** What the list of vendors shows. */
export interface VendorList {
  vendors: number;
  /** Whether ten requirements are judged for each. */
  hasRequirements: boolean;
  /** What is searched for; the work is told how many vendors each beginning of each of them finds. */
  words: readonly string[];
}

/** Opens the app in the browser, at a list of vendors. */
export async function withVendorList(
  { vendors, hasRequirements, words }: VendorList,
  work: (page: Page, totals: ReadonlyMap<string, number>) => Promise<void>,
): Promise<void> {
  const totals = new Map<string, number>();
  const prepare = async (workspace: Workspace) => {
    fillWithVendors(workspace, vendors);
    if (hasRequirements)
      await onboardingHandlers(workspace)['onboarding.save']({ sets: makeTenRequirements() });
    await settle(workspace);
    for (const search of words.flatMap((word) =>
      word.split('').map((_letter, end) => word.slice(0, end + 1)),
    ))
      totals.set(search, pageOfVendors(workspace, { search, limit: 1 }).total);
  };
  await withApp(prepare, async (page) => {
    await page.getByRole('navigation').getByRole('button', { name: 'Vendors' }).click();
    await page.locator('[data-row]').first().waitFor();
    await work(page, totals);
  });
}

/** Opens the app in the browser, with a workspace that was filled before. */
export function withApp(
  prepare: (workspace: Workspace) => Promise<void>,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  return withFolder(async (folder) => {
    const dataDir = join(folder, 'app');
    await fill(dataDir, prepare);
    const host = await startHost(dataDir);
    const browser = await startBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(host.address);
      await work(page);
    } finally {
      await browser.close();
      await host.stop();
    }
  });
}

/** Waits until all vendors are judged and can be searched. */
export async function settle(workspace: Workspace): Promise<void> {
  while (workspace.onboarding.coming() > 0) await setTimeout(50);
  while (workspace.search.flush(2000) > 0);
}

async function fill(dataDir: string, prepare: (workspace: Workspace) => Promise<void>): Promise<void> {
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
  await prepare(opened.value);
  await core.stop();
}
