import { expect, test, type Page } from '@playwright/test';
import { expectVisibleFocus } from './focus.ts';
import { expectScreen } from './person.ts';
import { openPractice, type OwnPractice } from './practice.ts';
import { decideOnToday, focusedRow } from './today-decisions.ts';

// A morning's work without a mouse: the practice workspace brings eleven items of all kinds.

let practice: OwnPractice;
let pressed: string[];

test.beforeEach(async ({ page }) => {
  pressed = [];
  practice = await openPractice(page);
  await expectScreen(page, 'Today');
  await expect(page.getByText('May have been sent')).toBeVisible();
});

test.afterEach(async () => {
  const complaints = practice.complaints();
  await practice.stop();
  expect(complaints).toEqual([]);
});

const todayItem = (page: Page) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: /^Today/ });

async function press(page: Page, key: string): Promise<void> {
  pressed.push(key);
  await page.keyboard.press(key);
}

test('eleven items of all kinds are decided with at most 45 keys, and stopped vendors stay', async ({
  page,
}) => {
  await decideOnToday(page, (key) => press(page, key));
  console.info(`${pressed.length} keys: ${pressed.join(' ')}`);
  expect(pressed.length).toBeLessThanOrEqual(45);
});

test(
  'J, K and the arrows move over all rows of all sections, those that are folded too',
  { tag: '@nightly' },
  async ({ page }) => {
    await expect(page.getByText(/^Show \d+ more$/).first()).toBeVisible();
    const seen = new Set<string>();
    const rows = Number(/\d+/.exec((await todayItem(page).textContent()) ?? '')?.[0]);
    for (let step = 0; step < rows; step += 1) {
      await press(page, step % 2 === 0 ? 'j' : 'ArrowDown');
      await expect
        .poll(async () => seen.has((await focusedRow(page).getAttribute('data-row')) ?? ''))
        .toBe(false);
      seen.add((await focusedRow(page).getAttribute('data-row')) ?? '');
      await expectVisibleFocus(page);
    }
    expect(seen.size).toBeGreaterThan(11);
    await expect(page.getByText(/^Show \d+ more$/)).toHaveCount(0);
    const last = await focusedRow(page).getAttribute('data-row');
    await press(page, 'j');
    await expect(focusedRow(page)).toHaveAttribute('data-row', last ?? '');
    await press(page, 'k');
    await expect(focusedRow(page)).not.toHaveAttribute('data-row', last ?? '');
    await press(page, 'Home');
    await expect(focusedRow(page)).toHaveAttribute('data-row', [...seen][0] ?? '');
  },
);

test(
  'the keys stand on the buttons of the row that has the focus alone, and act on no other',
  { tag: '@nightly' },
  async ({ page }) => {
    const before = (await todayItem(page).textContent()) ?? '';
    await press(page, '2');
    await expect(page.locator('main kbd:visible')).toHaveCount(0);
    await press(page, 'j');
    const row = (await focusedRow(page).getAttribute('data-row')) ?? '';
    await expect(focusedRow(page).locator('kbd')).toHaveText(['1', '2', '3']);
    await expect(page.locator('main kbd:visible')).toHaveCount(3);
    await expect(todayItem(page)).toHaveText(before);
    await press(page, 'Tab');
    await expect(page.locator('main [data-row]:focus-within').locator('kbd')).toHaveText(['1', '2', '3']);
    await press(page, '1');
    await expect(page.getByRole('alertdialog', { name: 'Send this invite again?' })).toBeVisible();
    await press(page, 'Escape');
    await expect(page.locator('main [data-row]:focus-within')).toHaveAttribute('data-row', row);
    await press(page, '3');
    await expect(page.getByRole('alertdialog', { name: 'Cancel this invite?' })).toBeVisible();
  },
);

test(
  'a press with the mouse does what its button says, on a row that does not have the focus too',
  { tag: '@nightly' },
  async ({ page }) => {
    await page.getByRole('button', { name: 'Send again' }).first().click();
    await expect(page.getByRole('alertdialog', { name: 'Send this invite again?' })).toBeVisible();
  },
);

test(
  'the focus goes on to the next row when the last row of a section goes by a key',
  { tag: '@nightly' },
  async ({ page }) => {
    await press(page, 'j');
    for (let left = 3; left > 0; left -= 1) {
      const row = await focusedRow(page).getAttribute('data-row');
      await press(page, '2');
      await expect(page.locator(`[data-row="${row}"]`)).toHaveCount(0);
    }
    await expect(focusedRow(page)).toContainText('Ironwood');
    await press(page, '3');
    await press(page, 'Tab');
    await press(page, 'Enter');
    await expect(page.getByText('Refused by the service')).toHaveCount(0);
    await expect(focusedRow(page)).toHaveCount(1);
  },
);
