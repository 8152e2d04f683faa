import { rmSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { violations } from './axe.ts';
import { openPlace, places } from './places.ts';
import { fillPractice, openCopy, type Practice } from './practice.ts';

let filled: string;
let practice: Practice;

test.beforeAll(async ({ browser }) => {
  filled = await fillPractice(browser);
});

test.afterAll(() => {
  rmSync(filled, { recursive: true });
});

test.afterEach(() => practice.stop());

const looks = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const;

for (const look of looks) {
  const named = look.forcedColors === 'active' ? 'forced colors' : look.colorScheme;
  test(`axe finds nothing on any screen, ${named}`, async ({ page }) => {
    test.setTimeout(900_000);
    await page.emulateMedia(look);
    practice = await openCopy(page, filled);
    const visited: string[] = [];
    for (const place of places) {
      await openPlace(page, practice, place);
      expect.soft(await violations(page), place.name).toEqual([]);
      visited.push(place.name);
    }
    console.info(`axe, ${named}, ${visited.length} visited: ${visited.join(', ')}`);
  });
}
