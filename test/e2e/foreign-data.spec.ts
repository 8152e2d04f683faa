import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import type { CallInput, CallName } from '#shared/ipc/contract.ts';
import {
  allKinds,
  toJob,
  startForeignService,
  toText,
  type ForeignService,
  type Kind,
} from './foreign-service.ts';
import { overflowing } from './in-page/overflow.ts';
import { connect } from './person.ts';
import { startApp, temporaryFolder, type RunningApp } from './processes.ts';

let folder: string;
let service: ForeignService;
let app: RunningApp;
let page: Page;
let loads = 0;
const pictures = process.env['GANGWAY_PICTURES'];

/** Does as a screen does when a person presses a button. */
async function ask<N extends CallName>(name: N, input: CallInput<N>): Promise<void> {
  const asked = `window.gangway.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`;
  expect(await page.evaluate(asked)).toMatchObject({ ok: true });
}

async function fill(kind: Kind): Promise<void> {
  const text = toText(kind);
  await ask('vendors.lookUp', { vendorId: `v-${kind}` });
  for (const email of [`${kind}@vendor.example.com`, `${kind}-refused@vendor.example.com`]) {
    const vendor = { email, firstName: text.slice(0, 1000), companyName: text.slice(0, 1000) };
    await ask('invites.enqueue', {
      invitation: { inviteMessage: text, vendor: vendor },
      replaces: null,
    });
  }
  const data = { licenseNumber: `${kind} ${text.slice(0, 900)}`, licenseeName: text, licenseTradeType: text };
  await ask('verifications.enqueue', { type: 'license', data, vendorId: `v-${kind}`, replaces: null });
  await ask('documents.add', { ids: [toJob(kind)], vendorId: `v-${kind}` });
}

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  folder = temporaryFolder('foreign-data');
  service = await startForeignService();
  app = await startApp(join(folder, 'app'), ['--welcome']);
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.goto(app.url);
  await connect(page, service.baseUrl, 'some-token', 'v-wide');
  for (const kind of allKinds) await fill(kind);
  await ask('lookups.begin', { ids: ['v-wide', 'W'.repeat(200), 'v-turned', 'v-nobody'] });
  await load('#/documents');
  await expect(page.getByText('51').first()).toBeVisible();
  await load('#/outbox');
  await expect(page.getByText('Refused').first()).toBeVisible();
});

test.afterAll(async () => {
  await page.close();
  await app.stop();
  await service.stop();
  rmSync(folder, { recursive: true });
});

async function load(hash: string): Promise<void> {
  loads += 1;
  await page.goto(`${new URL(app.url).origin}/?load=${loads}${hash}`);
  await expect(page.locator('h1').first()).toBeVisible();
}

async function expectInSight(name: string): Promise<void> {
  await expect.poll(() => page.evaluate(overflowing), { message: name, timeout: 5000 }).toEqual([]);
}

interface Place {
  name: string;
  hash: string;
  ready: string | RegExp;
  /** Rows that are opened one after the other beside the list. */
  rows?: number;
  /** Rows that are opened in the list's place, each from the list. */
  opened?: number;
  tabs?: readonly string[];
}

/** All places, with the pages of one vendor and one document for each kind of data. */
const allPlaces: readonly Place[] = [
  { name: 'Today', hash: '#/today', ready: 'Refused' },
  { name: 'Vendors', hash: '#/vendors', ready: 'in all' },
  ...allKinds.map((kind) => ({
    name: `Vendor ${kind}`,
    hash: `#/vendors/v-${kind}`,
    ready: 'Enrollment',
    tabs: ['Verifications', 'Documents', 'Changes', 'Everything fetched'],
  })),
  { name: 'Invites', hash: '#/invites', ready: 'in all', rows: 8 },
  { name: 'Verifications', hash: '#/verifications', ready: 'in all', opened: 4 },
  ...allKinds.map((kind) => ({
    name: `Document ${kind}`,
    hash: `#/documents/${toJob(kind)}`,
    ready: 'Quality',
  })),
  { name: 'Documents', hash: '#/documents', ready: 'Quality' },
  { name: 'Outbox', hash: '#/outbox', ready: 'Refused', rows: 4 },
  { name: 'Look-up', hash: '#/vendors/look-up', ready: 'v-nobody' },
  { name: 'Invite form', hash: '#/invites/new', ready: 'Goes into the' },
];

for (const { colorScheme, viewport } of [
  { colorScheme: 'light', viewport: { width: 1024, height: 700 } },
  { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
] as const) {
  test(
    `unruly data stays in its place on every screen, ${colorScheme}, ${viewport.width} wide`,
    { tag: '@nightly' },
    async () => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      const picture = async (name: string) => {
        if (pictures !== undefined)
          await page.screenshot({
            path: join(pictures, `${viewport.width}-${name.replaceAll(' ', '-')}.png`),
          });
      };
      for (const { name, hash, ready, rows = 0, opened = 0, tabs = [] } of allPlaces) {
        await test.step(name, async () => {
          await load(hash);
          await expect(page.getByText(ready).first()).toBeVisible();
          const found: string[] = [];
          const note = async (where: string) => {
            const over = await page.evaluate(overflowing);
            found.push(...over.map((one) => `${where}: ${one}`));
            await picture(where);
          };
          await note(name);
          for (let row = 1; row <= rows; row += 1) {
            await page.keyboard.press('j');
            if (row === 1) await page.keyboard.press('Enter');
            await expect(page.locator('[role=row][aria-selected=true]')).toHaveCount(1);
            await note(`${name} ${row}`);
          }
          for (let row = 1; row <= opened; row += 1) {
            await load(hash);
            await expect(page.getByText(ready).first()).toBeVisible();
            for (let step = 0; step < row; step += 1) await page.keyboard.press('j');
            await page.keyboard.press('Enter');
            await expect(page.getByRole('table', { name: /as submitted and as found/ })).toBeVisible();
            await note(`${name} ${row}`);
          }
          for (const tab of tabs) {
            await page.getByRole('tab', { name: tab }).click();
            await note(`${name} ${tab}`);
          }
          expect.soft(found, name).toEqual([]);
        });
      }
      await load('#/today');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('wide');
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectInSight('Search');
      await picture('Search');
    },
  );
}
