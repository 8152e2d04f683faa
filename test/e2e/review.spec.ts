import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import { seedPracticeJobs } from '../practice-jobs.ts';
import { connect, expectScreen, open } from './person.ts';
import { startApp, startService, temporaryFolder } from './processes.ts';

/** The job of the open document, once its picture is on the screen and a decision can be made. */
const openJob = `(() => {
  const shown = document.querySelector('[data-shown]')?.dataset.shown ?? null;
  const accept = [...document.querySelectorAll('footer button')].find((one) => one.textContent.startsWith('Accept'));
  const ready = accept !== undefined && !accept.disabled && accept.getAttribute('aria-disabled') !== 'true';
  return ready ? shown : null;
})()`;

/** Waits until another document than this one is open, picture and all, and tells which. */
async function another(page: Page, before: string | null): Promise<string> {
  return z.string().parse(
    await page.evaluate(`new Promise((resolve, reject) => {
      const began = performance.now();
      const look = () => {
        const job = ${openJob};
        if (job !== null && job !== ${JSON.stringify(before)}) resolve(job);
        else if (performance.now() - began > 90_000) reject(new Error('No other document was opened.'));
        else requestAnimationFrame(look);
      };
      look();
    })`),
  );
}

// Each is drawn twice and more: the smallest window with the queue beside the document takes the least time for it.
test.use({ viewport: { width: 1280, height: 720 } });

for (const { many, details } of [
  { many: 10, details: {} },
  { many: 80, details: { tag: '@nightly' } },
])
  test(
    `${many} documents are reviewed by keyboard alone, without the service after a first look, and a kill loses no decision`,
    details,
    async ({ page }) => {
      test.setTimeout(1_200_000);
      const folder = temporaryFolder('review');
      const serviceFolder = join(folder, 'service');
      const ids = seedPracticeJobs(serviceFolder, many);
      const service = await startService(serviceFolder);
      let app = await startApp(join(folder, 'app'), ['--welcome']);
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      await page.goto(app.url);
      await connect(page, service.baseUrl, service.token, '48213');
      await open(page, '#/documents/add');
      await page.getByLabel('Job IDs').fill(ids.join('\n'));
      await page.keyboard.press('Tab');
      await page.getByRole('button', { name: `Add ${many}` }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText(`${many} added`)).toBeVisible();
      await page.keyboard.press('Enter');
      // A reload goes to where the address leads, which follows a moment after the dialog is closed.
      await expect(page).toHaveURL(/#\/documents(?!\/add)/);
      await expect
        .poll(
          async () => {
            await page.reload();
            await another(page, null);
            const place = await page.getByText(/^1 of \d+$/).textContent();
            // What came while the list was read stands beside it until asked for, though it is counted.
            const beside = await page.getByRole('button', { name: /^\d+ new$/ }).count();
            return beside === 0 ? place : 'not all in the list';
          },
          { timeout: 300_000 },
        )
        .toBe(`1 of ${many}`);

      await test.step('a first look at each brings its picture', async () => {
        let job: string | null = null;
        const seen = new Set<string>();
        for (let number = 0; number < many; number += 1) {
          if (number > 0) await page.keyboard.press('j');
          job = await another(page, job);
          seen.add(job);
        }
        expect(seen.size).toBe(many);
      });

      await service.stop();

      await test.step('then each is decided without the service', async () => {
        await open(page, '#/today');
        await expectScreen(page, 'Today');
        await Promise.all([page.keyboard.press('g'), page.keyboard.press('d')]);
        let job = await another(page, null);
        for (let number = 0; number < many; number += 1) {
          if (number === 3) {
            await page.keyboard.press('n');
            await expect(page.getByLabel('Note')).toBeFocused();
            await page.keyboard.type('Seen in person');
            await page.keyboard.press('Enter');
            await expect(page.getByLabel('Note')).not.toBeFocused();
          }
          if (number === 5) {
            // The decision before is taken back, and made again.
            await page.keyboard.press('Control+z');
            job = await another(page, job);
            await page.keyboard.press('a');
            job = await another(page, job);
          }
          await page.keyboard.press('a');
          if (number < many - 1) job = await another(page, job);
        }
        await expect(page.getByText('Nothing to review.')).toBeVisible();
        await expect(page.getByText('All reviewed.')).toBeVisible();
      });

      await test.step('and a kill loses none of it', async () => {
        await app.kill();
        app = await startApp(join(folder, 'app'));
        await page.goto(app.url);
        await open(page, '#/documents');
        await expect(page.getByText('All reviewed.')).toBeVisible();
        await expect(page.getByRole('grid', { name: 'Documents' })).toContainText(`Decided ${many}`);
        await page.getByRole('button', { name: 'Show', exact: true }).click();
        await page
          .getByRole('row', { name: /Accepted/ })
          .nth(3)
          .click();
        await expect(page.getByText('Seen in person')).toBeVisible();
        await expect(page.getByText(/^Accepted by you, /)).toBeVisible();
      });

      expect(faults).toEqual([]);
      await app.stop();
      rmSync(folder, { recursive: true });
    },
  );
