import { expect, test, type Page } from '@playwright/test';
import { expectScreen, go, open } from './person.ts';
import { openSharedPractice } from './practice.ts';

// Somebody who does not see that another page came has to hear it, and to be on it.

test.beforeEach(async ({ page }) => {
  await openSharedPractice(page);
  await expectScreen(page, 'Today');
});

async function expectArrival(page: Page, title: string): Promise<void> {
  await expect(page).toHaveTitle(`${title} – Gangway`);
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeFocused();
  await expect(page.locator('[aria-live="polite"]', { hasText: `${title} – Gangway` })).toHaveCount(1);
}

test('a page that comes by key names the window, is announced, and has the focus on its heading', async ({
  page,
}) => {
  await expect(page).toHaveTitle('Today – Gangway');
  for (const [letter, title] of [
    ['v', 'Vendors'],
    ['i', 'Invites'],
    ['l', 'Verifications'],
    ['o', 'Outbox'],
    ['t', 'Today'],
  ] as const) {
    await Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)]);
    await expectArrival(page, title);
  }
  // The program put the focus there so that the title is read; a title can't be pressed, so no box marks it.
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('outline-style', 'none');
});

test(
  'a page that comes by a press in the sidebar has the focus too',
  { tag: '@nightly' },
  async ({ page }) => {
    await go(page, 'Vendors');
    await expectArrival(page, 'Vendors');
  },
);

test(
  'a vendor’s page bears the vendor’s name, and the way back leads to the heading of the list',
  { tag: '@nightly' },
  async ({ page }) => {
    await go(page, 'Vendors');
    await expectScreen(page, 'Vendors');
    await page.getByText('Alder & Pine Landscaping').first().click();
    await expectArrival(page, 'Alder & Pine Landscaping');
    await page.goBack();
    await expectArrival(page, 'Vendors');
  },
);

test('a form keeps the focus in its first field', { tag: '@nightly' }, async ({ page }) => {
  await page.keyboard.press('i');
  await expect(page.getByLabel('Vendor email')).toBeFocused();
  await expect(page).toHaveTitle(/ – Gangway$/);
});

test('what opens beside a list leaves the focus on its row', { tag: '@nightly' }, async ({ page }) => {
  await go(page, 'Invites');
  await expect(page.getByText('Ironwood Pest Control').first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary')).toContainText('What happened');
  await expect(page.locator('[data-row]:focus')).toHaveCount(1);
});

test('the first stop of Tab skips to the content', { tag: '@nightly' }, async ({ page }) => {
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeFocused();
  await expect(page).not.toHaveURL(/content/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('the check box of a row bears the name of the row', { tag: '@nightly' }, async ({ page }) => {
  await go(page, 'Invites');
  await expect(page.getByRole('checkbox', { name: 'Select Dale Hutchins' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select all rows' })).toBeVisible();
  await open(page, '#/vendors');
  await expect(page.getByRole('checkbox', { name: 'Select Alder & Pine Landscaping' })).toBeVisible();
  await open(page, '#/verifications');
  await expect(page.getByRole('checkbox', { name: /^Select (?!all|this)/ }).first()).toBeVisible();
  await open(page, '#/documents');
  await expect(
    page.getByRole('checkbox', { name: 'Select Brightwater Plumbing & Drain LLC, W-9' }),
  ).toBeVisible();
});
