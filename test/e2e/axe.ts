import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { countTransitions, findings, pageText, type PageText } from './in-page/axe.ts';

/** All rules for WCAG 2.2 at levels A and AA, and what axe counts as good practice. */
const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Those of them whose outcome depends on colors. */
const ofColors = ['color-contrast', 'link-in-text-block'];

/** Those whose outcome depends on where elements stand and whether they scroll. */
const ofLayout = ['target-size', 'scrollable-region-focusable'];

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

/** How a page can be asked to look. */
export interface Media {
  colorScheme: 'light' | 'dark';
  forcedColors: 'none' | 'active';
  contrast: 'more' | 'no-preference';
}

/** Asks a page to look another way, and waits until it does, with no color on its way to another. */
export async function showIn(page: Page, media: Media): Promise<void> {
  await page.emulateMedia(media);
  await expect(page.locator('html')).toHaveAttribute('data-theme', media.colorScheme);
  await expect.poll(() => page.evaluate(countTransitions)).toBe(0);
}

/** What axe found in one look of a page, and all that its rules read of the page there. */
export interface Judged extends PageText {
  found: string[];
}

/**
 * What axe finds wrong with the page as it is now. Where an earlier look of the same page differs in nothing but what some
 * rules read, only these are run again.
 * @param except rules whose findings do not count here
 */
export async function violations(
  page: Page,
  except: readonly string[],
  { forced, earlier }: { forced: boolean; earlier: Judged | null },
): Promise<Judged> {
  const seen = await page.evaluate(pageText);
  const again =
    seen.content !== earlier?.content
      ? null
      : seen.layout === earlier.layout
        ? ofColors
        : [...ofColors, ...ofLayout];
  const off = forced ? [...except, misjudgedWhereForced] : except;
  const rules =
    again === null
      ? { type: 'tag' as const, values: all }
      : { type: 'rule' as const, values: again.filter((id) => !off.includes(id)) };
  return { ...seen, found: await page.evaluate(findings, { rules, off }) };
}
