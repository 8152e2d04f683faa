import { expect, type Page } from '@playwright/test';
import { isMoving, look, type Look } from './in-page/look.ts';

/** The least contrast of text that WCAG 2.2 asks for at level AA (1.4.3). */
const leastContrast = 4.5;

/** Measures how the page looks now, once nothing on it fades over any more. */
export async function measure(page: Page): Promise<Look> {
  await expect.poll(() => page.evaluate(isMoving), { message: 'what moves comes to rest' }).toBe(false);
  return page.evaluate(look, leastContrast);
}
