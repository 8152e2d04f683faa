import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { sampleVendors, type SampleVendor } from '#practice/sample-data.ts';
import { connect, invite, open, sendingBlock } from './person.ts';
import { startApp, startService, temporaryFolder, type RunningApp } from './processes.ts';
import {
  addDays,
  dropFiles,
  findVendor,
  kinds,
  openPress,
  photograph,
  printPdf,
  type Kind,
  type StoryFile,
  type TruePaper,
} from './story-papers.ts';

// From a pile of papers to a gate that knows, without a network: 40 files are filed by keys, three vendors may work by them,
// nine are written to, and one answers.

/** When the story begins. */
const today = '2027-01-12';
const site = 'Riverside Lofts';
const replyDays = 3;
const maxKeys = 60;
const allFiles = 40;

const complete = ['Brightwater Plumbing & Drain LLC', 'Quayside Painting', 'Sable Fire Protection'].map(
  findVendor,
);
/** Vendors that sent some of what they need. */
const lacking = [
  'Fernhill Pool & Spa',
  'Granite Peak Paving',
  'Northgate Electric LLC',
  'Meridian Glass & Door',
  'Foxglove Interiors',
  'Redwood Fence & Gate',
  'Kestrel Roofing Co.',
  'Tidewater HVAC Services',
  'Stonebridge Masonry',
].map(findVendor);
const sentByLacking: readonly (readonly Kind[])[] = [
  ['W-9', 'Certificate of insurance'],
  ['W-9', 'State license'],
  ['Certificate of insurance'],
];
/** Another vendor of this name was invited at another address. */
const namesake = findVendor('Bluff Street Locksmiths');
const others = sampleVendors()
  .filter(({ id }) => ![...complete, ...lacking, namesake].some((one) => one.id === id))
  .slice(0, 9);
const spanish = findVendor('Foxglove Interiors');
const answering = findVendor('Granite Peak Paving');

const findName = ({ companyName }: SampleVendor): string => companyName ?? '';

interface Pile {
  files: StoryFile[];
  /** What the answering vendor sends later. */
  answer: StoryFile[];
}

/** Papers of the pile, all told. */
const listPapers = (files: readonly StoryFile[]): TruePaper[] =>
  files.flatMap(({ papers }) => papers.filter((paper) => paper !== null));

async function makePile(page: Page): Promise<Pile> {
  const print = openPress(today);
  const one = (vendor: SampleVendor, kind: Kind) =>
    printPdf(page, `${kind} ${vendor.id}.pdf`.toLowerCase().replaceAll(' ', '-'), [print(vendor, kind)]);
  const sent = lacking.flatMap((vendor, index) =>
    (sentByLacking[index % sentByLacking.length] ?? []).map((kind) => ({ vendor, kind })),
  );
  const [photos, inOneFile, alone] = [sent.slice(0, 3), sent.slice(3, 6), sent.slice(6)];
  const files: StoryFile[] = [];
  for (const vendor of complete) for (const kind of kinds) files.push(await one(vendor, kind));
  for (const { vendor, kind } of alone) files.push(await one(vendor, kind));
  for (const [index, { vendor, kind }] of photos.entries())
    files.push(await photograph(page, `IMG_${index + 1}.jpg`, print(vendor, kind)));
  const scanned = inOneFile.map(({ vendor, kind }) => print(vendor, kind));
  files.push(await printPdf(page, 'scan.pdf', scanned));
  for (const vendor of others) files.push(await one(vendor, 'W-9'));
  files.push(await one(namesake, 'W-9'));
  const unknown = print({ ...namesake, companyName: 'Nobody Known Here LLC' }, 'Certificate of insurance');
  files.push({ ...(await printPdf(page, 'unknown.pdf', [unknown])), papers: [null] });
  await page.setContent('<body style="background: white"></body>');
  const blank = await page.screenshot({ type: 'png' });
  files.push({ name: 'blank.png', mimeType: 'image/png', buffer: blank, papers: [null] });
  const [first] = files;
  if (first === undefined) throw new Error('Nothing was printed.');
  files.push({ ...first, name: 'again.pdf', papers: [] });
  files.push({ name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0), papers: [] });
  files.push({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Call Rosa'), papers: [] });
  const answer: StoryFile[] = [];
  for (const kind of listMissing(answering, files)) answer.push(await one(answering, kind));
  return { files, answer };
}

const listMissing = (vendor: SampleVendor, files: readonly StoryFile[]): Kind[] => {
  const own = listPapers(files).filter((paper) => paper.vendor.id === vendor.id);
  return kinds.filter((kind) => !own.some((paper) => paper.kind === kind));
};

/** A person whose keys are counted, each letter too. */
class Person {
  keys = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(key: string): Promise<void> {
    this.keys += 1;
    await this.page.keyboard.press(key);
  }
}

test.use({ deviceScaleFactor: 2, permissions: ['clipboard-read', 'clipboard-write'] });

test(
  'forty files are filed, three vendors may work by them, nine are asked, and one answers',
  {
    tag: '@nightly',
  },
  async ({ page }) => {
    test.slow();
    const { files, answer } = await makePile(page);
    const foreign: string[] = [];
    expect(files).toHaveLength(allFiles);
    await page.setViewportSize({ width: 1440, height: 900 });
    const folder = temporaryFolder('chasing');
    const dataDir = join(folder, 'app');
    const service = await startService(join(folder, 'service'));
    let app = await start(page, dataDir, 0, ['--welcome']);
    await connect(page, service.baseUrl, service.token, complete[0]?.id ?? '');
    await addRequirements(page);
    await fetchVendors(page);
    await invite(page, 'office@bluffstreet-keys.example.com', 'Ann', findName(namesake));
    await expect(sendingBlock(page)).toContainText('Online · all sent');
    await service.stop();
    await expect(sendingBlock(page)).toContainText('Offline');
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== '127.0.0.1') foreign.push(request.url());
    });

    await test.step('40 files are filed', () => filePile(page, files));
    await expectFiled(page, listPapers(files));
    await open(page, `#/vendors?site=${site}`);
    for (const vendor of complete) await expect(row(page, vendor)).toContainText('May work');
    for (const vendor of lacking.filter(isAtSite)) await expect(row(page, vendor)).toContainText('Not yet');
    await expectAgreement(page);

    await open(page, '#/today');
    await expect(page.getByRole('heading', { name: 'Last activity' })).toBeVisible();
    await expect(due(page)).toHaveCount(0);
    await test.step('nine letters are written', () => writeLetters(page, files));

    await app.stop();
    app = await start(page, dataDir, replyDays);
    const asked = lacking.map(findName);
    await expectDue(page, asked);
    await test.step('one answers', async () => {
      await open(page, '#/documents/file');
      const left = files.filter(({ papers }) => papers.includes(null));
      await expect(cards(page)).toHaveCount(left.length);
      await dropFiles(page, answer);
      await fileByKeys(page, [...left, ...answer]);
    });
    await expectDue(
      page,
      asked.filter((name) => name !== findName(answering)),
    );
    await open(page, `#/vendors/${answering.id}`);
    await expect(page.getByRole('region', { name: 'Follow-up and history' })).toContainText(
      /Follow-up\s*None/,
    );
    await open(page, `#/vendors?site=${site}`);
    await expect(row(page, answering)).toContainText('May work');
    await expectAgreement(page);

    expect(foreign).toEqual([]);
    await app.stop();
    rmSync(folder, { recursive: true });
  },
);

/** Starts the app so many days after the story began, with the page at the same time. */
async function start(page: Page, dataDir: string, days: number, args: string[] = []): Promise<RunningApp> {
  const time = Date.parse(`${addDays(today, days)}T15:00:00Z`);
  const app = await startApp(dataDir, args, { speed: 1, behindMs: Date.now() - time });
  // Its timers go on by the real clock.
  await page.clock.setFixedTime(time);
  await page.goto(app.url);
  return app;
}

async function addRequirements(page: Page): Promise<void> {
  await open(page, '#/vendors/requirements');
  await page.getByRole('button', { name: 'Add a set' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByLabel('Name').first().fill('All vendors');
  for (const kind of kinds) {
    await page.getByRole('button', { name: 'Add a requirement: Document' }).click();
    await editor.getByLabel('Name').last().fill(kind);
    await editor.getByLabel('Type of document').last().fill(kind);
  }
  await page.getByRole('button', { name: 'Save set' }).click();
  await expect(page.getByRole('list', { name: 'Requirement sets' })).toContainText('All vendors');
}

async function fetchVendors(page: Page): Promise<void> {
  const ids = sampleVendors().map(({ id }) => id);
  await open(page, '#/vendors/look-up');
  await page.getByRole('textbox', { name: 'Vendor IDs' }).fill(ids.join('\n'));
  await page.getByRole('button', { name: `Look up ${ids.length}` }).click();
  await expect(page.getByText(`${ids.length} of ${ids.length} fetched`)).toBeVisible();
}

const cards = (page: Page) => page.getByRole('list', { name: 'Documents to file' }).getByRole('button');
const side = (page: Page) => page.getByRole('complementary', { name: 'Document to file' });
const row = (page: Page, vendor: SampleVendor) =>
  page.getByRole('grid').getByRole('row', { name: new RegExp(escapeText(findName(vendor))) });
const isAtSite = ({ jobSites }: SampleVendor): boolean => jobSites?.includes(site) === true;
const escapeText = (text: string): string => text.replaceAll(/[.&+()]/g, '\\$&');

async function filePile(page: Page, files: readonly StoryFile[]): Promise<void> {
  await open(page, '#/documents/file');
  await expect(page.getByText('No documents to file.')).toBeVisible();
  await dropFiles(page, files);
  await expect(page.getByText('3 files were not added.')).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText('again.pdf: This file is already in the pile.')).toBeVisible();
  await expect(page.getByText('empty.pdf: This file is empty.')).toBeVisible();
  await expect(
    page.getByText('notes.txt: This is a text file. Print it to a PDF and try again.'),
  ).toBeVisible();
  const keys = await fileByKeys(page, files);
  expect(keys).toBeLessThanOrEqual(maxKeys);
  await expect(cards(page).filter({ hasText: 'no vendor named “Nobody Known Here LLC”' })).toHaveCount(1);
  await expect(cards(page).filter({ hasText: 'Not readable' })).toHaveCount(1);
}

/** Files by keys what can be told to be a vendor's, and counts them. */
async function fileByKeys(page: Page, files: readonly StoryFile[]): Promise<number> {
  const me = new Person(page);
  const pieces = new Map<string, TruePaper | null>(
    files.flatMap(({ name, papers }) =>
      papers.map((paper, index) => [`Page ${index + 1} of ${name}`, paper] as const),
    ),
  );
  const toLeave = [...pieces.values()].filter((paper) => paper === null).length;
  const unread = cards(page).filter({ hasText: /Waiting to be read|Reading page/ });
  await expect(unread).toHaveCount(0, { timeout: 300_000 });
  await expect(cards(page)).toHaveCount(pieces.size);
  const subtitle = page.getByText(/^\d+ in the pile · /);
  const counts = (await subtitle.textContent()) ?? '';
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(counts)?.[1] ?? 0);
  const [total, recognized] = [count('in the pile'), count('recognized')];
  if (recognized > 0) await me.press('Control+Enter');
  let left = total - recognized;
  await expect(cards(page)).toHaveCount(left);
  while (left > toLeave) {
    const title = await side(page).getByRole('img').getAttribute('alt');
    const paper = pieces.get(title ?? '');
    expect(paper, `${title} is in the pile`).toBeDefined();
    if (paper == null) {
      await me.press('s');
      await expect(side(page).getByAltText(title ?? '')).toHaveCount(0);
      continue;
    }
    await settle(me, paper);
    await me.press('Enter');
    left -= 1;
    await expect(cards(page)).toHaveCount(left);
    await expect(side(page).getByAltText(title ?? '')).toHaveCount(0);
  }
  return me.keys;
}

/** Corrects by keys what was read of the open paper. */
async function settle(me: Person, { vendor, kind }: TruePaper): Promise<void> {
  const { page } = me;
  const card = page.locator('[data-paper][aria-current="true"]');
  await expect(card).toBeFocused();
  await expect(card).toContainText(kind);
  const shown = await card.innerText();
  if (vendor.id === namesake.id) {
    await expect(card).toContainText('two vendors fit this name');
    const options = side(page).getByRole('button', { name: findName(vendor) });
    await expect(options).toHaveCount(2);
    const names = await Promise.all(
      [options.first(), options.last()].map((option) => option.getAttribute('aria-label')),
    );
    const at = names.indexOf(`${findName(vendor)}, ${vendor.id}`);
    expect(at, names.join(' or ')).toBeGreaterThanOrEqual(0);
    await me.press(String(at + 1));
    await expect(card).not.toContainText('Which vendor?');
  } else expect(shown).toContain(findName(vendor));
}

const shownDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day));

/** Each vendor has just its papers on file, with the days that are on them. */
async function expectFiled(page: Page, papers: readonly TruePaper[]): Promise<void> {
  for (const vendor of new Set(papers.map((paper) => paper.vendor))) {
    await open(page, `#/vendors/${vendor.id}`);
    const items = page.getByRole('region', { name: 'Documents on file' }).getByRole('listitem');
    const own = papers.filter((paper) => paper.vendor.id === vendor.id);
    await expect(items).toHaveCount(own.length);
    for (const { kind, day } of own) {
      const item = items.filter({ has: page.getByRole('button', { name: `More for ${kind}` }) });
      const word = kind === 'W-9' ? 'Signed' : 'Valid through';
      const said = day === null ? /filed by you/ : new RegExp(`${word} ${shownDay(day)}(?!\\d)`);
      await expect(item).toContainText(said);
    }
  }
}

async function writeLetters(page: Page, files: readonly StoryFile[]): Promise<void> {
  await open(page, '#/vendors?sort=name');
  for (const vendor of lacking)
    await page.getByRole('checkbox', { name: `Select ${findName(vendor)}`, exact: true }).check();
  await page.getByRole('button', { name: `Write ${lacking.length} letters` }).click();
  const left = new Map(lacking.map((vendor) => [findName(vendor), vendor]));
  const texts = new Map<string, string>();
  while (left.size > 0) {
    const heading = page.getByRole('heading', { level: 1, name: /^Letter to / });
    await expect(heading).toBeVisible();
    const name = (await heading.innerText()).replace('Letter to ', '');
    const vendor = left.get(name);
    if (vendor === undefined) throw new Error(`Nothing is to be written to ${name}.`);
    const message = page.getByLabel('Message');
    if (vendor.id === spanish.id) {
      await page.getByRole('button', { name: /Language of letters/ }).click();
      await page.getByRole('option', { name: 'Spanish' }).click();
      await expect(message).toHaveValue(/^Estimado\(a\)/);
    }
    const text = await message.inputValue();
    const missing = listMissing(vendor, files);
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toEqual(
      missing.map((kind) => (vendor.id === spanish.id ? `- Su documento «${kind}».` : `- Your ${kind}.`)),
    );
    texts.set(vendor.id, text);
    left.delete(name);
    // The last one is copied.
    if (left.size === 0) {
      await page.getByRole('button', { name: 'Copy' }).click();
      await expect(page).toHaveURL(/#\/vendors\?sort=name$/);
      expect(await page.evaluate('navigator.clipboard.readText()')).toContain(text);
    } else {
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as .eml' }).click();
      const letter = readLetter(readFileSync(await (await waiting).path(), 'latin1'));
      expect(letter).toContain(`To: ${vendor.email}`);
      expect(letter).toContain(text);
      await expect(heading).not.toHaveText(`Letter to ${name}`);
    }
  }
  for (const [id, text] of texts) {
    await open(page, `#/vendors/${id}`);
    const history = page.getByRole('region', { name: 'Follow-up and history' });
    await expect(history).toContainText(
      new RegExp(`Follow-up\\s*${shownDay(addDays(today, replyDays))}(?!\\d)`),
    );
    await history.getByRole('button', { name: 'Show letter' }).click();
    for (const line of text.split('\n').filter((one) => one.startsWith('- ')))
      await expect(history).toContainText(line);
  }
}

/** An email in quoted-printable as it is shown. */
function readLetter(mail: string): string {
  const bytes = mail
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}

const due = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Follow-ups due' }) });

/** Today has just the follow-ups of these vendors. */
async function expectDue(page: Page, names: readonly string[]): Promise<void> {
  await open(page, '#/today');
  const more = due(page).getByRole('button', { name: /^Show \d+ more$/ });
  await more.click();
  const rows = due(page).getByRole('row');
  await expect(rows).toHaveCount(names.length);
  for (const name of names)
    await expect(rows.filter({ hasText: name })).toContainText(/Due today[^]* asked .*, no reply/);
}

/** The gate sheet of the site, the list, the vendors’ pages, the search and their reports say the same of each vendor. */
async function expectAgreement(page: Page): Promise<void> {
  await open(page, `#/vendors/gate?site=${site}`);
  await expect(page.getByRole('heading', { level: 1, name: site })).toBeVisible();
  const expected = sampleVendors().filter(isAtSite);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(expected.length);
  const gate = new Map<string, { word: string; detail: string }>();
  for (const word of ['Stop', 'Not yet', 'No requirements', 'May work']) {
    for (const item of await page
      .getByRole('region', { name: word, exact: true })
      .getByRole('listitem')
      .all()) {
      const [, detail = ''] = await item.locator('p').allInnerTexts();
      gate.set(await item.getByRole('button').innerText(), { word, detail });
    }
  }
  for (const vendor of expected) {
    const name = findName(vendor);
    const { word, detail } = gate.get(name) ?? { word: 'is not on the gate sheet', detail: '' };
    const why = word === 'Not yet' || word === 'Stop' ? detail.replace(/\.$/, '') : '';
    await open(page, `#/vendors?site=${site}`);
    await expect(row(page, vendor)).toContainText(word);
    await expect(row(page, vendor)).toContainText(why);

    await open(page, `#/vendors/${vendor.id}`);
    const requirements = page.getByRole('region', { name: 'Requirements' });
    await expect(requirements).toContainText(word);
    await expect(requirements).toContainText(why);
    await page.getByRole('button', { name: 'More for this vendor' }).click();
    const waiting = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Save report', exact: true }).click();
    const report = await readPdf(readFileSync(await (await waiting).path()));
    expect(report).toContain(`At ${site} ${word}${why === '' ? '' : `: ${why}`}`);
    // A vendor that may work does so until the day that the gate sheet names.
    if (why === '') expect(report).toContain(`until ${/^Until (.*)\.$/.exec(detail)?.[1]}`);

    await page.keyboard.press('Control+k');
    await page.keyboard.type(`${name} ${site}`);
    const found = page
      .getByRole('option', { name: /Vendor/ })
      .filter({ hasText: name })
      .first();
    await expect(found).toContainText(word);
    await expect(found).toContainText(`At ${site}`);
    await expect(found).toContainText(why);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  }
}

/** What a reader finds in a PDF, with one space between words. */
async function readPdf(bytes: Buffer): Promise<string> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await task.promise;
  const texts: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    texts.push(...items.map((item) => ('str' in item ? item.str : '')));
  }
  await task.destroy();
  return texts.join(' ').replaceAll(/\s+/g, ' ');
}
