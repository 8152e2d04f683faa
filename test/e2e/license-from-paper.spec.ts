import { join } from 'node:path';
import { expect, test, type CDPSession, type Page } from '@playwright/test';
import { connect, open, sendingBlock } from './person.ts';
import { startApp, startService, temporaryFolder } from './processes.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Fill in from a document' });
const tick = (page: Page, words: string) =>
  panel(page).getByRole('checkbox', { name: `Fill in ${words}`, exact: true });

/** A license as it lies on a desk, and as a file with its text. */
async function makeLicense(
  page: Page,
): Promise<{ picture: Buffer; blurred: Buffer; file: Buffer; scanned: Buffer }> {
  await page.setViewportSize({ width: 1100, height: 850 });
  const cell = (label: string, value: string) => `<td>${label}<br><b>${value}</b></td>`;
  await page.setContent(`<body style="font: 22px serif; padding: 50px; background: white">
    <h2 style="text-align: center">STATE OF CALIFORNIA</h2>
    <h3 style="text-align: center">Contractors State License Board</h3>
    <table style="width: 100%; font-size: 22px; border-spacing: 20px">
      <tr>${cell('License Number', '0923764')}${cell('Expiration Date', '03/31/2031')}</tr>
      <tr>${cell('Business Name', 'Meridian Glass and Door')}${cell('Classification(s)', 'D-28 Doors and gates')}</tr>
      <tr>${cell('Qualifying Individual', 'Luis Ortega')}${cell('Issue Date', '06/09/2019')}</tr>
    </table>
    <p>Any change of business address must be reported to the Registrar within ninety days.</p>
  </body>`);
  const file = await page.pdf({ format: 'Letter', landscape: true });
  const scanned = await page.screenshot({ type: 'png', scale: 'device' });
  await page.addStyleTag({ content: 'html { background: white } body { filter: blur(4px) }' });
  const blurred = await page.screenshot({ type: 'jpeg', quality: 80, scale: 'device' });
  // Photographed from the side, in the shadow of a hand, and cut out of its background.
  await page.addStyleTag({
    content: `html, body { background: none !important } body { filter: none; transform: rotate(3deg) scale(0.9) }
      body::after { content: ''; position: fixed; inset: -200px; background: linear-gradient(90deg, #0000 40%, #0009 70%) }`,
  });
  const picture = await page.screenshot({ type: 'png', scale: 'device', omitBackground: true });
  return { picture, blurred, file, scanned };
}

/** A scan as some scanners hand it over: a picture of the page, and below it the text that they took it for. */
async function makeScan(page: Page, picture: Buffer, text: string): Promise<Buffer> {
  await page.setContent(`<body style="margin: 0"><p style="position: absolute; font: 12px serif">${text}</p>
    <img style="position: absolute; width: 100%" src="data:image/png;base64,${picture.toString('base64')}"></body>`);
  await page.locator('img').evaluate((picture) => (picture as { decode?: () => Promise<void> }).decode?.());
  return page.pdf({ format: 'Letter', landscape: true, printBackground: true });
}

/** A PDF with a form whose entries are filled in. */
function filledPdf(): Buffer {
  const stream = (text: string, more = '') =>
    `<< ${more} /Length ${text.length} >> stream\n${text}\nendstream`;
  const entries = ['0923764', '03/31/2031'].map((value, index) => ({
    value,
    bottom: 648 - 60 * index,
    look: stream(
      `BT /F1 18 Tf 2 6 Td (${value}) Tj ET`,
      '/Type /XObject /Subtype /Form /BBox [0 0 300 24] /Resources << /Font << /F1 4 0 R >> >>',
    ),
  }));
  const printed =
    'BT /F1 22 Tf 60 740 Td (Contractors State License Board) Tj /F1 18 Tf 0 -60 Td (License Number) Tj 0 -60 Td (Expiration Date) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R] >> >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Annots [6 0 R 7 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream(printed),
    ...entries.map(
      ({ value, bottom }, index) =>
        `<< /Type /Annot /Subtype /Widget /FT /Tx /T (n${index}) /V (${value}) /Rect [60 ${bottom} 360 ${bottom + 24}] /F 4 /AP << /N ${8 + index} 0 R >> /DA (/F1 18 Tf) >>`,
    ),
    ...entries.map(({ look }) => look),
  ];
  return Buffer.from(
    [
      '%PDF-1.7',
      ...objects.map((object, index) => `${index + 1} 0 obj ${object} endobj`),
      'trailer << /Root 1 0 R >>',
    ].join('\n'),
  );
}

/** A PDF of many pages that asks its reader to run a script and to start a program. */
function hostilePdf(pages: number): Buffer {
  const text =
    'BT /F1 16 Tf 60 700 Td (License Number: 0923764 of the Contractors State License Board) Tj ET';
  const page = '/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R';
  const kids = Array.from({ length: pages }, (_, index) => `${index + 10} 0 R`).join(' ');
  return Buffer.from(
    [
      '%PDF-1.7',
      '1 0 obj << /Type /Catalog /Pages 2 0 R /OpenAction 5 0 R /AA << /WC 6 0 R >> >> endobj',
      `2 0 obj << /Type /Pages /Count ${pages} /Kids [${kids}] /Resources << /Font << /F1 4 0 R >> >> >> endobj`,
      `3 0 obj << /Length ${text.length} >> stream\n${text}\nendstream endobj`,
      '4 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj',
      '5 0 obj << /S /JavaScript /JS (app.alert\\(1\\); document.title = "taken";) >> endobj',
      '6 0 obj << /S /Launch /F (/bin/sh) >> endobj',
      ...Array.from({ length: pages }, (_, index) => `${index + 10} 0 obj << ${page} >> endobj`),
      'trailer << /Root 1 0 R >>',
    ].join('\n'),
  );
}

/** A TIFF whose only directory is followed by itself. */
const circularTiff = Buffer.from([
  0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0,
]);

/** What the page holds, in bytes: its objects, and the bytes and pictures behind them. */
async function heldBytes(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const usage = await cdp.send('Runtime.getHeapUsage');
  return usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize;
}

test.use({ deviceScaleFactor: 2 });

test('a license is read from its picture without a network, fixed by a person, and sent with exactly that', async ({
  page,
  context,
}) => {
  test.slow();
  const { picture, blurred, file, scanned } = await makeLicense(page);
  const layered = await makeScan(page, scanned, 'Contractors State License Board, License Number: 0000000');
  const folder = temporaryFolder('paper');
  let service = await startService(join(folder, 'service'));
  const app = await startApp(join(folder, 'app'), ['--welcome']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(app.url);
  await connect(page, service.baseUrl, service.token, '48213');
  await service.stop();
  const asked: string[] = [];
  context.on('request', (request) => asked.push(new URL(request.url()).origin));

  await open(page, '#/verifications/new');
  await page.getByRole('button', { name: 'Fill in from a document' }).click();
  const take = (name: string, mimeType: string, buffer: Buffer) =>
    panel(page).getByLabel('Document to read').setInputFiles({ name, mimeType, buffer });

  await take('license.png', 'image/png', Buffer.alloc(0));
  await expect(panel(page)).toContainText('This file is empty.');
  const cdp = await context.newCDPSession(page);
  const held = await heldBytes(cdp);
  expect(page.workers()).toEqual([]);
  await take('license.tif', 'image/tiff', circularTiff);
  await expect(panel(page)).toContainText('It may be damaged.');
  await take('license.png', 'image/png', Buffer.from('<html><script>alert(1)</script></html>'));
  await expect(panel(page)).toContainText('This is a web page. Print it to a PDF and try again.');
  const bomb = Buffer.from(picture.subarray(0, 64));
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  await take('license.png', 'image/png', bomb);
  await expect(panel(page)).toContainText('It is 60,000 by 60,000 pixels, more than Gangway can show.');
  await take('license.png', 'image/png', picture.subarray(0, 5000));
  await expect(panel(page)).toContainText(/could not be read|No details of a license/);
  await expect(panel(page)).toContainText('Nothing was filled in.');

  await take('license.pdf', 'application/pdf', hostilePdf(500));
  await expect(panel(page)).toContainText('found on page 1 of 500');
  await expect(tick(page, 'License number: 0923764')).toBeChecked();
  await expect(page).not.toHaveTitle('taken');
  await take('license.png', 'image/png', Buffer.alloc(0));
  await expect(panel(page)).toContainText('This file is empty.');
  await expect.poll(() => page.workers().length).toBe(0);
  // The code that reads files has come in meanwhile, and stays.
  await expect.poll(() => heldBytes(cdp)).toBeLessThan(held + 4_000_000);

  await take('license.jpg', 'image/jpeg', blurred);
  await expect(panel(page)).toContainText('Retake this picture if you can.');
  await expect(panel(page)).toContainText('The picture is blurred.');
  await expect(panel(page).getByRole('img', { name: /^The page, with .*blurred/ })).toBeVisible();
  expect(await panel(page).locator('rect').count()).toBeGreaterThan(0);
  await expect(panel(page).getByRole('checkbox', { checked: true })).toHaveCount(0);

  await take('license.png', 'image/png', picture);
  await expect(panel(page)).toContainText('7 fields found.');
  await expect(tick(page, 'License number: 0923764')).toBeChecked();
  await expect(tick(page, 'Expiration date: Mar 31, 2031')).toBeChecked();
  await expect(panel(page).getByRole('img', { name: 'License number on the page' })).toBeVisible();
  await tick(page, 'Qualified party: Luis Ortega').uncheck();
  await panel(page)
    .getByRole('button', { name: /^Fill in \d fields/ })
    .click();
  await expect(page.getByRole('textbox', { name: /^License number/ })).toHaveValue('0923764');
  await expect(page.getByRole('textbox', { name: /^Qualified party/ })).toHaveValue('');
  await page.getByRole('textbox', { name: /^Qualified party/ }).fill('Luis M. Ortega');
  await page.keyboard.press('Control+Enter');
  await expect(sendingBlock(page)).toContainText('1 waiting');

  await open(page, '#/verifications/new');
  await page.getByRole('button', { name: 'Fill in from a document' }).click();
  await take('license.pdf', 'application/pdf', file);
  await expect(panel(page)).toContainText('7 fields found.');
  await expect(panel(page)).not.toContainText('Not sure.');
  await expect(tick(page, 'Licensee name: Meridian Glass and Door')).toBeChecked();
  await take('scan.pdf', 'application/pdf', layered);
  await expect(tick(page, 'License number: 0923764')).toBeVisible();
  await expect(panel(page)).toContainText('Picture quality:');
  await take('form.pdf', 'application/pdf', filledPdf());
  // With the state, by the name of its board.
  await expect(panel(page)).toContainText('3 fields found.');
  await expect(panel(page)).not.toContainText('Picture quality:');
  await expect(tick(page, 'Expiration date: Mar 31, 2031')).toBeVisible();
  expect([...new Set(asked)]).toEqual([new URL(app.url).origin]);

  service = await startService(join(folder, 'service'), service.port);
  await expect(sendingBlock(page)).toContainText('Online · all sent');
  expect(await service.posts()).toEqual(['0923764']);
  expect(await service.submitted()).toMatchObject([
    {
      data: {
        licenseNumber: '0923764',
        licenseTradeType: 'D-28 Doors and gates',
        licenseeName: 'Meridian Glass and Door',
        qualifiedParty: 'Luis M. Ortega',
        effectiveDate: '2019-06-09',
        expiryDate: '2031-03-31',
        locationWhereLicenseIsValid: { state: 'CA' },
      },
    },
  ]);
  await app.stop();
  await service.stop();
});
