import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { addAxe, showIn, violations } from './axe.ts';
import { tooWide } from './in-page/reach.ts';
import { openSharedPractice } from './practice.ts';

const phone = { width: 390, height: 844 };

test('a gate sheet is found, searched and saved in a window as narrow as a phone', async ({ page }) => {
  await addAxe(page);
  const practice = await openSharedPractice(page);
  await page.setViewportSize(phone);
  await practice.load('#/vendors?site=Pier+40+Lofts');
  await page.getByRole('button', { name: 'Gate sheet', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pier 40 Lofts' })).toBeVisible();
  const stopped = page.getByRole('region', { name: 'Stop' });
  await expect(stopped.getByRole('listitem')).not.toHaveCount(0);
  expect(await page.evaluate(tooWide)).toBe(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await showIn(page, { colorScheme, forcedColors: 'none', contrast: 'no-preference' });
    expect((await violations(page, [], { forced: false, earlier: null })).found, colorScheme).toEqual([]);
  }

  const screens = page.getByRole('navigation', { name: 'Screens' });
  await expect(screens).toBeHidden();
  await page.getByRole('button', { name: 'Show screens' }).click();
  await expect(screens).toBeVisible();
  await page.getByRole('button', { name: 'Hide screens' }).click();
  await expect(screens).toBeHidden();

  const name = await stopped.getByRole('listitem').first().getByRole('button').innerText();
  await page.getByLabel('Search name, contact or company').fill(name);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await page.getByLabel('Search name, contact or company').fill('nobody at all');
  await expect(page.getByText('No vendor here matches “nobody at all”.')).toBeVisible();

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  const saved = await waiting;
  expect(saved.suggestedFilename()).toMatch(/^gangway-gate-pier-40-lofts-.*\.pdf$/);
  expect(
    readFileSync(await saved.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(practice.complaints()).toEqual([]);
});

test('printing a gate sheet prints every vendor, and the sheet of a past day says why there is none', async ({
  page,
}) => {
  await page.addInitScript("window.print = () => document.body.setAttribute('data-printed', 'yes')");
  const practice = await openSharedPractice(page);
  await practice.load('#/vendors/gate?site=Pier+40+Lofts');
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('[data-printed]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/Printed by /)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Stop' }).getByRole('button').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save as PDF' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByLabel('Day').fill('2020-01-01');
  await expect(page.getByText('Gangway keeps no gate sheets of past days.')).toBeVisible();
  expect(practice.complaints()).toEqual([]);
});
