import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { addAxe } from './axe.ts';
import { examine, prepare } from './examine.ts';
import { openPractice } from './practice.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: /^Letter to / });

/** Ticks so many vendors that are not there yet, and begins their letters. */
async function beginLetters(page: Page, count: number): Promise<void> {
  const boxes = page.getByRole('grid').getByRole('checkbox');
  for (let row = 1; row <= count; row += 1) await boxes.nth(row).click();
  await page.getByRole('button', { name: `Write ${count} letters` }).click();
}

test('letters to several vendors are walked through by keyboard: saved in Spanish, opened, and skipped', async ({
  page,
}) => {
  const practice = await openPractice(page);
  await practice.load('#/vendors?status=in_progress');
  await beginLetters(page, 3);
  await expect(page.getByText('2 more letters to write.')).toBeVisible();

  await expect(heading(page)).toBeVisible();
  await page.getByRole('button', { name: /Language of letters/ }).click();
  await page.getByRole('option', { name: 'Spanish' }).click();
  await expect(page.getByLabel('Message')).toHaveValue(/^Estimado\(a\)/);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as .eml' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^Letter to .*\.eml$/);
  expect(readFileSync(await file.path(), 'latin1')).toMatch(/^X-Unsent: 1\r\nTo: [^]*\r\n\r\nEstimado\(a\)/);
  await expect(page.getByRole('status').filter({ hasText: 'Letter saved, follow-up' })).toBeVisible();

  await expect(page.getByText('1 more letter to write.')).toBeVisible();
  const second = await heading(page).innerText();
  await expect(page.getByRole('button', { name: 'Open in mail program' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(heading(page)).not.toHaveText(second);
  await expect(page.getByRole('button', { name: 'Close' })).toBeVisible();
  await page.keyboard.press('s');

  await expect(page).toHaveURL(/#\/vendors\?status=in_progress$/);
  await page.getByRole('row', { name: new RegExp(second.replace('Letter to ', '')) }).click();
  await expect(page.getByText(/^Asked .* by you; follow up /).first()).toBeVisible();
  expect(practice.complaints()).toEqual([]);
  await practice.stop();
});

test('renewals on Today are one pile of letters, and a letter says whom it is for where two have its name', async ({
  page,
}) => {
  const practice = await openPractice(page);
  await practice.load('#/today');
  const pile = page.getByRole('row', { name: /^\d+ vendors?, Renewals/ });
  await pile.getByRole('button', { name: /^Write \d+ letters?/ }).click();
  await expect(page.getByLabel('Message')).toHaveValue(/expires soon:[^]*- (?:Your renewed|A new) /);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Letter saved, follow-up' })).toBeVisible();
  await expect(page).toHaveURL(/#\/today$/);
  await expect(pile).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(heading(page)).toBeVisible();
  await practice.load('#/today');
  await expect(pile).toHaveCount(1);

  await practice.load('#/vendors/letter/@dale@ironwood.invalid');
  await expect(
    page.getByText(/^Another vendor is named .*This letter is for dale@ironwood\.invalid\./),
  ).toBeVisible();
  expect(practice.complaints()).toEqual([]);
  await practice.stop();
});

test('everybody can use a letter and its templates', async ({ page }) => {
  await addAxe(page);
  await prepare(page);
  const practice = await openPractice(page);
  await practice.load('#/vendors?status=in_progress');
  await beginLetters(page, 2);
  await expect(heading(page)).toBeVisible();
  await examine(page, 'Letter');
  await page.getByRole('button', { name: 'Edit templates' }).click();
  await expect(page.getByLabel('Message')).toHaveValue(/\{missing\}/);
  await examine(page, 'Letter templates');
  expect(practice.complaints()).toEqual([]);
  await practice.stop();
});
