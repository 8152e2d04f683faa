import { expect, type Page } from '@playwright/test';
import { expectVisibleFocus } from './focus.ts';
import { expectScreen } from './person.ts';

/** Presses a key and counts it. */
export type Press = (key: string) => Promise<void>;

export const focusedRow = (page: Page) => page.locator('main [data-row]:focus');

/** What has to be decided on Today in the practice workspace: eleven items. */
const toDecide = [
  ['May have been sent', 3],
  ['Refused by the service', 1],
  ['Licenses that need you', 3],
  ['Documents under quality 70', 4],
] as const;

/** The number beside the title of a section. */
function sectionCount(page: Page, title: string, count: number) {
  return page.getByRole('button', { name: `${count}, show all: ${title}` });
}

/** G and T, as fast as two fingers are. */
async function goToToday(page: Page, press: Press): Promise<void> {
  await Promise.all([press('g'), press('t')]);
  await expectScreen(page, 'Today');
}

/** Decides on the result that is open: what nobody can accept is asked about, and some need a reason. */
async function decideOnResult(page: Page, press: Press): Promise<void> {
  const ask = page.getByRole('button', { name: /^Ask the vendor/ });
  await expect(ask).toBeEnabled();
  const accept = page.getByRole('button', { name: /^Accept / });
  if ((await accept.count()) === 0) {
    await press('r');
    return;
  }
  await expect(accept).toBeEnabled();
  const anyway = (await accept.textContent())?.startsWith('Accept anyway') === true;
  await press('a');
  if (!anyway) return;
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('The board confirmed it by phone.');
  await press('Enter');
}

/** Goes down to the next row with an action, past what can only be opened. */
async function goToRowWith(page: Page, press: Press, action: string): Promise<void> {
  while ((await focusedRow(page).getByRole('button', { name: action }).count()) === 0) {
    const before = (await focusedRow(page).getAttribute('data-row')) ?? '';
    await press('j');
    await expect(focusedRow(page)).not.toHaveAttribute('data-row', before);
  }
}

/** Decides all eleven items with keys alone, and comes back to Today. */
export async function decideOnToday(page: Page, press: Press): Promise<void> {
  for (const [title, count] of toDecide) await expect(sectionCount(page, title, count)).toBeVisible();

  await press('j');
  // Which connections broke, and which of them last, depends on the order in which the requests arrived.
  for (let left = 3; left > 0; left -= 1) {
    await expect(sectionCount(page, 'May have been sent', left)).toBeVisible();
    await expect(focusedRow(page)).toContainText('No reply');
    await expectVisibleFocus(page);
    await press('2');
  }

  await expect(focusedRow(page)).toContainText('Ironwood Pest Control');
  await expect(page.getByText('May have been sent')).toHaveCount(0);
  await press('3');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await press('Tab');
  await press('Enter');

  await goToRowWith(page, press, 'Compare');
  await press('Enter');
  for (const place of ['1 of 3', '1 of 2', '1 of 1']) {
    await expect(page.getByText(`${place} to decide`)).toBeVisible();
    const open = page.url();
    await decideOnResult(page, press);
    if (place !== '1 of 1') await expect(page).not.toHaveURL(open);
  }
  await expect(page.getByText('None left to decide')).toBeVisible();

  await goToToday(page, press);
  await expect(sectionCount(page, 'Documents under quality 70', 4)).toBeVisible();
  await press('j');
  await goToRowWith(page, press, 'Review');
  await press('Enter');
  for (let left = 4; left > 0; left -= 1) {
    await expect(page.getByText(`1 of ${left}`, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeEnabled();
    const open = page.url();
    await press('a');
    await expect(page).not.toHaveURL(open);
  }

  await goToToday(page, press);
  await expect(page.getByRole('heading', { level: 2, name: /^Stopped vendors/ })).toBeVisible();
  for (const gone of [
    'May have been sent',
    'Refused by the service',
    'Licenses that need you',
    'Documents under',
  ])
    await expect(page.getByRole('heading', { level: 2, name: gone })).toHaveCount(0);
}
