import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { openSharedPractice, type Practice } from './practice.ts';

let practice: Practice;

test.beforeEach(async ({ page }) => {
  practice = await openSharedPractice(page);
});
async function saved(page: Page, choose: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const waiting = page.waitForEvent('download');
  await choose();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('a vendor’s report is saved as a PDF', { tag: '@nightly' }, async ({ page }) => {
  await page.goto(`${practice.origin}/#/vendors/48213`);
  await page.getByRole('button', { name: 'More for this vendor' }).click();
  const { name, bytes } = await saved(page, () =>
    page.getByRole('menuitem', { name: 'Save report', exact: true }).click(),
  );
  expect(name).toMatch(/^gangway-brightwater-.*\.pdf$/);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.subarray(-6).toString().trim()).toBe('%%EOF');
  expect(practice.complaints()).toEqual([]);
});

test(
  'names, counts and headings that can be pressed stand on paper too',
  { tag: '@nightly' },
  async ({ page }) => {
    await page.goto(`${practice.origin}/#/today`);
    const name = page.getByRole('button', { name: /^Fernhill Pool & Spa/ });
    await expect(name).toBeVisible();
    const invite = page.getByRole('button', { name: 'Invite vendor' });
    await expect(invite).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(name).toBeVisible();
    await expect(page.getByRole('button', { name: /show all: May have been sent/ })).toBeVisible();
    await expect(invite).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`${practice.origin}/#/verifications`);
    await expect(page.getByText('1048827').first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: 'Licensee' })).toBeVisible();
  },
);

test(
  'a bar of the expiry lists just the licenses that it counts, and their days are saved for a calendar',
  { tag: '@nightly' },
  async ({ page }) => {
    await page.goto(`${practice.origin}/#/today`);
    await page.getByRole('button', { name: 'All licenses by month' }).click();
    const bars = page.getByRole('toolbar', { name: 'List the licenses of a month' }).getByRole('button');
    await expect(bars).toHaveCount(14);
    let total = 0;
    for (const bar of await bars.all()) {
      const counted = /^([\d,]+) licenses?, /.exec((await bar.textContent()) ?? '')?.[1];
      const count = Number(counted?.replaceAll(',', ''));
      total += count;
      await bar.click();
      await expect(bar).toHaveAttribute('aria-pressed', 'true');
      if (count === 0) await expect(page.getByText('No license expires then.')).toBeVisible();
      else await expect(page.getByText(`${count} in all`, { exact: true })).toBeVisible();
    }
    expect(total).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Show all' }).first().click();
    await expect(page.getByText(`${total} in all`, { exact: true })).toBeVisible();
    const { name, bytes } = await saved(page, () =>
      page.getByRole('button', { name: 'Save for calendar' }).click(),
    );
    expect(name).toMatch(/^gangway-license-expirations-.*\.ics$/);
    expect(bytes.toString('utf8').match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(total);
    expect(practice.complaints()).toEqual([]);
  },
);

test('results and decisions are saved as CSV', { tag: '@nightly' }, async ({ page }) => {
  await page.goto(`${practice.origin}/#/verifications`);
  await page.getByRole('button', { name: 'Export' }).click();
  const { name, bytes } = await saved(page, () =>
    page.getByRole('menuitem', { name: 'Export results as CSV' }).click(),
  );
  expect(name).toMatch(/^gangway-license-results-.*\.csv$/);
  const [head] = bytes.toString('utf8').split('\r\n');
  for (const column of ['Service: status', 'Gangway: verdict', 'Licensee name', 'Decision', 'Note']) {
    expect(head).toContain(column);
  }
});
