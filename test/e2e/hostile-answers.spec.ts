import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import SqliteDatabase from 'better-sqlite3';
import { addAxe } from './axe.ts';
import { examine, prepare } from './examine.ts';
import { connect, invite, open, sendingBlock } from './person.ts';
import { startApp, startService, temporaryFolder } from './processes.ts';

// What the screens say where what came, or what lies on the disk, is not what it should be.

/** More than Gangway takes of one answer. */
const tooLarge = 12_000_000;

/** Changes the words of the only entry that holds them, as something else on the computer might. */
function alterEntry(dataDir: string, from: string, to: string): void {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  const file = files.find((name) => /workspaces.[^/]+.workspace\.db$/.test(name));
  if (file === undefined) throw new Error(`No workspace among ${files.join(', ')}`);
  const db = new SqliteDatabase(join(dataDir, file));
  const { changes } = db
    .prepare('UPDATE entry SET body = replace(body, @from, @to) WHERE instr(body, @from) > 0')
    .run({ from, to });
  db.close();
  expect(changes).toBe(1);
}

/** Opens the only row of a list with these words. */
async function openRow(page: Page, words: string): Promise<void> {
  await page.getByRole('row', { name: new RegExp(words) }).click();
  await expect(page.getByRole('complementary')).toContainText(words);
}

test(
  'everybody can use what is said of answers and entries that cannot be trusted',
  { tag: '@nightly' },
  async ({ page }) => {
    test.setTimeout(600_000);
    const folder = temporaryFolder('hostile-answers');
    const dataDir = join(folder, 'app');
    const service = await startService(join(folder, 'service'));
    const app = await startApp(dataDir, ['--welcome']);
    const visited: string[] = [];
    async function see(name: string, ready: string | RegExp): Promise<void> {
      await expect(page.getByText(ready).first()).toBeVisible();
      await examine(page, name);
      visited.push(name);
    }
    await addAxe(page);
    await prepare(page);
    await page.goto(app.url);
    await connect(page, service.baseUrl, service.token, '48213');
    await expect(sendingBlock(page)).toContainText('Online');

    await open(page, '#/vendors/48213');
    const lookUp = page.getByRole('button', { name: 'Look up now' });
    await service.misbehave([{ kind: 'html', applied: false, operation: 'getVendorProfile' }]);
    await lookUp.click();
    await see('a page instead of a profile', 'The service returned a web page instead of an answer.');
    await service.misbehave([{ kind: 'large', bytes: tooLarge, operation: 'getVendorProfile' }]);
    await lookUp.click();
    await see('a profile that is too large', 'too large to read');
    await service.misbehave([]);
    await lookUp.click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Brightwater Plumbing & Drain LLC' }),
    ).toBeVisible();
    await service.misbehave([{ kind: 'large', bytes: tooLarge, operation: 'getVendorProfile' }]);
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await see('a newer profile that is too large', 'too large to read');

    await service.misbehave([{ kind: 'html', applied: true, operation: 'inviteVendor' }]);
    await invite(page, 'una@lantern.example.com', 'Una', 'Lantern Lifts');
    await openRow(page, 'Lantern Lifts');
    await see('a page instead of the answer to an invite', 'A web page came instead of the service’s answer');
    await service.misbehave([{ kind: 'large', bytes: tooLarge, operation: 'inviteVendor' }]);
    await invite(page, 'ivo@moss.example.com', 'Ivo', 'Moss Masonry');
    await openRow(page, 'Moss Masonry');
    await expect(page.getByRole('complementary')).not.toContainText('Being sent now.');
    await see('an answer to an invite that is too large', /answer cannot be read|may already have the email/);
    await service.misbehave([]);

    await open(page, '#/outbox');
    await page.getByRole('button', { name: /^Pause/ }).click();
    await expect(sendingBlock(page)).toContainText('Paused');
    await invite(page, 'sol@harrow.example.com', 'Sol', 'Harrow Gutter Works');
    alterEntry(dataDir, 'sol@harrow', 'eve@harrow');
    await open(page, '#/outbox');
    await page.getByRole('button', { name: /^Resume/ }).click();
    await expect(page.getByText('Altered', { exact: true })).toBeVisible();
    await openRow(page, 'Harrow Gutter Works');
    await see(
      'an entry that was altered on the disk',
      /it was altered on the disk\. Gangway did not send it/,
    );
    await page
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click();
    await see('canceling an altered entry', 'It stays in the record as canceled.');
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Correct/ })
      .first()
      .click();
    await see('correcting an altered entry', 'This was altered on the disk and was not sent.');
    expect((await service.mail()).map(({ to }) => to)).not.toContain('eve@harrow.example.com');

    console.info(`examined in every look and size, ${visited.length} states: ${visited.join(', ')}`);
    await app.stop();
    await service.stop();
    rmSync(folder, { recursive: true });
  },
);
