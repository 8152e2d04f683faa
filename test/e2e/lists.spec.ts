import { expect, test } from '@playwright/test';
import config from '../../playwright.config.ts';
import { headsOverCells, getWidth } from './in-page/columns.ts';
import { openPractice, openSharedPractice } from './practice.ts';

const { launchOptions } = config.projects?.find(({ name }) => name === 'chromium')?.use ?? {};
// With scrollbars as Windows and Linux draw them: beside what scrolls, not over it.
test.use({ launchOptions: { ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } });

test('a scrollbar that takes room moves no heading off its column', { tag: '@nightly' }, async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 340 });
  const practice = await openSharedPractice(page);
  for (const screen of ['vendors', 'invites', 'verifications', 'outbox']) {
    await practice.load(`#/${screen}`);
    await expect(page.locator('[data-row]').first()).toBeVisible();
    const found = await page.getByRole('grid').evaluate(headsOverCells);
    expect({ screen, ...found }).toMatchObject({ screen, off: [] });
    expect(found.barWidth).toBeGreaterThan(8);
    expect(found.columns).toBeGreaterThan(3);
  }
});

test(
  'a filter, columns and widths are kept as a view, and opened, renamed and deleted again',
  { tag: '@nightly' },
  async ({ page }) => {
    const practice = await openPractice(page);
    await practice.load('#/vendors');
    const names = () => page.locator('[data-row] > [role=gridcell]:nth-child(2)').allTextContents();
    await expect(page.locator('[data-row]').first()).toBeVisible();
    const all = await page.getByText(/^1–\d+ of \d+$/).textContent();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const filter = page.getByRole('dialog', { name: 'Filter by a column' });
    await filter.getByRole('button', { name: /Column/ }).click();
    await page.getByRole('option', { name: 'Service says' }).click();
    await filter.getByRole('button', { name: /Show/ }).click();
    await page.getByRole('option', { name: /^compliant/ }).click();
    await filter.getByRole('button', { name: 'Add filter' }).click();
    const inUse = page.getByRole('group', { name: 'Filters in use' });
    await expect(inUse).toContainText('Service says: compliant');
    // The count at the foot is of what the filter leaves, and says so.
    await expect(page.getByText(/^\d+ match$/).first()).toBeVisible();
    await expect(page.getByText(all ?? '', { exact: true })).toHaveCount(0);
    await page
      .getByRole('columnheader')
      .filter({ hasText: /^Vendor$/ })
      .getByRole('button')
      .click();
    await expect(page.getByRole('columnheader').filter({ hasText: /^Vendor$/ })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await page.getByRole('separator', { name: 'Width of Sites' }).focus();
    await page.keyboard.press('End');
    const cityWidth = () => page.getByRole('columnheader', { name: 'Sites' }).evaluate(getWidth);
    await expect.poll(cityWidth).toBe(800);
    const edge = page.getByRole('separator', { name: 'Width of Sites' });
    await edge.press('Home');
    await expect.poll(cityWidth).toBe(40);
    const box = await edge.boundingBox();
    if (box === null) throw new Error('The edge of the column is not on the page.');
    await page.mouse.move(box.x + 5, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 65, box.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect.poll(cityWidth).toBe(100);
    await edge.dblclick();
    await expect.poll(cityWidth).toBeGreaterThan(100);
    const fitted = await cityWidth();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'Service says' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('columnheader', { name: 'Service says' })).toHaveCount(0);
    const shown = await names();

    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: /^Save this view/ }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Compliant ones');
    await page.getByRole('button', { name: 'Save view' }).click();
    await expect(page.getByRole('button', { name: 'Views, Compliant ones' })).toBeVisible();
    await inUse.getByRole('button', { name: 'Clear filter' }).click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'Show default columns' }).click();
    await expect(page.getByRole('columnheader', { name: 'Service says' })).toBeVisible();
    await expect(page.getByText(all ?? '', { exact: true })).toBeVisible();

    await practice.load('#/vendors');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Compliant ones' }).click();
    await expect.poll(names).toEqual(shown);
    await expect(page.getByRole('columnheader', { name: 'Service says' })).toHaveCount(0);
    await expect.poll(cityWidth).toBe(fitted);
    await page.getByRole('button', { name: 'Views, Compliant ones' }).click();
    await page.getByRole('menuitem', { name: 'Rename or delete views' }).click();
    const name = page.getByRole('textbox', { name: 'Name of the view Compliant ones' });
    await name.fill('Good ones');
    await name.press('Enter');
    await page.getByRole('button', { name: 'Delete the view Good ones' }).click();
    await expect(page.getByText('There are no saved views.')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('View “Good ones” deleted')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(page.getByText('View “Good ones” is back.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Views, Good ones' })).toBeVisible();
    await practice.stop();
  },
);

test(
  'the outbox is searched, narrowed and sorted in its groups, and cleared again',
  { tag: '@nightly' },
  async ({ page }) => {
    const practice = await openPractice(page);
    await practice.load('#/outbox');
    const rows = page.getByRole('grid', { name: 'Outbox' }).locator('[data-row]');
    await expect(rows.first()).toBeVisible();
    const names = () => rows.locator('> [role=gridcell]:nth-child(2)').allTextContents();
    const before = await names();
    await page.keyboard.press('/');
    await page.keyboard.type('may sent');
    await expect(page.getByRole('button', { name: /^Sent/ })).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Filter the outbox' }).fill('nothing like it');
    await expect(page.getByText('No item matches “nothing like it”.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filter' }).last().click();
    await expect.poll(names).toEqual(before);

    await page.getByRole('columnheader', { name: 'For' }).getByRole('button').click();
    const head = page.getByRole('columnheader', { name: 'For' });
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await head.getByRole('button').press('Enter');
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await practice.stop();
  },
);

test(
  'all rows of a narrowed list are ticked, and a range with Shift and a click',
  { tag: '@nightly' },
  async ({ page }) => {
    const practice = await openPractice(page);
    await practice.load('#/vendors');
    const boxes = page.getByRole('grid', { name: 'Vendors' }).locator('[data-row] input');
    await boxes.nth(1).click();
    await boxes.nth(4).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Selected vendors' });
    await expect(bar).toContainText('4 selected');
    await bar.getByRole('button', { name: /^Select all/ }).click();
    await expect(bar).toContainText(/^(\d+)( of \1)? selected/);
    await expect(page.getByRole('tab', { name: /^All/ })).toContainText(
      /\d+/.exec((await bar.textContent()) ?? '')?.[0] ?? 'a number',
    );
    await bar.getByRole('button', { name: 'Email' }).click();
    await expect(page.getByRole('dialog')).toContainText('as blind copies (BCC): no vendor sees the others.');
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: /^Verify licenses/ }).click();
    await expect(page.getByText(/more (vendors|licenses) to verify\./)).toBeVisible();
    await practice.stop();
  },
);
