import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { connect, invite, open, sendingBlock } from './person.ts';
import { startApp, startService, temporaryFolder, type RunningApp } from './processes.ts';

const meridian = { id: '48302', email: 'luis@meridian.example.com', name: 'Meridian Glass & Door' };
const w9 = '564be7a3-d28c-4f90-8b17-0a9c3e6f5d08';
/** In how many days its license runs out. */
const licenseDays = 600;
const dayMs = 86_400_000;

/** What every screen has to say of the vendor. */
interface Standing {
  status: string;
  why: string | RegExp;
  /** What Today has of it; null for nothing. */
  today?: 'Expiring vendors' | 'Stopped vendors' | null;
}

test('a vendor goes from nothing to ready for a site, over a cut network, and on until its license and its waiver end', async ({
  page,
}) => {
  test.slow();
  const folder = temporaryFolder('onboarding');
  const dataDir = join(folder, 'app');
  let service = await startService(join(folder, 'service'));
  let app = await startApp(dataDir, ['--welcome']);
  await page.goto(app.url);
  await connect(page, service.baseUrl, service.token, '48213');

  await addSet(page, 'All vendors', '', async () => {
    await add(page, 'Profile', 'Profile');
  });
  await addSet(page, 'Union Yard rules', 'Union Yard', async () => {
    await add(page, 'License', 'Door license');
    await editor(page).getByLabel('Trade').fill('D-28 Doors and gates');
    await editor(page).getByLabel('State').last().fill('CA');
    await add(page, 'Document', 'Tax form');
    await page.getByLabel('Type of document').fill('W-9');
  });

  await invite(page, meridian.email, 'Luis', meridian.name);
  await expect(sendingBlock(page)).toContainText('Online · all sent');
  await expectList(page, {
    status: 'Not yet',
    why: /Profile: invited .*, no profile yet/,
  });
  await row(page).click();
  await page.getByRole('button', { name: 'Fetch profile' }).click();
  await expectEverywhere(page, {
    status: 'Not yet',
    why: 'Door license and Tax form missing',
  });

  await service.stop();
  await openVendor(page);
  await page.getByRole('button', { name: 'Submit license' }).click();
  await page.getByRole('textbox', { name: /^License number/ }).fill('0923764');
  await expect(page.getByLabel('Trade type')).toHaveValue('D-28 Doors and gates');
  await page.keyboard.press('Control+Enter');
  await expect(sendingBlock(page)).toContainText('1 waiting');
  await expectEverywhere(page, {
    status: 'Not yet',
    why: 'Tax form missing',
  });
  await openVendor(page);
  await expect(line(page, 'Door license')).toContainText('The verification is waiting to be sent.');
  await app.kill();
  app = await restart(page, dataDir, 0);
  await openVendor(page);
  await expect(line(page, 'Door license')).toContainText('The verification is waiting to be sent.');

  service = await startService(join(folder, 'service'), service.port);
  // Found again within 15 s, and the result is fetched 5 s and 15 s after that, on a machine that does nothing else.
  await expect.poll(() => service.posts(), { timeout: 90_000 }).toEqual(['0923764']);
  await expect(line(page, 'Door license')).toContainText(/Verified. Valid through /, { timeout: 90_000 });
  expect(await service.posts()).toEqual(['0923764']);
  await page.getByRole('button', { name: 'More for this vendor' }).click();
  await page.getByRole('menuitem', { name: 'Look up a document' }).click();
  await page.getByLabel('Job IDs').fill(w9);
  await page.getByRole('button', { name: 'Add 1' }).click();
  await openVendor(page);
  await expect(line(page, 'Tax form')).toContainText('Not reviewed yet.');
  await page.getByRole('button', { name: 'Review document' }).click();
  await expect(page.getByRole('button', { name: /^Accept/ })).toBeEnabled();
  await page.keyboard.press('a');
  await expectEverywhere(page, { status: 'May work', why: '' });

  await app.stop();
  app = await restart(page, dataDir, licenseDays - 20);
  await expectEverywhere(page, {
    status: 'May work until',
    why: /Door license expires /,
    today: 'Expiring vendors',
  });

  await app.stop();
  app = await restart(page, dataDir, licenseDays + 2);
  await expectEverywhere(page, {
    status: 'Stop',
    why: /Door license expired /,
    today: 'Stopped vendors',
  });

  await openVendor(page);
  await page.getByRole('button', { name: 'More for Door license' }).click();
  await page.getByRole('menuitem', { name: 'Waive temporarily' }).click();
  await page.getByLabel('Reason').fill('The renewal is filed');
  await page.getByLabel('Valid through').fill(dayAhead(licenseDays + 6));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Waive/ })
    .click();
  await expectEverywhere(page, {
    status: 'May work until',
    why: /Door license waived until /,
    today: 'Expiring vendors',
  });

  await app.stop();
  app = await restart(page, dataDir, licenseDays + 8);
  await expectEverywhere(page, {
    status: 'Stop',
    why: /Door license expired /,
    today: 'Stopped vendors',
  });
  await openVendor(page);
  await page.getByText('Waivers and confirmations').click();
  await expect(
    page.getByRole('region', { name: 'Requirements' }).getByText('The renewal is filed'),
  ).toBeVisible();

  await app.stop();
  await service.stop();
  rmSync(folder, { recursive: true });
});

/** As 2027-03-31, so many days from now. */
function dayAhead(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
}

/** Starts the app again so many days later, with the page at the same time. */
async function restart(page: Page, dataDir: string, daysLater: number): Promise<RunningApp> {
  const app = await startApp(dataDir, [], { speed: 1, behindMs: -daysLater * dayMs });
  // Its timers go on by the real clock.
  await page.clock.setFixedTime(Date.now() + daysLater * dayMs);
  await page.goto(app.url);
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  return app;
}

const editor = (page: Page) => page.getByRole('dialog');

async function addSet(page: Page, name: string, site: string, fill: () => Promise<void>): Promise<void> {
  await open(page, '#/vendors/requirements');
  await page.getByRole('button', { name: 'Add a set' }).click();
  await editor(page).getByLabel('Name').first().fill(name);
  await editor(page).getByLabel('Job sites').fill(site);
  await fill();
  await page.getByRole('button', { name: 'Save set' }).click();
  await expect(page.getByRole('list', { name: 'Requirement sets' })).toContainText(name);
}

async function add(page: Page, kind: string, name: string): Promise<void> {
  await page.getByRole('button', { name: `Add a requirement: ${kind}` }).click();
  await editor(page).getByLabel('Name').last().fill(name);
}

const row = (page: Page) => page.getByRole('row', { name: new RegExp(meridian.name) });
const line = (page: Page, requirement: string) =>
  page.getByRole('region', { name: 'Requirements' }).getByRole('listitem').filter({ hasText: requirement });

async function openVendor(page: Page): Promise<void> {
  await open(page, `#/vendors/${meridian.id}`);
  await expect(page.getByRole('region', { name: 'Requirements' })).toBeVisible();
}

async function expectList(page: Page, { status, why }: Standing): Promise<void> {
  await open(page, '#/vendors');
  await expect(row(page)).toContainText(status);
  await expect(row(page)).toContainText(why);
}

/** The list, the vendor's page, the search field and Today say the same. */
async function expectEverywhere(page: Page, standing: Standing): Promise<void> {
  const { status, why, today = null } = standing;
  await expectList(page, standing);
  await openVendor(page);
  const requirements = page.getByRole('region', { name: 'Requirements' });
  await expect(requirements).toContainText(status);
  await expect(requirements).toContainText(why);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`${meridian.name} Union Yard`);
  const found = page
    .getByRole('option', { name: /Vendor/ })
    .filter({ hasText: meridian.name })
    .first();
  await expect(found).toContainText(status);
  await expect(found).toContainText('At Union Yard');
  await expect(found).toContainText(why);
  // The text first, then the list.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await open(page, '#/today');
  const sections = {
    'Expiring vendors': page.getByRole('complementary').locator('section', { hasText: 'Expiring vendors' }),
    'Stopped vendors': page.locator('section', {
      has: page.getByRole('heading', { name: 'Stopped vendors' }),
    }),
  };
  await expect(page.getByRole('heading', { name: 'Last activity' })).toBeVisible();
  for (const [title, section] of Object.entries(sections)) {
    await expect(section.filter({ hasText: meridian.name })).toHaveCount(title === today ? 1 : 0);
  }
  if (today === 'Stopped vendors') await expect(sections[today]).toContainText(why);
}
