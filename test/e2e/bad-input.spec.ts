import { createServer } from 'node:http';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { connect, expectScreen, go, open, sendingBlock } from './person.ts';
import {
  startApp,
  startService,
  temporaryFolder,
  type RunningApp,
  type RunningService,
} from './processes.ts';

const nightly = { tag: '@nightly' };

let folder: string;
let service: RunningService;
let app: RunningApp;

async function begin(page: Page): Promise<void> {
  folder = temporaryFolder('bad-input');
  service = await startService(join(folder, 'service'));
  app = await startApp(join(folder, 'app'), ['--welcome']);
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.goto(app.url);
}

async function end(): Promise<void> {
  await app.stop();
  await service.stop();
  rmSync(folder, { recursive: true });
}

/** Fills in the form of Welcome and leaves each field, as a person does. */
async function fillIn(page: Page, address: string, token: string, vendorId = ''): Promise<void> {
  await page.getByLabel('Company name').fill('Harborline Property Group');
  await page.getByLabel('Service address').fill(address);
  await page.getByLabel('Access token').fill(token);
  await page.getByLabel('A vendor ID to check with').fill(vendorId);
  await page.getByLabel('A vendor ID to check with').blur();
}

async function expectStillFilled(page: Page, address: string): Promise<void> {
  await expect(page.getByLabel('Service address')).toHaveValue(address);
  await expect(page.getByLabel('Access token')).not.toHaveValue('');
}

test.describe('Welcome, with an address or a token that will not do, says so beside it and keeps the form', () => {
  // What is refused here leaves nothing behind, so one app does for all of it. Its address opens once.
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    await begin(page);
  });
  test.beforeEach(async () => {
    await page.reload();
  });
  test.afterAll(async () => {
    await page.close();
    await end();
  });

  for (const { title, address, sentence, details } of [
    {
      title: 'no address at all',
      address: 'not an address',
      sentence: /This is not a web address/,
      details: nightly,
    },
    {
      title: 'http to another computer',
      address: 'http://vendors.example.com',
      sentence: /would send your token unencrypted/,
      details: {},
    },
    {
      title: 'a scheme of another kind',
      address: 'ftp://vendors.example.com',
      sentence: /has to start with https/,
      details: nightly,
    },
    {
      title: 'nobody listening',
      address: 'http://127.0.0.1:9',
      sentence: /Nothing answered at this address/,
      details: nightly,
    },
  ]) {
    test(title, details, async () => {
      await fillIn(page, address, 'some-token');
      await expect(page.getByText(sentence)).toBeVisible();
      await expectStillFilled(page, address);
    });
  }

  test('a token that the service does not accept', async () => {
    await fillIn(page, service.baseUrl, 'a-token-of-somebody-else', '48213');
    await page.getByRole('button', { name: /^Connect/ }).click();
    await expect(page.getByText('The service did not accept this token.')).toBeVisible();
    await expectStillFilled(page, service.baseUrl);
  });

  test('a server that is not the service', { tag: '@nightly' }, async () => {
    const other = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Printer</title>');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
    await fillIn(page, url, 'some-token', '48213');
    await page.getByRole('button', { name: /^Connect/ }).click();
    await expect(
      page.getByText(/The service returned a web page instead of an answer\. Check/),
    ).toBeVisible();
    await expectStillFilled(page, url);
    other.close();
  });

  test('a vendor ID that would leave its place in the address', { tag: '@nightly' }, async () => {
    await fillIn(page, service.baseUrl, service.token, '../48213');
    await expect(page.getByText(/A vendor ID can’t contain slashes/)).toBeVisible();
  });
});

test.describe('Once connected', () => {
  test.beforeEach(async ({ page }) => {
    await begin(page);
    await connect(page, service.baseUrl, service.token, '48213');
    await expect(sendingBlock(page)).toContainText('Online');
    await go(page, 'Vendors');
    await expectScreen(page, 'Vendors');
  });
  test.afterEach(end);

  async function lookUp(page: Page, vendorId: string): Promise<void> {
    if (!(await page.getByRole('dialog').isVisible())) {
      await page.getByRole('button', { name: 'Look up a vendor' }).first().click();
    }
    await page.getByRole('dialog').getByLabel('Vendor ID').fill(vendorId);
    await page.getByRole('dialog').getByRole('button', { name: 'Look up' }).click();
  }

  test(
    'vendor IDs that are none are refused at the field, without a request',
    { tag: '@nightly' },
    async ({ page }) => {
      for (const id of ['a/b', '..', '.', '..\\x']) {
        await lookUp(page, id);
        await expect(page.getByRole('dialog').getByText(/A vendor ID can’t contain slashes/)).toBeVisible();
        await expect(page.getByRole('dialog').getByLabel('Vendor ID')).toHaveValue(id);
      }
    },
  );

  for (const { title, rules, sentence, details } of [
    {
      title: 'a web page instead of a profile',
      rules: [{ kind: 'html' as const, applied: false }],
      sentence: /The service returned a web page instead of an answer\. Check/,
      details: nightly,
    },
    {
      title: 'an answer of 20 MB',
      rules: [{ kind: 'large' as const, bytes: 20 * 1024 * 1024 }],
      sentence: /cut off or too large/,
      details: nightly,
    },
    {
      title: 'an answer cut in the middle',
      rules: [{ kind: 'cut_body' as const, bytes: 100 }],
      sentence: /cut off or too large/,
      details: {},
    },
  ]) {
    test(
      `${title} is said where the person is looking, and nothing kept is lost`,
      details,
      async ({ page }) => {
        await lookUp(page, '48213');
        await expect(page.getByRole('heading', { name: 'Brightwater Plumbing & Drain LLC' })).toBeVisible();
        await service.misbehave(rules);
        await page.getByRole('button', { name: 'Refresh' }).click();
        await expect(page.getByText(sentence)).toBeVisible();
        await expect(page.getByText('rosa@brightwater.example.com').first()).toBeVisible();
      },
    );
  }

  test(
    'a profile whose fields have wrong types shows what fits, and the rest marked and raw',
    { tag: '@nightly' },
    async ({ page }) => {
      await service.misbehave([{ kind: 'wrong_types', fields: ['email', 'location', 'jobSites'] }]);
      await lookUp(page, '48213');
      await expect(page.getByRole('heading', { name: 'Brightwater Plumbing & Drain LLC' })).toBeVisible();
      await expect(page.getByText(/values? could not be read/).first()).toBeVisible();
    },
  );

  test('an unknown vendor is said to be unknown', { tag: '@nightly' }, async ({ page }) => {
    await lookUp(page, '99999999');
    await expect(page.getByText('The service has no vendor with this ID.')).toBeVisible();
  });

  test('document IDs that are no UUIDs are named, and the others are taken', nightly, async ({ page }) => {
    await open(page, '#/documents/add');
    await page
      .getByLabel('Job IDs')
      .fill('48213\n../../etc\n7c1e04d2-5a0b-4f6e-9d53-0b6a4e1c2f01\nnot-a-job');
    await page.getByRole('button', { name: 'Add 1' }).click();
    await expect(page.getByText('Not a job ID', { exact: true })).toHaveCount(3);
    await expect(page.getByText('Added', { exact: true })).toBeVisible();
  });
});
