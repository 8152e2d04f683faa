import { expect, test } from '@playwright/test';
import { borderColors, canvasColor, drawn } from './in-page/drawn.ts';
import { hiddenWidth } from './in-page/columns.ts';
import { open } from './person.ts';
import { openPractice, openSharedPractice } from './practice.ts';

// What single screens promise of sizes and forced colors. What holds for all of them is in examine.ts.

test(
  'the reason of a row of Today keeps a width in which it can be read',
  { tag: '@nightly' },
  async ({ page }) => {
    await openSharedPractice(page);
    await expect(page.getByText('May have been sent')).toBeVisible();
    for (const width of [2560, 1440, 1320, 1280, 1200, 1024, 720, 512]) {
      await page.setViewportSize({ width, height: 800 });
      const reason = page.getByRole('gridcell', { name: 'No reply from the service' }).first();
      await reason.scrollIntoViewIfNeeded();
      const box = await reason.boundingBox();
      expect.soft(box?.width ?? 0, `${width} wide`).toBeGreaterThanOrEqual(118);
    }
  },
);

test('a title is whole where what stands beside it can give way', { tag: '@nightly' }, async ({ page }) => {
  await openSharedPractice(page);
  await page.setViewportSize({ width: 1024, height: 700 });
  await open(page, '#/verifications');
  await page.getByText('1048827').first().click();
  const title = page.getByRole('heading', { level: 1, name: 'Brightwater Plumbing & Drain LLC' });
  await expect(title).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit another' })).toBeVisible();
  for (const width of [1024, 960, 900]) {
    await page.setViewportSize({ width, height: 700 });
    expect.soft(await title.evaluate(hiddenWidth), `${width} wide`).toBe(0);
  }
});

test('what is said where a list has no rows is within the window', { tag: '@nightly' }, async ({ page }) => {
  await openSharedPractice(page);
  await open(page, '#/vendors?search=nobody+at+all');
  for (const width of [1024, 720, 512]) {
    await page.setViewportSize({ width, height: 700 });
    const said = await page.getByText('Searches name, company, email').boundingBox();
    expect.soft((said?.x ?? 0) + (said?.width ?? width), `${width} wide`).toBeLessThanOrEqual(width);
  }
});

test('a count that arrives moves no button that is about to be pressed', async ({ page }) => {
  await openSharedPractice(page);
  await open(page, '#/vendors/requirements');
  await page.getByRole('button', { name: 'Add a set' }).click();
  const editor = page.getByRole('dialog');
  const readHeight = async (words: RegExp) => (await editor.getByText(words).boundingBox())?.height ?? 0;
  const some = await readHeight(/^Applies to \d+ vendors/);
  await editor.getByRole('textbox', { name: 'Job sites' }).fill('Nowhere Yard');
  expect(some).toBeGreaterThan(0);
  expect(await readHeight(/^Applies to no vendor now/)).toBe(some);
});

test('the index of the settings shows the open subject in a low window', async ({ page }) => {
  await openSharedPractice(page);
  await page.setViewportSize({ width: 1024, height: 700 });
  for (const [place, subject] of [
    ['#/settings/status-words', 'Status words'],
    ['#/settings/name-and-address', 'Name and address'],
    ['#/settings?word=odd', 'Status words'],
  ] as const) {
    await open(page, place);
    const index = page.getByRole('navigation', { name: 'Settings' });
    await expect(index.getByRole('button', { name: subject })).toBeInViewport({ ratio: 1 });
  }
});

test('a form’s button stands below its fields on a wide screen', { tag: '@nightly' }, async ({ page }) => {
  await openSharedPractice(page);
  await page.setViewportSize({ width: 2560, height: 1200 });
  await open(page, '#/invites/new');
  const field = page.getByLabel('Vendor email');
  await expect(field).toBeVisible();
  const fields = await field.boundingBox();
  const button = await page.getByRole('button', { name: /^Send invite/ }).boundingBox();
  expect(fields).not.toBeNull();
  expect((button?.x ?? 0) + (button?.width ?? 0) - (fields?.x ?? 0)).toBeLessThanOrEqual(720);
});

test('a button that cannot be pressed shows no key', { tag: '@nightly' }, async ({ page }) => {
  // It decides, so that it needs a workspace of its own.
  const practice = await openPractice(page);
  await open(page, '#/outbox');
  await expect(page.getByText('These wait until you decide.')).toBeVisible();
  await open(page, '#/verifications');
  await page.getByText('1048827').first().click();
  const accepted = page.getByRole('button', { name: /^Accept / });
  await expect(accepted).toBeEnabled();
  // A decision before those to decide are read leads on to none.
  await expect(page.getByText(/^\d of \d to decide$/)).toBeVisible();
  const address = page.url();
  await page.keyboard.press('a');
  await expect(page).not.toHaveURL(address);
  await page.goBack();
  await expect(accepted).toBeDisabled();
  await expect(accepted.locator('kbd')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Ask the vendor' }).locator('kbd')).toBeVisible();
  await practice.stop();
});

test('with forced colors what is on, open, current or measured can be told apart', async ({ page }) => {
  await openSharedPractice(page);
  await page.emulateMedia({ forcedColors: 'active' });
  const look = (selector: string, pseudo: string | null = null) =>
    page.locator(selector).first().evaluate(drawn, pseudo);
  const canvas = await page.evaluate(canvasColor);

  await open(page, '#/settings/keyboard');
  await expect(page.getByText('Single keys act as shortcuts')).toBeVisible();
  const on = await look('label[data-selected] > span[class*="switch"]');
  const off = await look('label:not([data-selected]) > span[class*="switch"]');
  expect(on.ground).not.toBe(off.ground);
  expect((await look('label:not([data-selected]) > span[class*="switch"]', '::before')).ground).not.toBe(
    canvas,
  );
  expect((await look('nav [aria-current="page"]')).outline).toBe('solid');
  expect((await look('nav button:not([aria-current])')).outline).toBe('none');

  await open(page, '#/invites');
  await page.getByText('Ironwood Pest Control').first().click();
  await expect(page.getByRole('complementary')).toBeVisible();
  expect((await look('[data-row][aria-selected="true"]', '::before')).ground).not.toBe(canvas);

  await open(page, '#/verifications?tab=expiry');
  await expect(page.getByText('Save for calendar')).toBeVisible();
  const bars = page.getByRole('toolbar').locator('[class*="_bar_"]:not([class*="none"])');
  await expect(bars.first()).toBeVisible();
  expect(await bars.evaluateAll(borderColors)).not.toContain(canvas);

  await open(page, '#/documents');
  await expect(page.getByText('Poor quality')).toBeVisible();
  expect((await look('dl [class*="fill"]')).ground).not.toBe(canvas);
  expect((await look('dl [class*="mark"]')).ground).not.toBe((await look('dl [class*="fill"]')).ground);
});
