import { expect, type Page } from '@playwright/test';
import { look, type Look } from './in-page/look.ts';

/**
 * Measures how the page looks now, once nothing on it fades over any more.
 * @param minContrast of text, as a ratio
 */
export async function measure(page: Page, minContrast: number): Promise<Look> {
  const seen: Look[] = [];
  await expect
    .poll(
      async () => {
        // Looked at in the moment in which nothing moves: something may begin to between two questions.
        const now = await page.evaluate(look, minContrast);
        if (now !== null) seen.push(now);
        return seen.length;
      },
      { message: 'what moves comes to rest' },
    )
    .toBe(1);
  const [first] = seen;
  if (first === undefined) throw new Error('What moved has come to rest, and was not looked at.');
  return first;
}
