import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { hasPostgres, startPostgres, type Postgres } from '../team/postgres.ts';
import { addAxe, violations } from './axe.ts';
import { connect, open } from './person.ts';
import { startApp, startService, temporaryFolder } from './processes.ts';
import { findVendor } from './story-papers.ts';

// Two computers and one PostgreSQL: what one person does, the other sees.

test.skip(!hasPostgres, 'PostgreSQL is not installed here.');

const vendor = findVendor('Granite Peak Paving');
const secondMs = 1000;

test(
  'what Dana does, Sam sees within a second, also after both were away',
  { tag: '@nightly' },
  async ({ browser }) => {
    test.slow();
    const folder = temporaryFolder('team');
    const postgres = await startPostgres();
    await postgres.createTeam('team');
    const service = await startService(join(folder, 'service'));
    const seats = await Promise.all(
      ['dana', 'sam'].map(async (name) => {
        await postgres.createMember(name, name);
        const app = await startApp(join(folder, name), ['--welcome']);
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
        const page = await context.newPage();
        await addAxe(page);
        await page.goto(app.url);
        await connect(page, service.baseUrl, service.token, vendor.id);
        await addRequirement(page);
        return { name, app, context, page };
      }),
    );
    const [dana, sam] = seats;
    if (dana === undefined || sam === undefined) throw new Error('There are two.');
    for (const { page, name } of seats) await joinTeam(page, name, postgres, folder);

    await test.step('a tag', async () => {
      for (const { page } of seats) {
        await open(page, `#/vendors/${vendor.id}`);
        await page.getByRole('button', { name: 'Look up now' }).click();
        await expect(page.getByRole('button', { name: 'Add a tag' })).toBeVisible();
      }
      await addTag(dana.page, 'night work');
      await expect(tags(sam.page)).toContainText('night work', { timeout: secondMs });
    });

    await test.step('both are away', async () => {
      await postgres.kill();
      await open(dana.page, '#/settings/team');
      await expect(dana.page.getByText(/^The team’s database|^The connection to the team/)).toBeVisible();
      await open(dana.page, `#/vendors/${vendor.id}`);
      await addTag(dana.page, 'own tools');
      await addTag(sam.page, 'two crews');
      await postgres.start();
      await expect(tags(sam.page)).toContainText('own tools', { timeout: 60_000 });
      await expect(tags(dana.page)).toContainText('two crews', { timeout: 60_000 });
    });

    await test.step('who is in it, and leaving', async () => {
      await open(sam.page, '#/settings/team');
      await expect(sam.page.getByText('Not shared yet')).toBeVisible();
      await expect(sam.page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(2);
      await expectAccessible(sam.page);
      await sam.page.getByRole('button', { name: 'Leave the team' }).click();
      await sam.page.getByRole('alertdialog').getByRole('button', { name: 'Leave the team' }).click();
      await expect(sam.page.getByRole('button', { name: 'Join the team' })).toBeVisible();
    });

    for (const { app, context } of seats) await close(app, context);
    await service.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true });
  },
);

async function close(app: { stop: () => Promise<void> }, context: BrowserContext): Promise<void> {
  await context.close();
  await app.stop();
}

async function joinTeam(page: Page, name: string, postgres: Postgres, folder: string): Promise<void> {
  const { host, port, authority } = postgres;
  const file = join(folder, 'team.json');
  writeFileSync(file, JSON.stringify({ host, port, database: 'team', ca: authority.cert }));
  await open(page, '#/settings/team');
  await page.getByLabel('Team file').setInputFiles(file);
  await page.getByLabel('User name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Join the team' }).click();
  await expect(
    page.getByText('The team’s database didn’t accept the user name or the password.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Join the team' }).click();
  await expect(page.getByText('team at 127.0.0.1')).toBeVisible();
}

async function addRequirement(page: Page): Promise<void> {
  await open(page, '#/vendors/requirements');
  await page.getByRole('button', { name: 'Add a set' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByLabel('Name').first().fill('All vendors');
  await page.getByRole('button', { name: 'Add a requirement: Document' }).click();
  await editor.getByLabel('Name').last().fill('W-9');
  await editor.getByLabel('Type of document').last().fill('W-9');
  await page.getByRole('button', { name: 'Save set' }).click();
}

async function addTag(page: Page, tag: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a tag' }).click();
  await page.getByRole('combobox', { name: 'New tag' }).fill(tag);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(tags(page)).toContainText(tag);
}

const tags = (page: Page) => page.getByRole('list', { name: 'Tags' });

async function expectAccessible(page: Page): Promise<void> {
  expect((await violations(page, [], { forced: false, earlier: null })).found).toEqual([]);
}
