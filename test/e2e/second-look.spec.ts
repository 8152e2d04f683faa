import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { seedPracticeJobs } from '../practice-jobs.ts';
import { connect, open } from './person.ts';
import { startApp, startService, temporaryFolder } from './processes.ts';

const company = 'Brightwater Plumbing &amp; Drain LLC';
const certificate = `<h3>CERTIFICATE OF LIABILITY INSURANCE</h3>
  <p>INSURED</p><p>${company}</p>
  <table style="border-spacing: 30px">
    <tr><td>POLICY NUMBER</td><td>EFFECTIVE DATE</td><td>EXPIRATION DATE</td></tr>
    <tr><td>GL-4482910</td><td>03/31/2030</td><td>03/31/2031</td></tr>
  </table>
  <p>CERTIFICATE HOLDER</p><p>Harbor Lane Homes</p>`;
const w9 = `<h3>Form W-9</h3>
  <p>1 Name of entity/individual</p><p>${company}</p>
  <p>5 Address (number, street, and apt. or suite no.)</p><p>12 Cedar Court</p>
  <p>6 City, state, and ZIP code</p><p>Oakland, CA 94607</p>
  <p>Employer identification number</p><p>12-3454417</p>`;

/** A page as a scanner hands it over. */
async function scan(page: Page, body: string, style = ''): Promise<Buffer> {
  await page.setViewportSize({ width: 850, height: 1100 });
  await page.setContent(
    `<body style="font: 24px serif; padding: 60px; background: white; ${style}">${body}</body>`,
  );
  return page.screenshot({ type: 'png', scale: 'device' });
}

const look = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Check on this computer' }) });
const dialog = (page: Page) => page.getByRole('dialog');
/** A field that was read, by its label. */
const field = (within: ReturnType<typeof look>, label: string) =>
  within
    .locator('div')
    .filter({ has: within.page().locator('> dt').getByText(label, { exact: true }) })
    .last();
const choose = (page: Page, label: string, buffer: Buffer) =>
  page.getByLabel(label).setInputFiles({ name: 'document.png', mimeType: 'image/png', buffer });

/** Reading a page takes seconds where nothing else runs, and minutes beside other tests. */
const reading = { timeout: 240_000 };

/** Checks the page on the screen; one that was checked before has another button, until the new page has taken its place. */
async function checkHere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check on this computer', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Close the check on this computer' })).toBeVisible(reading);
}

test.use({ deviceScaleFactor: 2 });

test(
  'a document is looked at again on this computer, beside the profile, and a day that was read there is confirmed',
  { tag: '@nightly' },
  async ({ page, context }) => {
    test.slow();
    const pages = {
      certificate: await scan(page, certificate),
      cut: await scan(page, certificate, 'margin-left: -90px'),
      w9: await scan(page, w9),
    };
    const folder = temporaryFolder('second-look');
    const [job = ''] = seedPracticeJobs(join(folder, 'service'), 1, (file) => file.startsWith('kestrel'));
    const service = await startService(join(folder, 'service'));
    const app = await startApp(join(folder, 'app'), ['--welcome']);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(app.url);
    await connect(page, service.baseUrl, service.token, '48213');
    await open(page, '#/vendors/48213');
    await page.getByRole('button', { name: 'Look up now' }).click();
    await expect(page.getByRole('heading', { name: 'Brightwater' })).toBeVisible();
    await open(page, '#/vendors/requirements');
    await page.getByRole('button', { name: 'Add a set' }).click();
    await dialog(page).getByLabel('Name').first().fill('All vendors');
    await page.getByRole('button', { name: 'Add a requirement: Document' }).click();
    await dialog(page).getByLabel('Name').last().fill('Insurance');
    await page.getByLabel('Type of document').fill('Insurance certificate');
    await page.getByText('Require an expiration date').click();
    await page.getByRole('button', { name: 'Save set' }).click();
    await expect(page.getByRole('list', { name: 'Requirement sets' })).toContainText('All vendors');
    await open(page, '#/documents/add?vendor=48213');
    await page.getByLabel('Job IDs').fill(job);
    await page.getByRole('button', { name: 'Add 1' }).click();
    await open(page, `#/documents/${job}`);
    await expect(page.getByRole('button', { name: /^Accept/ })).toBeEnabled();
    await expect(page.locator('[data-shown]')).toBeVisible();
    await service.stop();
    const asked: string[] = [];
    context.on('request', (request) => asked.push(new URL(request.url()).origin));

    await test.step('beside the service’s result', async () => {
      const ownCopy = 'A copy of the document on this computer';
      await choose(page, ownCopy, pages.cut);
      await expect(page.getByRole('toolbar')).toContainText('Your copy: document.png');
      await checkHere(page);
      await expect(look(page)).toContainText('This picture is too unclear to rely on.');
      await expect(look(page)).toContainText('Text is cut off at the edge.');
      expect(await look(page).locator('rect').count()).toBeGreaterThan(0);
      await choose(page, ownCopy, pages.certificate);
      await checkHere(page);
      await expect(field(look(page), 'Insured')).toContainText('Same as profile');
      await expect(field(look(page), 'Expiration date')).toContainText('Mar 31, 2031');
      await expect(look(page).getByRole('img', { name: 'Expiration date on the page' })).toBeVisible();
      await expect(look(page)).toContainText(/By this computer\d+(Fair|Good)/);
      await page.keyboard.press('a');
    });

    await test.step('before the service has seen it', async () => {
      await open(page, '#/vendors/48213');
      await page.getByRole('button', { name: 'More for this vendor' }).click();
      await page.getByRole('menuitem', { name: 'Check a document' }).click();
      await expect(dialog(page)).toContainText('Nothing is sent or kept.');
      await choose(page, 'Document to read', pages.w9);
      await expect(dialog(page).getByText(/^\d+ fields? read/)).toBeVisible(reading);
      await expect(field(dialog(page), 'Name')).toContainText('Same as profile');
      await expect(field(dialog(page), 'Street')).toContainText('Differs');
      await expect(field(dialog(page), 'Employer ID (EIN)')).toContainText('••-•••4417');
      await expect(dialog(page)).not.toContainText('12-3454417');
      await dialog(page).getByRole('button', { name: 'Reveal the employer ID' }).click();
      await expect(dialog(page)).toContainText('12-3454417');
      await page.keyboard.press('Escape');
    });

    await test.step('for the day on which it ends', async () => {
      const requirements = page.getByRole('region', { name: 'Requirements' });
      await requirements.getByRole('button', { name: 'Add expiration date' }).click();
      await dialog(page).getByRole('button', { name: 'Read it from a document' }).click();
      await dialog(page).getByRole('button', { name: 'Read the kept picture' }).click();
      await expect(dialog(page)).toContainText('Mar 31, 2031', reading);
      await expect(dialog(page).getByLabel('Expiration date')).toHaveValue('');
      await dialog(page).getByRole('button', { name: 'Use Mar 31, 2031' }).click();
      await expect(dialog(page).getByLabel('Expiration date')).toHaveValue('2031-03-31');
      await expect(requirements).toContainText('Add its expiration date.');
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await expect(requirements).toContainText('May work');
    });
    expect([...new Set(asked)]).toEqual([new URL(app.url).origin]);
    await app.stop();
  },
);
