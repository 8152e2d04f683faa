import type { Page } from '@playwright/test';
import { z } from 'zod';
import { report } from './report.ts';
import { withVendorList } from './vendor-app.ts';

/** How much more than at the beginning, or with few vendors, the page may hold, as a factor. */
const flat = 1.25;

interface Held {
  heap: number;
  nodes: number;
}

/** What the page holds while 100,000 vendors go by, without requirements and with ten, and while 1,000 with ten do. */
export async function scrollMemory(): Promise<void> {
  await hold(100_000, false, null);
  const few = await hold(1000, true, null);
  await hold(100_000, true, { name: 'with_1000_vendors', ...few });
}

/**
 * Looks at a list at some of its rows.
 * @param baseline what the page is held against; null for what it holds at the first of the rows
 * @returns what the page holds at the first of the rows
 */
async function hold(
  vendors: number,
  hasRequirements: boolean,
  baseline: (Held & { name: string }) | null,
): Promise<Held> {
  const rows = [500, 25_000, 50_000, 75_000, 99_900].filter((row) => row < vendors);
  let first: Held | null = null;
  await withVendorList({ vendors, hasRequirements, words: [] }, async (page) => {
    const session = await page.context().newCDPSession(page);
    await page.locator('[data-row]').first().hover();
    for (const row of rows) {
      await scrollTo(page, row);
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      const now = {
        heap: usedSize / 1024,
        nodes: z.number().parse(await page.evaluate(`document.querySelectorAll('*').length`)),
      };
      first ??= now;
      const against = baseline ?? { name: `at_row_${rows[0] ?? row}`, ...first };
      for (const [what, unit] of [
        ['heap', 'kB'],
        ['nodes', 'nodes'],
      ] as const) {
        report({
          bench: `${hasRequirements ? 'vendors_with_requirements' : 'vendors'}_${what}_at_row_${row}_of_${vendors}`,
          value: now[what],
          unit,
          durability: 'none',
          baseline: { name: against.name, value: against[what] },
          met: now[what] < against[what] * flat,
        });
      }
    }
  });
  if (first === null) throw new Error('No row was looked at.');
  return first;
}

/** Turns the wheel until a row with this number is in sight. */
async function scrollTo(page: Page, row: number): Promise<void> {
  const last = `new Promise((resolve) => requestAnimationFrame(() => resolve(Math.max(...[...document.querySelectorAll('[data-row]')].map((row) => Number(row.getAttribute('aria-rowindex')))))))`;
  while (z.number().parse(await page.evaluate(last)) < row) await page.mouse.wheel(0, 4000);
}
