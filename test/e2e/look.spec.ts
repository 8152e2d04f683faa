import { rmSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { measure } from './appearance.ts';
import { openPlace, places } from './places.ts';
import { fillPractice, openCopy, type Practice } from './practice.ts';

/** What fits in a size fits in both themes, and what can be read in a theme can be read in both sizes. */
const looks = [
  { colorScheme: 'light', viewport: { width: 1024, height: 700 } },
  { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
] as const;

let filled: string;
let practice: Practice;

test.beforeAll(async ({ browser }) => {
  filled = await fillPractice(browser);
});

test.afterAll(() => {
  rmSync(filled, { recursive: true });
});

test.afterEach(() => practice.stop());

for (const { colorScheme, viewport } of looks) {
  test(`every screen can be read in full, ${colorScheme}, at ${viewport.width} by ${viewport.height}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    practice = await openCopy(page, filled);
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    for (const place of places) {
      const { name, bare = false } = place;
      await openPlace(page, practice, place);
      const seen = await measure(page);
      expect.soft(seen.overflow, `${name}: wider than the window`).toBe(0);
      expect.soft(seen.clipped, `${name}: words cut off`).toEqual([]);
      expect.soft(seen.measured, `${name}: texts measured`).toBeGreaterThan(10);
      expect.soft(seen.faint, `${name}: too little contrast`).toEqual([]);
      expect.soft(seen.headings, `${name}: one first heading`).toHaveLength(1);
      expect
        .soft(seen.landmarks, `${name}: landmarks`)
        .toEqual(bare ? ['main'] : ['main', 'nav', 'header', '[role="search"]']);
    }
    expect(practice.complaints()).toEqual([]);
  });
}
