import { expect, test, type Page } from '@playwright/test';
import { open } from './person.ts';
import { startApp, temporaryFolder } from './processes.ts';

/** A W-9 as a sharp picture, as one that was taken out of focus, and as a file; and a sheet without a word on it. */
async function makePapers(page: Page): Promise<Record<'sharp' | 'blurred' | 'file' | 'blank', Buffer>> {
  await page.setViewportSize({ width: 1100, height: 850 });
  const line = (label: string, value: string) =>
    `<p style="border-top: 1px solid #333; padding-top: 6px">${label}<br><b>${value}</b></p>`;
  await page.setContent(`<body style="font: 22px serif; padding: 50px; background: white">
    <h2>Form W-9</h2><p>Request for Taxpayer Identification Number and Certification</p>
    ${line('1 Name of entity or individual', 'Rosa Delgado')}
    ${line('5 Address', '2210 Embarcadero West')}
    ${line('6 City, state, and ZIP code', 'Oakland, CA 94607')}
    ${line('Employer identification number', '04-3456789')}
    <p>Date 03/02/2026</p>
  </body>`);
  const file = await page.pdf({ format: 'Letter', landscape: true });
  const sharp = await page.screenshot({ type: 'png', scale: 'device' });
  await page.addStyleTag({ content: 'html { background: white } body { filter: blur(3px) }' });
  const blurred = await page.screenshot({ type: 'jpeg', quality: 80, scale: 'device' });
  await page.setContent('<body style="background: white"></body>');
  return { sharp, blurred, file, blank: await page.screenshot({ type: 'png' }) };
}

test.use({ deviceScaleFactor: 2 });

test(
  'a document of one’s own is read and scored for the practice service, and reviewed like any other',
  { tag: '@nightly' },
  async ({ page, context }) => {
    test.slow();
    const { sharp, blurred, file, blank } = await makePapers(page);
    const app = await startApp(temporaryFolder('own'), ['--practice']);
    await page.setViewportSize({ width: 1440, height: 900 });
    const asked: string[] = [];
    context.on('request', (request) => asked.push(new URL(request.url()).origin));
    await page.goto(app.url);
    const panel = page.getByRole('complementary', { name: 'Document result' });
    const give = async (name: string, mimeType: string, buffer: Buffer) => {
      await open(page, '#/documents');
      await page.getByRole('button', { name: 'More for documents' }).click();
      await page.getByRole('menuitem', { name: 'Try your own document' }).click();
      const dialog = page.getByRole('dialog', { name: 'Try your own document' });
      await dialog.getByLabel('Document to try').setInputFiles({ name, mimeType, buffer });
      await expect(dialog).toBeHidden({ timeout: 30_000 });
      await expect(page).toHaveURL(/#\/documents\/[0-9a-f-]{36}/);
    };
    const overall = async () => {
      const text = await panel.getByRole('region', { name: 'Quality' }).textContent();
      return Number(/\d+/.exec(text ?? '')?.[0]);
    };

    await open(page, '#/documents/own');
    const dialog = page.getByRole('dialog', { name: 'Try your own document' });
    const webPage = Buffer.from('<!doctype html><html><p>Sign in</p></html>');
    await dialog
      .getByLabel('Document to try')
      .setInputFiles({ name: 'w9.png', mimeType: 'image/png', buffer: webPage });
    await expect(dialog).toContainText('This is a web page. Print it to a PDF and try again.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await give('w9.png', 'image/png', sharp);
    await expect(page.getByRole('heading', { level: 1, name: 'Rosa Delgado, W-9' })).toBeVisible();
    await expect(panel).toContainText('2210 Embarcadero West');
    await expect(panel).toContainText('Oakland, CA 94607');
    await expect(panel).toContainText('••-•••6789');
    await expect(panel).toContainText('This picture looks fine.');
    await expect(page.locator('[data-shown]')).toBeVisible();
    const best = await overall();
    expect(best).toBeGreaterThanOrEqual(85);

    await give('w9.jpg', 'image/jpeg', blurred);
    await expect(panel).toContainText('The picture is blurred.');
    expect(await overall()).toBeLessThan(best);

    await give('w9.pdf', 'application/pdf', file);
    await expect(page.getByRole('heading', { level: 1, name: 'Rosa Delgado, W-9' })).toBeVisible();
    await expect(page.locator('[data-shown]')).toBeVisible();

    await give('blank.png', 'image/png', blank);
    await expect(panel).toContainText('UNREADABLE: No text was found on this page.');
    await expect(page.locator('[data-shown]')).toBeVisible();
    expect([...new Set(asked)]).toEqual([new URL(app.url).origin]);
    await app.stop();
  },
);
