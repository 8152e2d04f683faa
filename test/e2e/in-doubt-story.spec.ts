import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { connect, go, invite, sendingBlock } from './person.ts';
import { startApp, startService, temporaryFolder, type RunningApp } from './processes.ts';
import { filesWith, holds, recordMessages } from './token-traces.ts';

const halden = 'tove@halden.example.com';

/** An hour of the app's life passes in 15 seconds. */
const clockSpeed = 240;

test('an invite whose answer is lost may already be sent, and only a person sends it again', async ({
  page,
}) => {
  const folder = temporaryFolder('doubt');
  const dataDir = join(folder, 'app');
  const messages = recordMessages(page);
  const apps: RunningApp[] = [];
  const service = await startService(join(folder, 'service'));
  let app = await startApp(dataDir, ['--welcome']);
  apps.push(app);
  await page.goto(app.url);
  await connect(page, service.baseUrl, service.token, '48213');

  await service.misbehave([{ kind: 'drop_after_applying', operation: 'inviteVendor', times: 1 }]);
  await invite(page, halden, 'Tove', 'Halden Hoists');
  await go(page, 'Invites');
  const row = page.getByRole('row', { name: /Halden Hoists/ });
  await expect(row).toContainText('May have been sent');
  expect(await service.mail()).toHaveLength(1);
  expect(await service.posts()).toEqual([halden]);

  await app.kill();
  app = await startApp(dataDir, [], { speed: clockSpeed });
  apps.push(app);
  await page.goto(app.url);
  await go(page, 'Invites');
  await expect(row).toContainText('May have been sent');
  const begun = performance.now();
  await expect
    .poll(() => (performance.now() - begun) * clockSpeed, { message: 'an hour of the app’s time' })
    .toBeGreaterThan(60 * 60 * 1000);
  await expect(sendingBlock(page)).toContainText('Online');
  await expect(row).toContainText('May have been sent');
  expect(await service.mail()).toHaveLength(1);
  expect(await service.posts()).toEqual([halden]);

  await app.stop();
  app = await startApp(dataDir);
  apps.push(app);
  await page.goto(app.url);
  await go(page, 'Today');
  await expect(page.getByRole('heading', { name: 'May have been sent' })).toBeVisible();
  await go(page, 'Invites');
  await row.click();
  await expect(page.getByText('The vendor may already have the email.', { exact: true })).toBeVisible();
  await page.keyboard.press('2');
  await expect(row).toContainText('Marked as sent');
  expect(await service.mail()).toHaveLength(1);
  expect(await service.posts()).toEqual([halden]);

  await app.stop();
  await service.stop();
  expect(filesWith(dataDir, service.token)).toEqual([]);
  const written = apps.map((one) => one.written());
  expect(written).toHaveLength(3);
  expect(written.filter((text) => holds(text, service.token))).toEqual([]);
  expect(messages().length).toBeGreaterThan(50);
  expect(messages().filter((text) => holds(text, service.token))).toEqual([]);
  rmSync(folder, { recursive: true });
});
