import type { Page } from '@playwright/test';
import { z } from 'zod';
import { report } from './report.ts';
import { withVendorList } from './vendor-app.ts';

const lookedAt = [1000, 25_000, 50_000, 75_000, 99_900];
/** How much more than at the beginning the page may hold at the end, as a factor. */
const flat = 1.25;

/** What the page holds while 100,000 vendors go by. */
export function scrollMemory(): Promise<void> {
  return withVendorList([], async (page) => {
    const session = await page.context().newCDPSession(page);
    async function heapKb(): Promise<number> {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return usedSize / 1024;
    }
    await page.locator('[data-row]').first().hover();
    let first: { heap: number; nodes: number } | null = null;
    for (const row of lookedAt) {
      await scrollTo(page, row);
      const now = {
        heap: await heapKb(),
        nodes: z.number().parse(await page.evaluate(`document.querySelectorAll('*').length`)),
      };
      first ??= now;
      const figure = {
        unit: 'kB',
        durability: 'none',
        baseline: { name: 'at_1000', value: first.heap },
      } as const;
      report({ bench: `heap_at_row_${row}`, value: now.heap, ...figure, met: now.heap < first.heap * flat });
      report({
        bench: `nodes_at_row_${row}`,
        value: now.nodes,
        unit: 'nodes',
        durability: 'none',
        baseline: { name: 'at_1000', value: first.nodes },
        met: now.nodes < first.nodes * flat,
      });
    }
  });
}

/** Turns the wheel until a row with this number is in sight. */
async function scrollTo(page: Page, row: number): Promise<void> {
  const last = `new Promise((resolve) => requestAnimationFrame(() => resolve(Math.max(...[...document.querySelectorAll('[data-row]')].map((row) => Number(row.getAttribute('aria-rowindex')))))))`;
  while (z.number().parse(await page.evaluate(last)) < row) await page.mouse.wheel(0, 4000);
}
