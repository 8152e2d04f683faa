import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { connect, open, sendingBlock } from './person.ts';
import { startApp, startService, temporaryFolder } from './processes.ts';

/** How soon a page has to say that its host is gone. */
const soon = { timeout: 2000 };

test('a page whose host is gone says so, leads to the new one, and goes on with what was typed', async ({
  page,
  browser,
}) => {
  const folder = temporaryFolder('host-gone');
  const dataDir = join(folder, 'app');
  const service = await startService(join(folder, 'service'));
  const first = await startApp(dataDir, ['--welcome']);
  await page.goto(first.url);
  await connect(page, service.baseUrl, service.token, '48213');
  await expect(sendingBlock(page)).toContainText('Online');
  await open(page, '#/invites/new');
  await page.getByLabel('Company').fill('Halden Hoists');
  const notice = page.getByRole('alertdialog', { name: /^Gangway stopped|^This page lost/ });
  await expect(notice).toBeHidden();

  await first.kill();
  await expect(notice).toBeVisible(soon);
  await expect(notice).toContainText('Nothing queued is lost.');
  await expect(notice).toContainText('Start Gangway again');
  // Nothing below it can be pressed or read as if it held.
  const below = page.getByRole('button', { name: 'Vendors' });
  await expect(below.click({ trial: true, timeout: 1000 })).rejects.toThrow('intercepts pointer events');
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await expect(notice).toBeVisible();

  const port = new URL(first.url).port;
  const second = await startApp(dataDir, ['--port', port]);
  await expect(notice).toContainText('press Enter in the terminal where it runs', { timeout: 10_000 });

  // Whoever opens a used address in another browser is told the same.
  const elsewhere = await browser.newPage();
  await elsewhere.goto(first.url);
  await expect(elsewhere.getByText('Press Enter in the terminal where Gangway runs')).toBeVisible();
  await elsewhere.close();

  const opened = await page.context().newPage();
  await opened.goto(second.url);
  // Where there is no keychain, the token went with the first host.
  await expect(sendingBlock(opened)).toContainText(/Online|Signed out/);
  await opened.close();
  await expect(notice).toBeHidden();
  await expect(page.getByLabel('Company')).toHaveValue('Halden Hoists');
  await expect(sendingBlock(page)).toContainText(/Online|Signed out/);

  await second.stop();
  await service.stop();
  rmSync(folder, { recursive: true });
});
