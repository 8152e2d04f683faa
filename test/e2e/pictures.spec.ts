import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import {
  brokenPdf,
  colourTiff,
  faxTiff,
  lockedPdf,
  pdfWithScript,
  plainPdf,
  makePng,
  svgWithScript,
  webPage,
} from '../picture-bytes.ts';
import { startDocumentService, type DocumentService, type FileAnswer } from './document-service.ts';
import { expectScreen, open } from './person.ts';
import { startApp, temporaryFolder, type RunningApp } from './processes.ts';
import { scrolledAround } from './in-page/scrolled.ts';

const toId = (number: number) => `5b1e04d2-5a1f-4c2e-9f0b-3d2a1b7c8e${String(number).padStart(2, '0')}`;
const pdf = { 'content-type': 'application/pdf' };

/** A document whose picture cannot be had or shown, and the sentence that stands in its place. */
const refused: readonly [what: string, answer: FileAnswer, sentence: RegExp][] = [
  ['is gone', { status: 404 }, /The service no longer has the picture\./],
  ['was taken away', { status: 410 }, /The service no longer has the picture\./],
  ['is forbidden', { status: 403 }, /token is not allowed to open the picture/],
  [
    'is a web page named .pdf',
    { headers: pdf, bytes: webPage },
    /The service returned a web page instead of the picture\./,
  ],
  [
    'is of 200 MB',
    { headers: { ...pdf, 'content-length': String(200 * 1024 * 1024) }, bytes: plainPdf() },
    /larger than 50 MB/,
  ],
  ['is locked', { headers: pdf, bytes: lockedPdf() }, /This PDF is locked with a password/],
  ['is broken', { headers: pdf, bytes: brokenPdf() }, /This PDF could not be read\. It may be damaged\./],
  [
    'is an SVG with a script',
    { headers: { 'content-type': 'image/svg+xml' }, bytes: svgWithScript },
    /isn’t a picture or a PDF that Gangway can show/,
  ],
  [
    'has 30,000 by 30,000 pixels',
    { headers: { 'content-type': 'image/png' }, bytes: makePng(30_000, 30_000, 1) },
    /30,000 by 30,000 pixels, more than Gangway can show/,
  ],
  [
    'is a broken PNG',
    { headers: { 'content-type': 'image/png' }, bytes: makePng(400, 400).fill(0, 29, 60) },
    /The picture could not be read\. It may be damaged\./,
  ],
  [
    'has moved into a private network',
    { status: 302, headers: { location: 'https://10.1.2.3/a.pdf' } },
    /The picture has moved\. .* private network/,
  ],
];

const shown: readonly [what: string, bytes: Buffer, pages: number][] = [
  ['a plain PDF', plainPdf(), 1],
  ['a PDF with scripts', pdfWithScript(), 1],
  ['a fax in two pages', faxTiff(2), 2],
  ['a TIFF in colours', colourTiff(), 1],
  ['a PNG', makePng(300, 400), 1],
];

let folder: string;
let service: DocumentService;
let app: RunningApp;

test.beforeAll(async () => {
  folder = temporaryFolder('pictures');
  const files = new Map<string, FileAnswer>();
  refused.forEach(([, answer], index) => files.set(toId(index), answer));
  shown.forEach(([, bytes], index) => files.set(toId(50 + index), { bytes }));
  service = await startDocumentService(files);
  app = await startApp(join(folder, 'app'), ['--welcome']);
});

test.afterAll(async () => {
  await app.stop();
  await service.stop();
  rmSync(folder, { recursive: true });
});

/** Connects, and adds all documents. The address opens once, so the tests share a page. */
async function connectAndAdd(page: Page): Promise<void> {
  await page.goto(app.url);
  await page.getByLabel('Company name').fill('Harborline Property Group');
  await page.getByLabel('Service address').fill(service.baseUrl);
  await page.getByLabel('Access token').fill('a-token');
  await page.getByRole('button', { name: /^Connect/ }).click();
  await expectScreen(page, 'Today');
  await open(page, '#/documents/add');
  const ids = [...refused.map((_one, index) => toId(index)), ...shown.map((_one, index) => toId(50 + index))];
  await page.getByLabel('Job IDs').fill(ids.join('\n'));
  await page.getByRole('button', { name: `Add ${ids.length}` }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('To review').first()).toBeVisible();
}

/** The colour of a dot of the page that is shown, by its place from 0 to 1. */
async function colourAt(page: Page, across: number, down: number): Promise<string> {
  return z.string().parse(
    await page.evaluate(`(() => {
      const canvas = document.querySelector('[data-shown] canvas');
      if (canvas === null) return 'no canvas';
      const [x, y] = [Math.floor(canvas.width * ${across}), Math.floor(canvas.height * ${down})];
      const dot = canvas.getContext('2d').getImageData(x, y, 1, 1).data;
      return [...dot.slice(0, 3)].map((part) => Math.round(part / 50)).join(' ');
    })()`),
  );
}

/** Opens a document, and waits until its own picture is on the screen. */
async function openShown(page: Page, id: string): Promise<void> {
  await open(page, `#/documents/${id}`);
  await expect(page.locator(`[data-shown="${id}"]`).locator('img, canvas')).toBeVisible();
}

test(
  'a picture that cannot be had or shown is said in its place, and the rest of the document works',
  { tag: '@nightly' },
  async ({ page }) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('dialog', (dialog) => faults.push(`A dialog: ${dialog.message()}`));
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== new URL(app.url).origin) {
        elsewhere.push(request.url());
      }
    });
    await connectAndAdd(page);
    const picture = page.getByRole('region', { name: 'The document' });

    for (const [index, [what, , sentence]] of refused.entries()) {
      await test.step(`which ${what}`, async () => {
        await open(page, `#/documents/${toId(index)}`);
        await expect(picture.getByText(sentence)).toBeVisible();
        await expect(picture.locator('img, canvas')).toHaveCount(0);
        await expect(page.getByText('Weak quality')).toBeVisible();
        await expect(page.getByText(`Vendor ${toId(index).slice(-2)}`).first()).toBeVisible();
        await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeEnabled();
      });
    }

    for (const [index, [what, , pages]] of shown.entries()) {
      await test.step(`and ${what} is shown`, async () => {
        await openShown(page, toId(50 + index));
        await expect(picture.getByText(`Page 1 of ${pages}`, { exact: true })).toBeVisible();
      });
    }

    await test.step('nothing that a file brought along was run, and nothing was fetched for it', async () => {
      expect(await page.evaluate('globalThis.gangwayWasHere')).toBeUndefined();
      expect(faults).toEqual([]);
      expect(elsewhere).toEqual([]);
    });

    await test.step('TIFFs are drawn in their colours', async () => {
      await openShown(page, toId(52));
      await expect.poll(() => colourAt(page, 0.25, 0.5)).toBe('5 5 5');
      await expect.poll(() => colourAt(page, 0.75, 0.5)).toBe('0 0 0');
      await openShown(page, toId(53));
      await expect.poll(() => colourAt(page, 0.5, 0.2)).toBe('4 0 0');
      await expect.poll(() => colourAt(page, 0.5, 0.8)).toBe('0 0 4');
      // Between two strips of one colour nothing of the paper shows.
      for (const down of [0.24, 0.248, 0.25, 0.252, 0.26])
        await expect.poll(() => colourAt(page, 0.5, down)).toBe('4 0 0');
    });

    await test.step('and everything about a picture is done by keyboard', async () => {
      await openShown(page, toId(52));
      await expect(picture.getByText('Page 1 of 2')).toBeVisible();
      await page.keyboard.press('.');
      await expect(picture.getByText('Page 2 of 2')).toBeVisible();
      await page.keyboard.press(',');
      await expect(picture.getByText('Page 1 of 2')).toBeVisible();
      const zoom = picture.getByRole('status', { name: 'Zoom' });
      // How large it fits is measured once it is on the screen.
      await expect(zoom).toHaveText(/^\d+%$/);
      const fitted = (await zoom.textContent()) ?? '';
      for (let times = 0; times < 8; times += 1) await page.keyboard.press('+');
      await expect(zoom).toHaveText('400%');
      await page.keyboard.press('0');
      await expect(zoom).toHaveText(fitted);
      await openShown(page, toId(54));
      await page.keyboard.press('w');
      await expect(picture.getByRole('button', { name: 'Fit width' })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      for (let times = 0; times < 8; times += 1) await page.keyboard.press('+');
      await expect(zoom).toHaveText('400%');
      const scrolled = () => page.locator('[data-shown]').evaluate(scrolledAround);
      const before = await scrolled();
      await page.keyboard.press('Control+ArrowDown');
      await expect.poll(scrolled).toBeGreaterThan(before);
      await page.keyboard.press(']');
      await expect(picture.locator('[data-shown] img')).toHaveAttribute('style', /rotate\(90deg\)/);
    });
  },
);
