import { rmSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { expectVisibleFocus, walk } from './focus.ts';
import { sendingBlock } from './person.ts';
import { fillPractice, openCopy, type Practice } from './practice.ts';
import { recordMessages } from './token-traces.ts';

// No test here touches the mouse: everything is done with keys, as by somebody who has none.

let filled: string;
let practice: Practice;
let messages: () => string[];

test.beforeAll(async ({ browser }) => {
  filled = await fillPractice(browser);
});

test.afterAll(() => {
  rmSync(filled, { recursive: true });
});

test.beforeEach(async ({ page }) => {
  messages = recordMessages(page);
  practice = await openCopy(page, filled);
});

test.afterEach(async () => {
  const complaints = practice.complaints();
  await practice.stop();
  expect(complaints).toEqual([]);
});

/** Keys one after the other, such as `g i`. */
async function press(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(' ')) await page.keyboard.press(key);
}

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const openRow = (page: Page) => page.locator('[data-row][aria-selected="true"]');
const focusedRow = (page: Page) => page.locator('[data-row]:focus');

test('G and a letter lead to every screen, Ctrl and comma to Settings', async ({ page }) => {
  for (const [keys, name] of [
    ['g v', 'Vendors'],
    ['g i', 'Invites'],
    ['g l', 'Verifications'],
    ['g o', 'Outbox'],
    ['Control+,', 'Settings'],
    ['g t', 'Today'],
  ] as const) {
    await press(page, keys);
    await expect(title(page, name)).toBeVisible();
  }
  await press(page, 'g d');
  await expect(page.getByRole('grid', { name: 'Documents' })).toBeVisible();
});

test('a question mark shows all shortcuts, and Esc closes them', async ({ page }) => {
  await press(page, '?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Licence verifications');
  await press(page, 'Escape');
  await expect(sheet).toHaveCount(0);
});

test('Ctrl K finds, the arrows choose and Enter opens', async ({ page }) => {
  await press(page, 'Control+k');
  await expectVisibleFocus(page);
  await page.keyboard.type('Kestrel');
  const hits = page.getByRole('option');
  await expect(hits.nth(1)).toBeVisible();
  const second = await hits.nth(1).textContent();
  await press(page, 'ArrowDown');
  await expect(hits.nth(1)).toHaveAttribute('aria-selected', 'true');
  await press(page, 'Enter');
  await expect(hits).toHaveCount(0);
  expect(second).toContain('Kestrel');
  await expect(page).not.toHaveURL(/#\/today/);
  await expect(page.getByRole('heading', { name: /Kestrel Roofing/ })).toBeVisible();
});

test('Ctrl K runs commands too, shows what cannot be done now, and has the last ones first', async ({
  page,
}) => {
  await press(page, 'Control+k');
  await expect(page.getByRole('group', { name: 'Commands' })).toContainText('Invite vendor');
  await page.keyboard.type('sync now');
  await expect(page.getByRole('option', { name: 'Sync now' })).toContainText(
    'Nothing is waiting to be sent.',
  );
  await press(page, 'Enter');
  await expect(page.getByRole('option', { name: 'Sync now' })).toBeVisible();
  await press(page, 'Escape');
  await page.keyboard.type('pause');
  await press(page, 'Enter');
  await expect(sendingBlock(page)).toContainText('Paused');
  await press(page, 'Control+k');
  await expect(page.getByRole('option').first()).toContainText('Resume sending');
  await press(page, 'Enter');
  await expect(sendingBlock(page)).toContainText('Online');
  await press(page, 'Control+k');
  await page.keyboard.type('status words');
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { level: 3, name: 'Status words' })).toBeFocused();
});

test('an unclear invite is found, opened, closed and marked as sent', async ({ page }) => {
  await press(page, 'g i');
  await expect(title(page, 'Invites')).toBeVisible();
  await press(page, '/');
  await page.keyboard.type('Kestrel');
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await press(page, 'Shift+Tab j');
  await expect(focusedRow(page)).toContainText('Kestrel Roofing Co.');
  await expectVisibleFocus(page);
  await press(page, 'Enter');
  const panel = page.getByRole('complementary', { name: 'Kestrel Roofing Co.' });
  await expect(panel).toContainText('The vendor may already have the e-mail.');
  await press(page, 'Escape');
  await expect(panel).toHaveCount(0);
  await expect(focusedRow(page)).toContainText('Kestrel Roofing Co.');
  await expectVisibleFocus(page);
  await press(page, 'Enter');
  await expect(panel).toBeVisible();
  await press(page, '2');
  await expect(panel).toContainText('Marked as sent');
  await expect(sendingBlock(page)).toContainText('3 need you');
});

test('J and K move through the invites, X ticks, and Tab passes the list in a few presses', async ({
  page,
}) => {
  await press(page, 'g i');
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await press(page, 'j');
  await expect(focusedRow(page)).toHaveAttribute('aria-rowindex', '2');
  await press(page, 'j j');
  await expect(focusedRow(page)).toHaveAttribute('aria-rowindex', '4');
  await press(page, 'k');
  await expect(focusedRow(page)).toHaveAttribute('aria-rowindex', '3');
  await expectVisibleFocus(page);
  await press(page, 'x');
  await expect(page.getByText('1 ticked')).toBeVisible();
  await press(page, 'Tab Tab');
  await expect(page.locator('[data-row] :focus, [data-row]:focus')).toHaveCount(0);
});

test('an invite is written and queued', async ({ page }) => {
  await press(page, 'g i');
  await expect(title(page, 'Invites')).toBeVisible();
  await press(page, 'i');
  await expect(page.getByLabel('Vendor e-mail')).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.type('mara@lantern.example.com');
  await press(page, 'Tab Tab');
  await expect(page.getByLabel('First name')).toBeFocused();
  // Letters that would be keys elsewhere: I, J, K, G and V make text here.
  await page.keyboard.type('Gijvka');
  await expect(page.getByLabel('First name')).toHaveValue('Gijvka');
  await expect(title(page, 'Invite a vendor')).toBeVisible();
  await press(page, 'Control+Enter');
  await expect(page.getByRole('row', { name: /Gijvka/ })).toContainText('Invited');
});

test('a licence check is opened, checked now, accepted and taken back', async ({ page }) => {
  await press(page, 'g l');
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await press(page, 'j j');
  await expect(focusedRow(page)).toContainText('1048827');
  await press(page, 'Enter');
  await expect(page.getByText('Licence found, but 3 details differ')).toBeVisible();
  const done = page.getByText(/\d+ checks? done/);
  const before = Number.parseInt((await done.textContent()) ?? '', 10);
  await press(page, 'c');
  await expect
    .poll(async () => Number.parseInt((await done.textContent()) ?? '', 10))
    .toBeGreaterThan(before);
  await press(page, 'a');
  const decision = page.getByText(/^Accepted by you, /);
  await expect(decision).toBeVisible();
  await press(page, 'Control+z');
  await expect(decision).toHaveCount(0);
  await press(page, 'n');
  await expect(page.getByLabel('Note')).toBeFocused();
  await expectVisibleFocus(page);
});

test('documents are gone through, judged, noted, revealed and taken back', async ({ page }) => {
  await press(page, 'g d');
  const queue = page.getByRole('grid', { name: 'Documents' });
  await expect(openRow(page)).toContainText('Brightwater');
  await expect(page.getByText('Poor quality')).toBeVisible();

  await press(page, 'e');
  await expect(page.getByRole('button', { name: 'Hide the employer ID' })).toBeVisible();
  await expect(page.getByText('00-0004417')).toBeVisible();
  await press(page, 'e');
  await expect(page.getByText('00-0004417')).toHaveCount(0);

  await press(page, 'j');
  await expect(openRow(page)).toContainText('Stonebridge Masonry');
  await expectVisibleFocus(page);
  await press(page, 'k');
  await expect(openRow(page)).toContainText('Brightwater');
  await expect(title(page, 'Brightwater Plumbing & Drain LLC, W-9')).toBeVisible();

  await press(page, 'n');
  await page.keyboard.type('ask Rosa again');
  await expect(page.getByLabel('Note')).toHaveValue('ask Rosa again');
  await press(page, 'Escape');
  await press(page, 's');
  await expect(openRow(page)).toContainText('Stonebridge Masonry');
  await expect(title(page, /Stonebridge/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeEnabled();
  await press(page, 'a');
  await expect(page.getByText('Accepted: Stonebridge Masonry, W-9')).toBeVisible();
  await expect(openRow(page)).toContainText('Kestrel Roofing Co.');
  await press(page, 'Control+z');
  await expect(openRow(page)).toContainText('Stonebridge Masonry');
  await expect(queue).toContainText('Stonebridge Masonry');
});

test('R opens a draft that asks for a new copy, and the next document comes up', async ({ page }) => {
  await press(page, 'g d');
  await expect(openRow(page)).toContainText('Brightwater');
  await expect(page.getByText('Poor quality')).toBeVisible();
  await press(page, 'r');
  await expect(page.getByText(/^Draft opened: Brightwater/)).toBeVisible();
  await expect(openRow(page)).toContainText('Stonebridge Masonry');
});

test('the outbox is paused, resumed and tried, and Work offline is switched', async ({ page }) => {
  await press(page, 'g o');
  await expect(title(page, 'Outbox')).toBeVisible();
  await press(page, 'p');
  await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeVisible();
  await expect(sendingBlock(page)).toContainText('Paused');
  await press(page, 'p');
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();

  await press(page, 'Control+Shift+O');
  await expect(sendingBlock(page)).toContainText('Working offline');
  await press(page, 'g i');
  await expect(title(page, 'Invites')).toBeVisible();
  await press(page, 'i');
  await expect(page.getByLabel('Vendor e-mail')).toBeFocused();
  await page.keyboard.type('ada@pinecrest.example.com');
  await press(page, 'Control+Enter');
  await expect(sendingBlock(page)).toContainText('1 waiting');
  await press(page, 'g o');
  await expect(page.getByRole('button', { name: 'Try the network' })).toBeVisible();
  await press(page, 'Control+Shift+O');
  await expect(sendingBlock(page)).toContainText('Online · 4 need you');

  await press(page, 'j');
  await expectVisibleFocus(page);
  await press(page, 'Enter');
  await expect(page.getByRole('complementary')).toContainText('What happened');
  await press(page, 'Escape');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(focusedRow(page)).toHaveCount(1);
});

test('Shift S asks for what waits to be sent now, and only where something waits', async ({ page }) => {
  const asked = () => messages().filter((text) => text.includes('outbox.syncNow')).length;
  await press(page, 'g o');
  await expect(page.getByRole('button', { name: 'Sync now' })).toBeDisabled();
  await press(page, 'Shift+S p');
  await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeVisible();
  expect(asked()).toBe(0);
  await press(page, 'g i');
  await expect(title(page, 'Invites')).toBeVisible();
  await press(page, 'i');
  await expect(page.getByLabel('Vendor e-mail')).toBeFocused();
  await page.keyboard.type('jon@harrow.example.com');
  await press(page, 'Control+Enter');
  await expect(sendingBlock(page)).toContainText('Paused · 1 waiting');
  await press(page, 'g o');
  await expect(page.getByRole('button', { name: 'Sync now' })).toBeEnabled();
  await press(page, 'Shift+S');
  await expect.poll(asked).toBe(1);
});

test('single keys can be turned off; keys with Ctrl and Esc go on', async ({ page }) => {
  await press(page, 'Control+,');
  const single = page.getByRole('switch', { name: /^Single keys act as shortcuts/ });
  await single.focus();
  await press(page, 'Space');
  await expect(single).not.toBeChecked();
  await press(page, 'g i');
  await press(page, '?');
  await expect(title(page, 'Settings')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press(page, 'Control+k');
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused();
  await press(page, 'Escape');
  await single.focus();
  await press(page, 'Space');
  await expect(single).toBeChecked();
  await press(page, 'g i');
  await expect(title(page, 'Invites')).toBeVisible();
});

test('a key that is held down acts once', async ({ page }) => {
  await press(page, 'g o');
  await expect(title(page, 'Outbox')).toBeVisible();
  await page.keyboard.down('p');
  await page.keyboard.down('p');
  await page.keyboard.down('p');
  await page.keyboard.up('p');
  await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeVisible();
  await expect(sendingBlock(page)).toContainText('Paused');
});

test('Tab reaches every control of every screen, each with a name and a visible focus', async ({ page }) => {
  test.setTimeout(180_000);
  const places: readonly (readonly [hash: string, controls: readonly (string | RegExp)[]])[] = [
    ['#/today', ['Invite vendor', 'Send again', /^Review 4/]],
    ['#/vendors', ['Look up a vendor', 'Filter vendors']],
    ['#/vendors/48213', ['Verify a licence', 'Look up a document']],
    ['#/invites', [/^Invite vendor/, 'Filter invites', 'Tick all rows']],
    ['#/invites/new', ['Vendor e-mail', /^Queue invite/]],
    ['#/invites/templates', ['New template', 'Standard invite', 'Insert', 'Delete']],
    ['#/verifications', ['Check a licence']],
    ['#/verifications?tab=expiry', ['Save for calendar', /^Run out, /]],
    ['#/verifications/new', [/^Licence number/, /^Submit the check/]],
    ['#/documents', ['Fit page', /^Accept/, /^Ask for a new copy/, 'Note']],
    ['#/outbox', ['Export', /^Pause/, 'Correct']],
    ['#/settings', ['Name', 'Show all shortcuts']],
    ['#/settings/connect', ['Server address', 'Access token', /^Connect/]],
  ];
  for (const [hash, controls] of places) {
    await page.goto(`${practice.origin}/${hash}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (hash === '#/documents') await expect(page.getByText('Poor quality')).toBeVisible();
    const { names, nameless, ringless, missed } = await walk(page);
    expect.soft(nameless, `${hash}: controls without a name`).toEqual([]);
    expect.soft(ringless, `${hash}: controls whose focus cannot be seen`).toEqual([]);
    expect.soft(missed, `${hash}: controls that Tab does not reach`).toEqual([]);
    for (const control of controls) {
      expect
        .soft(
          names.some((name) => (typeof control === 'string' ? name === control : control.test(name))),
          `${hash}: ${String(control)} among ${names.join(' | ')}`,
        )
        .toBe(true);
    }
  }
});
