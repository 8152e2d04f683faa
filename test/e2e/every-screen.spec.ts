import { expect, test } from '@playwright/test';
import { addAxe } from './axe.ts';
import { examine, inParts, prepare } from './examine.ts';
import { openPlace, places } from './places.ts';
import { openSharedPractice } from './practice.ts';

// Each screen is opened once and examined there in every look and size: opening takes longer than looking again.

test.describe.configure({ mode: 'parallel' });

for (const part of inParts(places)) {
  test(
    `everybody can use every screen of a filled workspace: ${part.name}`,
    part.details,
    async ({ page }) => {
      await addAxe(page);
      await prepare(page);
      const practice = await openSharedPractice(page);
      for (const place of part.places) {
        await openPlace(page, practice, place);
        await examine(page, place.name, place);
      }
      expect(practice.complaints()).toEqual([]);
    },
  );
}

test('what an open list of suggestions hides from screen readers cannot get the focus: Tab closes the list', async ({
  page,
}) => {
  const practice = await openSharedPractice(page);
  const suggestions = places.find(({ name }) => name === 'Combo box in a form');
  if (suggestions === undefined) throw new Error('No place has a combo box.');
  await openPlace(page, practice, suggestions);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(page.locator('main')).not.toHaveAttribute('aria-hidden', 'true');
  expect(practice.complaints()).toEqual([]);
});
