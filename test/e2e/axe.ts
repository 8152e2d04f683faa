import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { findings, withoutColors } from './in-page/axe.ts';

/** All rules for WCAG 2.2 at levels A and AA, and what axe counts as good practice. */
const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Those of them whose outcome depends on colors. */
const ofColors = ['color-contrast', 'link-in-text-block'];

/**
 * Where colors are forced axe takes the theme's color for the text's, as Chromium still tells it for
 * `-webkit-text-fill-color`: contrast is measured otherwise there.
 */
const misjudgedWhereForced = 'color-contrast';

const axeFile = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

/** Brings axe into every page that is loaded from now on. */
export async function addAxe(page: Page): Promise<void> {
  await page.addInitScript({ path: axeFile });
}

/** A way in which a page can be asked to look. */
export const looks = [
  { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' } },
  { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } },
  { name: 'forced colors', media: { colorScheme: 'dark', forcedColors: 'active' } },
] as const;

/** Asks a page to look another way, and waits until it does. */
export async function showIn(
  page: Page,
  media: {
    colorScheme: 'light' | 'dark';
    forcedColors: 'none' | 'active';
    contrast?: 'more' | 'no-preference';
  },
): Promise<void> {
  await page.emulateMedia(media);
  await expect(page.locator('html')).toHaveAttribute('data-theme', media.colorScheme);
}

/**
 * What axe finds wrong with the page as it is now, in every look. Where a look differs from the first in colors alone, only
 * the rules of colors are run again.
 * @param except rules whose findings do not count here
 */
export async function violations(page: Page, except: readonly string[] = []): Promise<string[]> {
  const found: string[] = [];
  let first: string | null = null;
  for (const { name, media } of looks) {
    await showIn(page, media);
    const seen = await page.evaluate(withoutColors);
    const rules =
      seen === first ? { type: 'rule' as const, values: ofColors } : { type: 'tag' as const, values: all };
    first ??= seen;
    const off = media.forcedColors === 'active' ? [...except, misjudgedWhereForced] : except;
    const here = await page.evaluate(findings, { rules, off });
    found.push(...here.map((one) => `${name}: ${one}`));
  }
  return found;
}
