import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Download, type Page } from '@playwright/test';
import { sampleVendors } from '#practice/sample-data.ts';
import { connect, expectScreen, go, invite, open, sendingBlock } from './person.ts';
import { startApp, startService, temporaryFolder } from './processes.ts';

const known = sampleVendors().map((vendor) => vendor.id);
const wrong = ['99001', '99002'];

async function saved(page: Page, choose: () => Promise<void>): Promise<{ file: string; download: Download }> {
  const waiting = page.waitForEvent('download');
  await choose();
  const download = await waiting;
  return { file: await download.path(), download };
}

function vendorNames(page: Page): Promise<string[]> {
  const rows = page.getByRole('grid', { name: 'Vendors' }).locator('[data-row]');
  // Behind the box to tick.
  return rows.locator('> [role=gridcell]:nth-child(2)').allTextContents();
}

test(
  '24 vendors and 2 wrong IDs are looked up over a kill, then narrowed, sorted, shown as chosen and exported',
  { tag: '@nightly' },
  async ({ page }) => {
    const folder = temporaryFolder('registry');
    const dataDir = join(folder, 'app');
    const service = await startService(join(folder, 'service'));
    let app = await startApp(dataDir, ['--welcome']);
    await page.goto(app.url);
    await connect(page, service.baseUrl, service.token, '48213');
    await service.misbehave([{ kind: 'delay', ms: 3000, operation: 'getVendorProfile' }]);

    await open(page, '#/vendors/look-up');
    await page
      .getByRole('textbox', { name: 'Vendor IDs' })
      .fill([...known.slice(0, 12), ...wrong, ...known.slice(12)].join('\n'));
    await page.getByRole('button', { name: 'Look up 26' }).click();
    await expect(page.getByRole('status').filter({ hasText: /of 26 done/ })).toHaveText(
      /^([4-9]|1\d) of 26 done/,
    );
    await app.kill();
    await service.misbehave([]);

    app = await startApp(dataDir);
    await page.goto(app.url);
    await open(page, '#/vendors/look-up');
    await expect(page.getByText('24 of 26 fetched, 2 not')).toBeVisible();
    await page.getByRole('tab', { name: /Not known/ }).click();
    for (const id of wrong) {
      await expect(page.getByRole('row', { name: new RegExp(id) })).toContainText(
        'Not there yet, next check at',
      );
    }

    await go(page, 'Vendors');
    await expect(page.getByText('24 in all', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const filter = page.getByRole('dialog', { name: 'Filter by a column' });
    await filter.getByRole('button', { name: /Column/ }).click();
    await page.getByRole('option', { name: 'City' }).click();
    await filter.getByRole('button', { name: /Show/ }).click();
    await page.getByRole('option', { name: /^Oakland/ }).click();
    await filter.getByRole('button', { name: 'Add filter' }).click();
    const inUse = page.getByRole('group', { name: 'Filters in use' });
    await expect(inUse).toContainText('City: Oakland');
    const inOakland = sampleVendors().filter((vendor) => vendor.location?.cityName === 'Oakland');
    await expect(page.getByText(`${inOakland.length} match`, { exact: true }).first()).toBeVisible();
    const up = inOakland.map((vendor) => vendor.companyName ?? '').toSorted((a, b) => a.localeCompare(b));
    await expect.poll(() => vendorNames(page)).toEqual(up);
    await page
      .getByRole('columnheader')
      .filter({ hasText: /^Vendor$/ })
      .getByRole('button')
      .click();
    await expect.poll(() => vendorNames(page)).toEqual(up);

    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'Vendor ID' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('columnheader', { name: 'Vendor ID' })).toBeVisible();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'Sites' }).click();
    await expect(page.getByRole('columnheader', { name: 'Sites' })).toHaveCount(0);

    const { file, download } = await saved(page, async () => {
      await page.getByRole('button', { name: 'More for vendors' }).click();
      await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    });
    expect(download.suggestedFilename()).toMatch(/^gangway-vendors-.*\.csv$/);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + inOakland.length);
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(
      up.map((name) => inOakland.find((vendor) => vendor.companyName === name)?.id),
    );

    await app.stop();
    app = await startApp(dataDir);
    await page.goto(app.url);
    await go(page, 'Vendors');
    await expect(page.getByRole('columnheader', { name: 'Vendor ID' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Sites' })).toHaveCount(0);
    await app.stop();
    await service.stop();
    rmSync(folder, { recursive: true });
  },
);

test(
  'a workspace moves to another computer with all it keeps, and nobody gets two emails',
  {
    tag: '@nightly',
  },
  async ({ page, browser }) => {
    const folder = temporaryFolder('moving');
    const service = await startService(join(folder, 'service'));
    const first = await startApp(join(folder, 'first'), ['--welcome']);
    await page.goto(first.url);
    await connect(page, service.baseUrl, service.token, '48213');
    await open(page, '#/vendors/48213');
    await page.getByRole('button', { name: 'Look up now' }).click();
    await expect(page.getByRole('heading', { name: /Brightwater/ })).toBeVisible();
    await invite(page, 'mara@lantern.example.com', 'Mara', 'Lantern Lift Service');
    // The service has it a moment before the app knows.
    await expect(page.getByRole('row', { name: /Lantern/ })).toContainText('Invited');
    expect(await service.posts()).toEqual(['mara@lantern.example.com']);
    await go(page, 'Outbox');
    await page.getByRole('button', { name: /^Pause/ }).click();
    await expect(page.getByRole('button', { name: /^Resume/ })).toBeVisible();
    await invite(page, 'jon@harrow.example.com', 'Jon', 'Harrow Gutter Works');

    await open(page, '#/settings');
    const { file } = await saved(page, () =>
      page.getByRole('button', { name: 'Export a workspace file' }).click(),
    );

    const second = await startApp(join(folder, 'second'), ['--welcome']);
    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto(second.url);
    await other.getByRole('button', { name: 'Import a workspace file' }).click();
    await other.getByLabel('A workspace file', { exact: true }).setInputFiles(file);
    await expect(other.getByText('1 item was unsent.')).toBeVisible();
    await other.getByRole('dialog').getByLabel('Access token').fill(service.token);
    await other.getByRole('button', { name: 'Import and open' }).click();
    await expectScreen(other, 'Today');
    await expect(
      other.getByText('This workspace came from another computer', { exact: false }),
    ).toBeVisible();
    await expect(sendingBlock(other)).toContainText('Online');
    await go(other, 'Vendors');
    await expect(other.getByRole('row', { name: /Brightwater/ })).toBeVisible();
    await go(other, 'Invites');
    await expect(other.getByRole('row', { name: /Lantern/ })).toContainText('Invited');
    await expect(other.getByRole('row', { name: /Harrow/ })).toContainText('May have been sent');

    await go(page, 'Outbox');
    await page.getByRole('button', { name: /^Resume/ }).click();
    await expect.poll(async () => (await service.mail()).length).toBe(2);
    await second.stop();
    await first.stop();
    const invited = ['jon@harrow.example.com', 'mara@lantern.example.com'];
    expect((await service.mail()).map((one) => one.to).toSorted()).toEqual(invited);
    expect(await service.posts()).toEqual(invited);
    await context.close();
    await service.stop();
    rmSync(folder, { recursive: true });
  },
);
