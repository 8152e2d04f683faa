import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { hasPostgres, startPostgres, type Postgres } from '../team/postgres.ts';
import { addAxe, violations } from './axe.ts';
import { seedPracticeJobs } from '../practice-jobs.ts';
import { connect, invite, open } from './person.ts';
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
    const ids = seedPracticeJobs(join(folder, 'service'), 2);
    let service = await startService(join(folder, 'service'));
    const { port } = service;
    const seats = await Promise.all(
      ['dana', 'sam'].map(async (name) => {
        await postgres.createMember(name, name);
        const app = await startApp(join(folder, name), ['--welcome']);
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
        const page = await context.newPage();
        await addAxe(page);
        await page.goto(app.url);
        await connect(page, service.baseUrl, service.token, vendor.id);
        await setName(page, name);
        return { name, app, context, page };
      }),
    );
    const [dana, sam] = seats;
    if (dana === undefined || sam === undefined) throw new Error('There are two.');
    const both = [dana.page, sam.page];
    await addRequirement(dana.page);
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

    await test.step('whose vendor it is', async () => {
      // A colleague is known by what they did.
      await addTag(sam.page, 'gate 4');
      await dana.page.getByRole('button', { name: 'Assign to' }).click();
      await dana.page.getByRole('option', { name: 'sam' }).click();
      await expect(sam.page.getByRole('button', { name: 'Assign to' })).toHaveText(/You/, {
        timeout: secondMs,
      });
      await open(sam.page, '#/vendors');
      await sam.page.getByRole('button', { name: 'Assigned to' }).click();
      await sam.page.getByRole('option', { name: 'Mine' }).click();
      await expect(sam.page.getByRole('row', { name: /Granite Peak/ })).toBeVisible();
      await open(sam.page, '#/vendors?assigned=nobody');
      await expect(sam.page.getByText('No vendor matches', { exact: true })).toBeVisible();
      await open(sam.page, `#/vendors/${vendor.id}`);
    });

    await test.step('a requirement from before, and a waiver', async () => {
      await waive(dana.page, 'W-9', 'It is on its way');
      await expect(sam.page.getByText(/W-9 waived until/).first()).toBeVisible({ timeout: secondMs });
    });

    await test.step('a review of the document that both have open', async () => {
      const [job = ''] = ids;
      await addJobs(dana.page, ids);
      await expect(async () => {
        await open(sam.page, `#/documents/${job}`);
        await expect(sam.page.getByRole('button', { name: /^Accept/ })).toBeEnabled({ timeout: 3000 });
      }).toPass();
      await decide(dana.page, job, /^Accept/);
      await expect(sam.page.getByText(/^Accepted by dana, /)).toBeVisible({ timeout: secondMs });
    });

    await test.step('an invite', async () => {
      await open(sam.page, '#/invites');
      await invite(dana.page, 'first@vendor.example', 'Ana', 'First Fencing');
      await expect(sam.page.getByRole('row', { name: /First Fencing/ })).toContainText('Invited', {
        timeout: 5 * secondMs,
      });
    });

    await test.step('both are away, decide, and invite the same vendor', async () => {
      await service.stop();
      await postgres.kill();
      await open(dana.page, '#/settings/team');
      await expect(dana.page.getByText(/^The team’s database|^The connection to the team/)).toBeVisible();
      const [, job = ''] = ids;
      await decide(dana.page, job, /^Accept/);
      await decide(sam.page, job, /^Accept/);
      for (const page of both) await invite(page, 'bo@vendor.example', 'Bo', 'Both Builders');
      await postgres.start();
      service = await startService(join(folder, 'service'), port);
      await expect
        .poll(async () => (await service.posts()).filter((about) => about === 'bo@vendor.example').length, {
          timeout: 60_000,
        })
        .toBe(1);
      for (const { page } of seats) {
        const colleague = page === dana.page ? 'sam' : 'dana';
        await open(page, `#/documents/${job}`);
        for (const by of ['you', colleague])
          await expect(page.getByText(`Accepted by ${by}, `)).toBeVisible({ timeout: 60_000 });
        await open(page, '#/invites?tab=all');
      }
      const held = (page: Page) =>
        page.getByRole('row', { name: /Both Builders/ }).filter({ hasText: 'Already invited' });
      await expect
        .poll(async () => (await held(dana.page).count()) + (await held(sam.page).count()), {
          timeout: 30_000,
        })
        .toBe(1);
      expect((await service.mail()).filter(({ to }) => to.includes('bo@'))).toHaveLength(1);
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

async function setName(page: Page, name: string): Promise<void> {
  await open(page, '#/settings/your-name');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Tab');
}

async function waive(page: Page, requirement: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${requirement}` }).click();
  await page.getByRole('menuitem', { name: 'Waive temporarily' }).click();
  await page.getByLabel('Reason').fill(reason);
  await page.getByLabel('Valid through').fill('2099-12-31');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Waive/ })
    .click();
}

async function addJobs(page: Page, ids: readonly string[]): Promise<void> {
  await open(page, '#/documents/add');
  await page.getByLabel('Job IDs').fill(ids.join('\n'));
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: `Add ${ids.length}` }).click();
  await expect(page.getByText(`${ids.length} added`)).toBeVisible();
}

async function decide(page: Page, job: string, choice: RegExp): Promise<void> {
  await open(page, `#/documents/${job}`);
  await page.getByRole('button', { name: choice }).click();
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
