import { expect, test, type Page } from '@playwright/test';
import { shortcutSheet } from '#renderer/shortcut-sheet.ts';
import { getKeys } from '#shared/settings/shortcut-keys.ts';
import { lastKey, watchKeys } from './in-page/keys.ts';
import { sendingBlock } from './person.ts';
import { openPractice, type OwnPractice } from './practice.ts';

// Every key that the sheet of shortcuts lists is pressed where the sheet says that it works.

type Item = (typeof shortcutSheet)[number]['items'][number];

let practice: OwnPractice;

test.beforeEach(async ({ page }) => {
  practice = await openPractice(page);
});

test.afterEach(async () => {
  const complaints = practice.complaints();
  await practice.stop();
  expect(complaints).toEqual([]);
});

const names: Record<string, string> = {
  mod: 'Control',
  shift: 'Shift',
  escape: 'Escape',
  enter: 'Enter',
  tab: 'Tab',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
};

/** A chord of the product's notation as Playwright names it. */
function playwrightKeys(chord: string): string {
  if (chord === '+') return chord;
  const keys = chord.split('+').map((key) => names[key] ?? key);
  const shifted = keys.includes('Shift');
  return keys.map((key) => (shifted && key.length === 1 ? key.toUpperCase() : key)).join('+');
}

/** Presses the keys; whether the page took the last of them. */
async function isTaken(page: Page, keys: string): Promise<boolean> {
  await page.evaluate(watchKeys);
  for (const chord of keys.split(' ')) await page.keyboard.press(playwrightKeys(chord));
  return (await page.evaluate(lastKey)) === 'taken';
}

async function goTo(page: Page, hash: string): Promise<void> {
  await practice.load(hash);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function openFirst(page: Page, hash: string, row: string | RegExp): Promise<void> {
  await goTo(page, hash);
  await expect(page.locator('[data-row]').first()).toBeVisible();
  const line = page.locator('[data-row]', { hasText: row }).first();
  await line.focus();
  await expect(line).toBeFocused();
}

async function openList(page: Page, what: string): Promise<void> {
  await goTo(page, '#/invites/import');
  const rows =
    'Email,First\none@harbor.example.com,Ada\nwrong@,Bo\nwrong too,Cy\nmailto:di@harbor.example.com,Di\n';
  const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
  await page.getByLabel('List to import').first().setInputFiles(file);
  await expect(page.getByRole('button', { name: /^Send 1 invite/ })).toBeEnabled();
  const cell = page.getByRole('button', { name: /^Email of row 3/ });
  await cell.focus();
  if (what.startsWith('Undo')) {
    await page.keyboard.press('m');
    await expect(page.getByText('1 cell fixed.')).toBeVisible();
  }
  if (!/the cell|ready/.test(what)) return;
  await cell.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Email of row 3' })).toBeFocused();
}

/** What has to be there before a key of a group can act. */
const places: Record<string, (page: Page, what: string) => Promise<void>> = {
  async Anywhere(page, what) {
    await goTo(page, what === 'Today' ? '#/vendors' : '#/today');
    if (what !== 'Close') return;
    await openFirst(page, '#/invites', /./);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary')).toBeVisible();
  },
  Lists: (page) => openFirst(page, '#/invites', /./),
  async 'Unclear invite'(page) {
    await openFirst(page, '#/invites?state=in_doubt', /./);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary')).toContainText('The vendor may already have the email.');
  },
  async 'Document review'(page) {
    await goTo(page, '#/documents');
    await expect(page.getByText('Poor quality')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Fit page' })).toBeEnabled();
  },
  async Verification(page, what) {
    await openFirst(page, '#/verifications', '1048827');
    await page.keyboard.press('Enter');
    await expect(page.getByText('License found, but 3 details differ')).toBeVisible();
    if (!what.startsWith('Undo')) return;
    const open = page.url();
    await page.keyboard.press('a');
    await expect(page).not.toHaveURL(open);
    await page.goBack();
    await expect(page.getByText(/^Accepted by you, /)).toBeVisible();
  },
  async Today(page, what) {
    await goTo(page, '#/today');
    await expect(page.getByText('May have been sent')).toBeVisible();
    if (what === 'Correct and resend') await page.locator('main [data-row]', { hasText: what }).focus();
    else await page.keyboard.press('j');
    await expect(page.locator('main [data-row]:focus')).toHaveCount(1);
  },
  async Outbox(page, what) {
    await openFirst(page, '#/outbox', /./);
    if (what !== 'Sync now') return;
    await page.keyboard.press('Control+Shift+O');
    await expect(sendingBlock(page)).toContainText('Working offline');
  },
  Import: openList,
  async Figures(page) {
    await goTo(page, '#/vendors/figures');
    await expect(page.getByText('Documents in order').first()).toBeVisible();
  },
  async Forms(page, what) {
    if (!what.includes('template')) {
      await goTo(page, '#/invites/new');
      await expect(page.getByLabel('Vendor email')).toBeFocused();
      return;
    }
    await goTo(page, '#/invites/templates');
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await page.keyboard.type('Hello');
    await expect(page.getByText('Not saved yet').first()).toBeVisible();
  },
};

/** Places with keys that change what is there for the next one, and those keys: each begins with a copy of its own. */
const changing = ['Document review', 'Verification'];
const decides = /^(Accept|Ask|Skip|Undo|Correct)/;

async function tryAll(page: Page, where: string, items: readonly Item[]): Promise<void> {
  const place = places[where];
  if (place === undefined) throw new Error(`Say where the keys of “${where}” can be tried.`);
  for (const { what, keys } of items) {
    for (const one of keys) {
      await place(page, what);
      // It acts as soon as what it acts on is there.
      await expect.poll(() => isTaken(page, getKeys(one, {})), `${where}, ${what}: ${one}`).toBe(true);
    }
  }
}

for (const { where, items: all } of shortcutSheet) {
  const details = { tag: '@nightly' };
  // A browser has no menus to open, and no vendor of the practice data became stopped this week: onboarding.test.tsx.
  const items = all.filter(({ withMenus, what }) => withMenus !== true && what !== 'Mark as seen');
  const alone = (item: Item) => changing.includes(where) && decides.test(item.what);
  for (const item of items.filter(alone)) {
    test(`${where}: ${item.what}`, details, ({ page }) => tryAll(page, where, [item]));
  }
  const together = items.filter((item) => !alone(item));
  if (together.length > 0)
    test(`the keys of “${where}”`, details, ({ page }) => tryAll(page, where, together));
}
