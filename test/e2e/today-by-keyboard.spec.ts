import { expect, test, type Page } from '@playwright/test';
import { expectVisibleFocus } from './focus.ts';
import { expectScreen } from './person.ts';
import { openPractice, type OwnPractice } from './practice.ts';

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

const focusedRow = (page: Page) => page.locator('main [data-row]:focus');
const todayItem = (page: Page) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: /^Today/ });

async function press(page: Page, key: string): Promise<void> {
  pressed.push(key);
  await page.keyboard.press(key);
}

/** G and T, as fast as two fingers are. */
async function goToToday(page: Page): Promise<void> {
  await Promise.all([press(page, 'g'), press(page, 't')]);
  await expectScreen(page, 'Today');
}

/** Decides on the result that is open: what nobody can accept is asked about, and some need a reason. */
async function decideOnResult(page: Page): Promise<void> {
  const ask = page.getByRole('button', { name: /^Ask the vendor/ });
  await expect(ask).toBeEnabled();
  const accept = page.getByRole('button', { name: /^Accept / });
  if ((await accept.count()) === 0) {
    await press(page, 'r');
    return;
  }
  await expect(accept).toBeEnabled();
  const anyway = (await accept.textContent())?.startsWith('Accept anyway') === true;
  await press(page, 'a');
  if (!anyway) return;
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('The board confirmed it by phone.');
  await press(page, 'Enter');
}

/** Goes down to the next row with an action, past what can only be opened. */
async function goToRowWith(page: Page, action: string): Promise<void> {
  while ((await focusedRow(page).getByRole('button', { name: action }).count()) === 0) {
    const before = (await focusedRow(page).getAttribute('data-row')) ?? '';
    await press(page, 'j');
    await expect(focusedRow(page)).not.toHaveAttribute('data-row', before);
  }
}

/** The number beside the title of a section. */
function sectionCount(page: Page, title: string, count: number) {
  return page.getByRole('button', { name: `${count}, show all: ${title}` });
}

test('eleven items of all kinds are decided with at most 45 keys, and stopped vendors stay', async ({
  page,
}) => {
  for (const [title, count] of [
    ['May have been sent', 3],
    ['Refused by the service', 1],
    ['Licenses that need you', 3],
    ['Documents under quality 70', 4],
  ] as const) {
    await expect(sectionCount(page, title, count)).toBeVisible();
  }

  await press(page, 'j');
  // Which connections broke, and which of them last, depends on the order in which the requests arrived.
  for (let left = 3; left > 0; left -= 1) {
    await expect(sectionCount(page, 'May have been sent', left)).toBeVisible();
    await expect(focusedRow(page)).toContainText('No reply');
    await expectVisibleFocus(page);
    await press(page, '2');
  }

  await expect(focusedRow(page)).toContainText('Ironwood Pest Control');
  await expect(page.getByText('May have been sent')).toHaveCount(0);
  await press(page, '3');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await press(page, 'Tab');
  await press(page, 'Enter');

  await goToRowWith(page, 'Compare');
  await press(page, 'Enter');
  for (const place of ['1 of 3', '1 of 2', '1 of 1']) {
    await expect(page.getByText(`${place} to decide`)).toBeVisible();
    const open = page.url();
    await decideOnResult(page);
    if (place !== '1 of 1') await expect(page).not.toHaveURL(open);
  }
  await expect(page.getByText('None left to decide')).toBeVisible();

  await goToToday(page);
  await expect(sectionCount(page, 'Documents under quality 70', 4)).toBeVisible();
  await press(page, 'j');
  await goToRowWith(page, 'Review');
  await press(page, 'Enter');
  for (let left = 4; left > 0; left -= 1) {
    await expect(page.getByText(`1 of ${left}`, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeEnabled();
    const open = page.url();
    await press(page, 'a');
    await expect(page).not.toHaveURL(open);
  }

  await goToToday(page);
  await expect(page.getByRole('heading', { level: 2, name: /^Stopped vendors/ })).toBeVisible();
  for (const gone of [
    'May have been sent',
    'Refused by the service',
    'Licenses that need you',
    'Documents under',
  ])
    await expect(page.getByRole('heading', { level: 2, name: gone })).toHaveCount(0);
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
