import { expect, type Page, type TestDetails } from '@playwright/test';
import { measure } from './appearance.ts';
import { showIn, violations, type Media } from './axe.ts';
import { movable } from './in-page/drawn.ts';
import { saidTwice } from './in-page/said-twice.ts';
import { outOfReach, tooWide } from './in-page/reach.ts';

/** The least contrast of text that WCAG 2.2 asks for at level AA (1.4.3). */
const minContrast = 4.5;

/** The least contrast of text at level AAA (1.4.6), for those whose system asks for more. */
const moreContrast = 7;

/** Asks until it holds, and where it never does notes it and lets the test go on. */
const softly = expect.configure({ soft: true });
const within = (message: string) => ({ message, timeout: 20_000 });

const plain: Media = { colorScheme: 'light', forcedColors: 'none', contrast: 'no-preference' };

const usual = { width: 1440, height: 900 };

/** What `usual` has room for at 200 % zoom; a window of 1280 by 1024 at 200 %, and at 400 % as WCAG 1.4.10 asks for. */
const zoomed = [
  { width: 720, height: 450 },
  { width: 640, height: 512 },
  { width: 320, height: 256 },
];

/** So many places are examined by one test, so that the tests can be shared out among the workers. */
const perPart = 8;

/** Each twenty-fourth place is in the sample. */
const sampled = 24;

/** Places in parts, each with its first and last one for a name; and a sample, which alone runs every time. */
export function inParts<Place extends { name: string }>(
  all: readonly Place[],
): { name: string; places: readonly Place[]; details: TestDetails }[] {
  const parts = Array.from({ length: Math.ceil(all.length / perPart) }, (_, part) => {
    const places = all.slice(part * perPart, (part + 1) * perPart);
    const name = `${places[0]?.name} to ${places.at(-1)?.name}`;
    return { name, places, details: { tag: '@nightly' } };
  });
  const sample = all.filter((_, index) => index % sampled === 0);
  return [{ name: 'a sample', places: sample, details: {} }, ...parts];
}

/** Sets a page up to be examined. What moves would otherwise have to be waited for, and is held to stand still. */
export async function prepare(page: Page): Promise<void> {
  await page.setViewportSize(usual);
  await page.emulateMedia({ ...plain, reducedMotion: 'reduce' });
}

/** What is known of a screen before it is examined. */
interface Known {
  /** The frame with the ways to other screens is left out. */
  bare?: boolean;
  /** A dialog that closes the page off has a first heading of its own. */
  covered?: boolean;
  /** Rules of axe whose findings do not count here. */
  except?: readonly string[];
}

/**
 * Looks at a screen in every way in which somebody may have it: both themes, forced colors, more contrast, reduced motion,
 * and the sizes of windows and zooms. What is wrong is noted, and the test goes on. The page is left as it was.
 */
export async function examine(
  page: Page,
  name: string,
  { bare = false, covered = false, except = [] }: Known = {},
): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  // What comes in from the side is not on the screen for a frame or two.
  await expect(page.locator('[data-entering]')).toHaveCount(0);
  expect.soft(await page.evaluate(saidTwice), `${name}: names that are said twice`).toEqual([]);
  const known = { bare, covered };
  await measure(page, minContrast);
  const light = await violations(page, except, { forced: false, earlier: null });
  expect.soft(light.found, `${name}, light: axe`).toEqual([]);

  // Each way differs from the one before in as little as can be: the page is drawn anew for each.
  await showIn(page, { ...plain, contrast: 'more' });
  await expectMoreContrast(page, `${name}, light`);
  await showIn(page, { ...plain, colorScheme: 'dark', contrast: 'more' });
  await expectMoreContrast(page, `${name}, dark`);
  await showIn(page, { ...plain, colorScheme: 'dark' });
  await expectInOrder(page, `${name}, dark`, known);
  const dark = await violations(page, except, { forced: false, earlier: light });
  expect.soft(dark.found, `${name}, dark: axe`).toEqual([]);
  await showIn(page, { ...plain, colorScheme: 'dark', forcedColors: 'active' });
  const forced = await measure(page, minContrast);
  expect.soft(forced.faint, `${name}, forced colors: too little contrast`).toEqual([]);
  const inForced = await violations(page, except, { forced: true, earlier: dark });
  expect.soft(inForced.found, `${name}, forced colors: axe`).toEqual([]);
  expect.soft(await page.evaluate(movable), `${name}: moves with reduced motion`).toEqual([]);

  await showIn(page, plain);
  await page.setViewportSize({ width: 1024, height: 700 });
  await expectInOrder(page, `${name}, light`, known);
  for (const size of zoomed) {
    await page.setViewportSize(size);
    await measure(page, minContrast);
    await softly
      .poll(() => page.evaluate(outOfReach), within(`${name}, ${size.width} by ${size.height}`))
      .toEqual([]);
  }
  await page.setViewportSize(usual);
}

async function expectMoreContrast(page: Page, here: string): Promise<void> {
  const { faint } = await measure(page, moreContrast);
  expect.soft(faint, `${here}: too little contrast where more is asked for`).toEqual([]);
}

/** Expects that everything fits into the window, can be read and has its headings and landmarks. */
async function expectInOrder(
  page: Page,
  here: string,
  { bare, covered }: { bare: boolean; covered: boolean },
): Promise<void> {
  // What is open over the page follows its button a frame or more after the window has changed.
  await softly.poll(() => page.evaluate(tooWide), within(`${here}: wider than the window`)).toBe(0);
  const seen = await measure(page, minContrast);
  expect.soft(seen.clipped, `${here}: words cut off`).toEqual([]);
  expect.soft(seen.measured, `${here}: texts measured`).toBeGreaterThan(bare ? 1 : 3);
  expect.soft(seen.faint, `${here}: too little contrast`).toEqual([]);
  expect.soft(seen.headings, `${here}: one first heading`).toHaveLength(covered ? 2 : 1);
  expect
    .soft(seen.landmarks, `${here}: landmarks`)
    .toEqual(bare ? ['main'] : ['main', 'nav', 'header', '[role="search"]']);
}
