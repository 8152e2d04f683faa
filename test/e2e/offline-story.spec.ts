import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { connect, go, invite, open, sendingBlock } from './person.ts';
import { startApp, startService, temporaryFolder, type RunningApp } from './processes.ts';
import { filesWith, holds, recordMessages } from './token-traces.ts';

const brightwaterW9 = '7c1e04d2-5a0b-4f6e-9d53-0b6a4e1c2f01';

const invited = [
  { email: 'mara@lantern.example.com', firstName: 'Mara', company: 'Lantern Lift Service' },
  { email: 'jon@harrow.example.com', firstName: 'Jon', company: 'Harrow Gutter Works' },
  { email: 'ada@pinecrest.example.com', firstName: 'Ada', company: 'Pinecrest Glazing' },
];

test('what is enqueued without a network survives a kill, goes out once, and comes back with its result', async ({
  page,
}) => {
  const folder = temporaryFolder('story');
  const dataDir = join(folder, 'app');
  const messages = recordMessages(page);
  const apps: RunningApp[] = [];
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });

  let service = await startService(join(folder, 'service'));
  let app = await startApp(dataDir, ['--welcome']);
  apps.push(app);
  await page.goto(app.url);
  await connect(page, service.baseUrl, service.token, '48213');
  await expect(sendingBlock(page)).toContainText('Online');

  await service.stop();
  for (const { email, firstName, company } of invited) await invite(page, email, firstName, company);
  await submitBrightwaterLicense(page);
  await go(page, 'Invites');
  await expect(sendingBlock(page)).toContainText('Offline · 4 waiting');
  await expect(page.getByRole('row', { name: /Harrow Gutter Works/ })).toContainText(
    /Waiting for (?:network|service)|Retry/,
  );

  await app.kill();
  app = await startApp(dataDir);
  apps.push(app);
  await page.goto(app.url);
  await go(page, 'Invites');
  for (const { company } of invited) {
    await expect(page.getByRole('row', { name: new RegExp(company) })).toContainText(/Waiting|Retry/);
  }
  await go(page, 'Verifications');
  await expect(page.getByRole('row', { name: /1048827/ })).toContainText(/Waiting|Retry/);
  await expect(sendingBlock(page)).toContainText('4 waiting');

  service = await startService(join(folder, 'service'), service.port);
  await expect(sendingBlock(page)).toContainText('Online · all sent');
  const mail = await service.mail();
  const addresses = invited.map((one) => one.email);
  expect(mail.map((one) => one.to).toSorted()).toEqual(addresses.toSorted());
  expect(await service.posts()).toEqual([...addresses, '1048827'].toSorted());

  await go(page, 'Verifications');
  await page.getByRole('row', { name: /1048827/ }).click();
  await expectBrightwaterComparison(page);

  await addDocument(page);
  await expectBrightwaterQuality(page);

  expect(await service.posts()).toHaveLength(invited.length + 1);
  await service.stop();
  await page.reload();
  await expectBrightwaterQuality(page);
  await go(page, 'Verifications');
  await page.getByRole('row', { name: /1048827/ }).click();
  await expectBrightwaterComparison(page);
  await go(page, 'Invites');
  for (const { company } of invited) {
    await expect(page.getByRole('row', { name: new RegExp(company) })).toContainText('Invited');
  }

  await app.stop();
  expect(filesWith(dataDir, service.token)).toEqual([]);
  const written = apps.map((one) => one.written());
  expect(written).toHaveLength(2);
  expect(written.filter((text) => holds(text, service.token))).toEqual([]);
  expect(messages().length).toBeGreaterThan(50);
  expect(messages().filter((text) => holds(text, service.token))).toEqual([]);
  expect(complaints.filter((text) => !/WebSocket|ERR_CONNECTION|ERR_SOCKET/.test(text))).toEqual([]);
  rmSync(folder, { recursive: true });
});

async function submitBrightwaterLicense(page: Page): Promise<void> {
  await open(page, '#/verifications/new');
  await page.getByRole('textbox', { name: /^License number/ }).fill('1048827');
  await page.getByRole('button', { name: 'More details' }).click();
  await page.getByLabel('Trade type').fill('C-36 Plumbing');
  await page.getByLabel('Licensee name').fill('Brightwater Plumbing & Drain LLC');
  await page.getByLabel('Qualified party').fill('Rosa M. Delgado');
  await page.getByRole('textbox', { name: /^State/ }).fill('CA');
  await page.keyboard.press('Control+Enter');
  await expect(
    page.getByText('will send when you’re back online').or(page.getByText('Saved.')).first(),
  ).toBeVisible();
}

async function expectBrightwaterComparison(page: Page): Promise<void> {
  await expect(page.getByText('License found, but 2 details differ')).toBeVisible();
  const table = page.getByRole('table', { name: /License details/ });
  await expect(table.getByRole('row', { name: /Licensee name/ })).toContainText('Differs');
  await expect(table.getByRole('row', { name: /Qualified party/ })).toContainText('Differs');
  await expect(table.getByRole('row', { name: /License number/ })).toContainText('Same');
  await expect(table.getByRole('row', { name: /Expiration date/ })).toContainText('Only found');
}

async function addDocument(page: Page): Promise<void> {
  await open(page, '#/documents/add');
  await page.getByLabel('Job IDs').fill(brightwaterW9);
  await page.getByRole('button', { name: 'Add 1' }).click();
  await expect(page.getByText('1 added', { exact: false }).or(page.getByText('Added')).first()).toBeVisible();
  await open(page, `#/documents/${brightwaterW9}`);
}

async function expectBrightwaterQuality(page: Page): Promise<void> {
  await expect(page.getByText('Poor quality')).toBeVisible();
  for (const part of ['Sharpness', 'Readability', 'Text quality', 'Skew and alignment']) {
    await expect(page.getByText(part, { exact: true })).toBeVisible();
  }
  await expect(page.getByText(/Image out of focus/)).toBeVisible();
  await expect(page.getByText('Brightwater Plumbing & Drain LLC').first()).toBeVisible();
  await expect(page.getByText('Employer ID, hidden, ends in 4417')).toBeAttached();
}
