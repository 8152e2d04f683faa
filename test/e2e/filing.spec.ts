import { expect, test, type Page } from '@playwright/test';
import { addAxe, showIn, violations } from './axe.ts';
import { open } from './person.ts';
import { openPractice } from './practice.ts';

const line = (label: string, value: string) =>
  `<p style="border-top: 1px solid #333; padding-top: 6px">${label}<br><b>${value}</b></p>`;

const w9 = (name: string, employerId: string) => `<section><h2>Form W-9</h2>
  <p>Request for Taxpayer Identification Number and Certification</p>
  ${line('1 Name of entity or individual', name)}
  ${line('5 Address', '2210 Embarcadero West')}
  ${line('6 City, state, and ZIP code', 'Oakland, CA 94607')}
  ${line('Employer identification number', employerId)}
  <p>Date 03/02/2026</p></section>`;

const instructions = `<section><p>Form W-9 (Rev. 3-2024) Page 2</p>
  ${'<p>By signing the filled-out form, you certify that the number you are giving is correct.</p>'.repeat(6)}</section>`;

const certificate = (insured: string) => `<section><h2>CERTIFICATE OF LIABILITY INSURANCE</h2>
  <p>Producer: Bay Coverage Brokers</p><p>Insured: ${insured}</p><p>Insurer A: Continental Prairie Ins Co</p>
  <p>Policy number: CPP 4417720</p><p>Policy effective date: 03/01/2026</p><p>Policy expiration date: 03/01/2031</p>
  <p>Each occurrence: $1,000,000</p><p>General aggregate: $2,000,000</p></section>`;

const agreement = (vendor: string) => `<section><h1>SAFETY AGREEMENT</h1><p>Contractor: ${vendor}</p>
  ${'<p>The crew shall wear hard hats on site and follow the rules of the property.</p>'.repeat(5)}</section>`;

async function print(page: Page, ...sections: string[]): Promise<Buffer> {
  const style = 'section { break-after: page; font: 18px serif; padding: 24px }';
  await page.setContent(`<style>${style}</style>${sections.join('')}`);
  return page.pdf({ format: 'Letter' });
}

async function makeFiles(page: Page) {
  const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });
  await page.setViewportSize({ width: 850, height: 1100 });
  await page.setContent(
    `<body style="font: 22px serif; padding: 50px">${w9('Lumen Sign & Light', '04-3456789')}</body>`,
  );
  const photo = await page.screenshot({ type: 'png' });
  await page.setContent('<body style="background: white"></body>');
  const blank = await page.screenshot({ type: 'png' });
  return [
    pdf(
      'pile.pdf',
      await print(
        page,
        w9('Kestrel Roofing Co.', '12-3454417'),
        instructions,
        certificate('Granite Peak Paving'),
      ),
    ),
    pdf('agreement.pdf', await print(page, agreement('Alder & Pine Landscaping'))),
    pdf('unknown.pdf', await print(page, w9('Nobody Known Here LLC', '98-7654321'))),
    { name: 'photo.png', mimeType: 'image/png', buffer: photo },
    { name: 'blank.png', mimeType: 'image/png', buffer: blank },
    { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Call Rosa on Friday') },
  ];
}

/** Notes how large the canvases are that the window draws on in its own thread. */
const noteCanvases = `
  globalThis.canvasSides = [];
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (...options) {
    globalThis.canvasSides.push(Math.max(this.width, this.height));
    return getContext.apply(this, options);
  };`;

test.use({ deviceScaleFactor: 2 });

test('dropped papers are read, split and filed by keys, and count for their vendors', async ({ page }) => {
  test.slow();
  const files = await makeFiles(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await addAxe(page);
  await page.addInitScript(noteCanvases);
  const practice = await openPractice(page);
  await open(page, '#/documents/file');
  await page.getByLabel('Documents to file').setInputFiles(files);
  const cards = page.getByRole('list', { name: 'Documents to file' }).getByRole('button');
  await expect(page.getByText('2 files were not added.')).toBeVisible();
  await expect(page.getByText('empty.pdf: This file is empty.')).toBeVisible();
  await expect(
    page.getByText('notes.txt: This is a text file. Print it to a PDF and try again.'),
  ).toBeVisible();
  await expect(page.getByText('6 in the pile · 2 recognized · 3 to choose · 1 not readable')).toBeVisible({
    timeout: 120_000,
  });
  await expect(cards).toHaveCount(6);
  for (const words of [
    /Kestrel Roofing Co\.\s*W-9.*signed Mar 2.*name matches/s,
    /Granite Peak Paving\s*Certificate of insurance.*through Mar 1, 2031.*name not read clearly/s,
    /Lumen Sign & Light\s*W-9/s,
    /Which vendor\?\s*W-9.*no vendor named “Nobody Known Here LLC”/s,
    /Alder & Pine Landscaping\s*Agreement.*name nearly matches/s,
    /Not readable.*blank\.png.*retake or choose by hand/s,
  ])
    await expect(cards.filter({ hasText: words })).toHaveCount(1);
  // No page of a document: drawing one holds up the window.
  expect(await page.evaluate('canvasSides.filter((side) => side > 300)')).toEqual([]);
  await expectAccessible(page);
  await look(page, 'file');

  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('2 documents filed')).toBeVisible();
  await expect(cards).toHaveCount(4);
  await page.keyboard.press('Control+z');
  await expect(cards).toHaveCount(6);
  await page.keyboard.press('Control+Enter');
  await expect(cards).toHaveCount(4);

  const side = page.getByRole('complementary', { name: 'Document to file' });
  await expect(side).toContainText('Certificate of insurance, page 1 of 1');
  await expect(cards.filter({ hasText: 'Granite Peak Paving' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cards).toHaveCount(3);
  await expect(side).toContainText('Alder & Pine Landscaping');
  await page.keyboard.press('d');
  await page.getByLabel('Signed').fill('2026-11-02');
  await page.keyboard.press('Enter');
  await expect(cards.filter({ hasText: 'signed Nov 2' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cards).toHaveCount(2);
  await expect(side).toContainText('no vendor named “Nobody Known Here LLC”');
  await page.keyboard.press('v');
  await page.keyboard.type('brightw');
  await page.getByRole('option', { name: /^Brightwater Plumbing/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(cards.filter({ hasText: 'Brightwater Plumbing & Drain LLC' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cards).toHaveCount(1);
  await expect(side).toContainText('No text was found on this page.');
  await page.keyboard.press('Enter');
  await expect(side).toContainText('Choose a vendor first.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'File 1 document' })).toBeVisible();

  await open(page, '#/vendors/48213');
  const block = page.getByRole('region', { name: 'Documents on file' });
  await expect(block).toContainText(/W-9.*Signed Mar 2.*filed by you/s);
  await expectAccessible(page);
  await look(page, 'vendor');
  await block.getByRole('button', { name: 'More for W-9' }).click();
  await page.getByRole('menuitem', { name: 'Open' }).click();
  await expect(page.getByRole('dialog').getByAltText('Page 1')).toBeVisible();
  await look(page, 'open');
  await page.keyboard.press('Escape');
  await block.getByRole('button', { name: 'More for W-9' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(block).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(block).toContainText('W-9');
  expect(practice.complaints()).toEqual([]);
  await practice.stop();
});

/** Nothing that axe finds, in both themes. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await showIn(page, { colorScheme, forcedColors: 'none', contrast: 'no-preference' });
    // Colors fade over for a moment.
    await expect
      .poll(async () => (await violations(page, [], { forced: false, earlier: null })).found)
      .toEqual([]);
  }
}

/** Pictures of the screen for a person, where a folder for them is named. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['GANGWAY_SHOTS'];
  if (folder === undefined) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [width, height] of [
      [1440, 900],
      [1024, 700],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}
