import { expect, test, type Page } from '@playwright/test';
import { expectVisibleFocus, walk } from './focus.ts';
import { expectScreen, sendingBlock } from './person.ts';
import { openPractice, type OwnPractice } from './practice.ts';
import { recordMessages } from './token-traces.ts';

// No test here touches the mouse: everything is done with keys, as by somebody who has none.

let practice: OwnPractice;
let messages: () => string[];

test.beforeEach(async ({ page }) => {
  messages = recordMessages(page);
  practice = await openPractice(page);
});

test.afterEach(async () => {
  const complaints = practice.complaints();
  await practice.stop();
  expect(complaints).toEqual([]);
});

/** Keys one after the other. */
async function press(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(' ')) await page.keyboard.press(key);
}

/** G and a letter, as fast as two fingers are: the product takes them for one only for a moment. */
async function pressG(page: Page, letter: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)]);
}

/** Goes to the part of the settings about keys. */
async function goToKeyboardSettings(page: Page): Promise<void> {
  await press(page, 'Control+,');
  await page.getByRole('button', { name: 'Keyboard', exact: true }).focus();
  await press(page, 'Enter');
}

/** Goes to a screen with a list, and waits until the list has its rows. */
async function goToList(page: Page, letter: string, list: string): Promise<void> {
  await pressG(page, letter);
  await expect(
    page.getByRole('grid', { name: list, exact: true }).locator('[data-row]').first(),
  ).toBeVisible();
}

/** Goes to the documents, and waits until the first can be judged. */
async function goToDocuments(page: Page): Promise<void> {
  await goToList(page, 'd', 'Documents');
  await expect(openRow(page)).toContainText('Brightwater');
  await expect(page.getByText('Poor quality')).toBeVisible();
  await expectToBeJudged(page);
}

async function expectToBeJudged(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeEnabled();
}

const openRow = (page: Page) => page.locator('[data-row][aria-selected="true"]');
const focusedRow = (page: Page) => page.locator('[data-row]:focus');

test(
  'G and a letter lead to every screen, Ctrl and comma to Settings',
  { tag: '@nightly' },
  async ({ page }) => {
    for (const [letter, name] of [
      ['v', 'Vendors'],
      ['i', 'Invites'],
      ['l', 'Verifications'],
      ['o', 'Outbox'],
      ['t', 'Today'],
    ] as const) {
      await pressG(page, letter);
      await expectScreen(page, name);
    }
    await press(page, 'Control+,');
    await expectScreen(page, 'Settings');
    await pressG(page, 'd');
    await expect(page.getByRole('grid', { name: 'Documents', exact: true })).toBeVisible();
  },
);

test(
  'a question mark shows the help of the screen, and all shortcuts when it is pressed again; Esc closes them',
  { tag: '@nightly' },
  async ({ page }) => {
    await press(page, '?');
    await expect(page.getByRole('dialog', { name: 'Today' })).toContainText('Today shows what needs you');
    await press(page, '?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet).toContainText('Verifications');
    await press(page, 'Escape');
    await expect(sheet).toHaveCount(0);
  },
);

test('Ctrl K finds, the arrows choose and Enter opens', { tag: '@nightly' }, async ({ page }) => {
  await press(page, 'Control+k');
  await expectVisibleFocus(page);
  await page.keyboard.type('Kestrel');
  const hits = page.getByRole('option');
  // Before anything was found, commands stand there.
  await expect(page.getByRole('group', { name: 'On this computer' })).toBeVisible();
  await expect(hits.nth(1)).toContainText('Kestrel');
  await press(page, 'ArrowDown');
  await expect(hits.nth(1)).toHaveAttribute('aria-selected', 'true');
  await press(page, 'Enter');
  await expect(hits).toHaveCount(0);
  await expect(page).not.toHaveURL(/#\/today/);
  await expect(page.getByRole('heading', { name: /Kestrel Roofing/ })).toBeVisible();
});

test(
  'Ctrl K runs commands too, shows what cannot be done now, and has the last ones first',
  { tag: '@nightly' },
  async ({ page }) => {
    const chosen = page.getByRole('option', { selected: true });
    await press(page, 'Control+k');
    await expect(page.getByRole('group', { name: 'Commands', exact: true })).toContainText('Invite vendor');
    await page.keyboard.type('sync now');
    await expect(page.getByRole('option', { name: 'Sync now' })).toContainText(
      'Nothing is waiting to be sent.',
    );
    await press(page, 'Enter');
    await expect(page.getByRole('option', { name: 'Sync now' })).toBeVisible();
    await press(page, 'Escape');
    await page.keyboard.type('pause');
    await expect(chosen).toContainText('Pause sending');
    await press(page, 'Enter');
    await expect(sendingBlock(page)).toContainText('Paused');
    await press(page, 'Control+k');
    await expect(page.getByRole('option').first()).toContainText('Resume sending');
    await expect(chosen).toContainText('Resume sending');
    await press(page, 'Enter');
    await expect(sendingBlock(page)).toContainText('Online');
    await press(page, 'Control+k');
    await page.keyboard.type('status words');
    await expect(chosen).toContainText('Status words');
    await press(page, 'Enter');
    await expect(page.getByRole('heading', { level: 3, name: 'Status words' })).toBeFocused();
  },
);

test(
  'an unclear invite is found, opened, closed and marked as sent',
  { tag: '@nightly' },
  async ({ page }) => {
    await goToList(page, 'i', 'Invites');
    await press(page, '/');
    await expect(page.getByLabel('Filter invites')).toBeFocused();
    await page.keyboard.type('Kestrel');
    await expect(page.locator('[data-row]')).toHaveCount(1);
    await press(page, 'Shift+Tab j');
    await expect(focusedRow(page)).toContainText('Kestrel Roofing Co.');
    await expectVisibleFocus(page);
    await press(page, 'Enter');
    const panel = page.getByRole('complementary').filter({ hasText: 'Kestrel Roofing Co.' });
    await expect(panel).toContainText('The vendor may already have the email.');
    await press(page, 'Escape');
    await expect(panel).toHaveCount(0);
    await expect(focusedRow(page)).toContainText('Kestrel Roofing Co.');
    await expectVisibleFocus(page);
    await press(page, 'Enter');
    await expect(panel).toBeVisible();
    await press(page, '2');
    await expect(panel).toContainText('Marked as sent');
    await expect(sendingBlock(page)).toContainText('3 need you');
  },
);

test(
  'J and K move through the invites, X ticks, and Tab passes the list in a few presses',
  { tag: '@nightly' },
  async ({ page }) => {
    await goToList(page, 'i', 'Invites');
    await press(page, 'j');
    await expect(focusedRow(page)).toHaveAttribute('aria-rowindex', '2');
    await press(page, 'j j');
    await expect(focusedRow(page)).toHaveAttribute('aria-rowindex', '4');
    await press(page, 'k');
    await expect(focusedRow(page)).toHaveAttribute('aria-rowindex', '3');
    await expectVisibleFocus(page);
    await press(page, 'x');
    await expect(page.getByText('1 selected', { exact: true })).toBeVisible();
    await press(page, 'Tab Tab');
    await expect(page.locator('[data-row] :focus, [data-row]:focus')).toHaveCount(0);
  },
);

test('an invite is written and queued', { tag: '@nightly' }, async ({ page }) => {
  await goToList(page, 'i', 'Invites');
  await press(page, 'i');
  await expect(page.getByLabel('Vendor email')).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.type('mara@lantern.example.com');
  await press(page, 'Tab Tab');
  await expect(page.getByLabel('First name')).toBeFocused();
  // Letters that would be keys elsewhere: I, J, K, G and V make text here.
  await page.keyboard.type('Gijvka');
  await expect(page.getByLabel('First name')).toHaveValue('Gijvka');
  await expectScreen(page, 'Invite a vendor');
  await press(page, 'Control+Enter');
  await expect(page.getByRole('row', { name: /Gijvka/ })).toContainText('Invited');
});

test(
  'a verification is opened, checked now, accepted and taken back',
  { tag: '@nightly' },
  async ({ page }) => {
    await goToList(page, 'l', 'Verifications');
    await press(page, 'j j');
    await expect(focusedRow(page)).toContainText('1048827');
    await press(page, 'Enter');
    await expect(page.getByText('License found, but 3 details differ')).toBeVisible();
    const done = page.getByText(/\d+ checks? done/);
    await expect(done).toBeVisible();
    const before = Number.parseInt((await done.textContent()) ?? '', 10);
    await press(page, 'c');
    await expect
      .poll(async () => Number.parseInt((await done.textContent()) ?? '', 10))
      .toBeGreaterThan(before);
    const open = page.url();
    await press(page, 'a');
    await expect(page).not.toHaveURL(open);
    await page.goBack();
    const decision = page.getByText(/^Accepted by you, /);
    await expect(decision).toBeVisible();
    await press(page, 'Control+z');
    await expect(decision).toHaveCount(0);
    await press(page, 'n');
    await expect(page.getByLabel('Note')).toBeFocused();
    await expectVisibleFocus(page);
  },
);

test(
  'documents are gone through, judged, noted, revealed and taken back',
  { tag: '@nightly' },
  async ({ page }) => {
    const queue = page.getByRole('grid', { name: 'Documents', exact: true });
    await goToDocuments(page);

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
    await expectScreen(page, 'Brightwater Plumbing & Drain LLC, W-9');
    await expectToBeJudged(page);

    await press(page, 'n');
    await expect(page.getByLabel('Note')).toBeFocused();
    await page.keyboard.type('ask Rosa again');
    await expect(page.getByLabel('Note')).toHaveValue('ask Rosa again');
    await press(page, 'Escape');
    await expect(page.getByLabel('Note')).not.toBeFocused();
    await press(page, 's');
    await expect(openRow(page)).toContainText('Stonebridge Masonry');
    await expectScreen(page, /Stonebridge/);
    await expectToBeJudged(page);
    await press(page, 'a');
    await expect(page.getByText('Accepted: Stonebridge Masonry, W-9')).toBeVisible();
    await expect(openRow(page)).toContainText('Kestrel Roofing Co.');
    await press(page, 'Control+z');
    await expect(openRow(page)).toContainText('Stonebridge Masonry');
    await expect(queue).toContainText('Stonebridge Masonry');
  },
);

test(
  'R opens a draft that asks for a new copy, and the next document comes up',
  { tag: '@nightly' },
  async ({ page }) => {
    await goToDocuments(page);
    await press(page, 'r');
    await expect(page.getByText(/^Draft opened: Brightwater/)).toBeVisible();
    await expect(openRow(page)).toContainText('Stonebridge Masonry');
  },
);

test(
  'the outbox is paused, resumed and tried, and Work offline is switched',
  { tag: '@nightly' },
  async ({ page }) => {
    await goToList(page, 'o', 'Outbox');
    await press(page, 'p');
    await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeVisible();
    await expect(sendingBlock(page)).toContainText('Paused');
    await press(page, 'p');
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await expect(sendingBlock(page)).toContainText('Online');

    await press(page, 'Control+Shift+O');
    await expect(sendingBlock(page)).toContainText('Working offline');
    await goToList(page, 'i', 'Invites');
    await press(page, 'i');
    await expect(page.getByLabel('Vendor email')).toBeFocused();
    await page.keyboard.type('ada@pinecrest.example.com');
    await press(page, 'Control+Enter');
    await expect(sendingBlock(page)).toContainText('1 waiting');
    await goToList(page, 'o', 'Outbox');
    const invited = page.locator('[data-row]', { hasText: 'ada@pinecrest' });
    await expect(invited).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try the network' })).toBeVisible();
    await press(page, 'Control+Shift+O');
    await expect(sendingBlock(page)).toContainText('Online · 4 need you');
    // What was sent leaves the list a moment later.
    await expect(invited).toHaveCount(0);

    await press(page, 'j');
    await expectVisibleFocus(page);
    await press(page, 'Enter');
    await expect(page.getByRole('complementary')).toContainText('What happened');
    await press(page, 'Escape');
    await expect(page.getByRole('complementary')).toHaveCount(0);
    await expect(focusedRow(page)).toHaveCount(1);
  },
);

test(
  'Shift S asks for what waits to be sent now, and only where something waits',
  { tag: '@nightly' },
  async ({ page }) => {
    const asked = () => messages().filter((text) => text.includes('outbox.syncNow')).length;
    await goToList(page, 'o', 'Outbox');
    await expect(page.getByRole('button', { name: 'Sync now' })).toBeDisabled();
    await press(page, 'Shift+S p');
    await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeVisible();
    expect(asked()).toBe(0);
    await goToList(page, 'i', 'Invites');
    await press(page, 'i');
    await expect(page.getByLabel('Vendor email')).toBeFocused();
    await page.keyboard.type('jon@harrow.example.com');
    await press(page, 'Control+Enter');
    await expect(sendingBlock(page)).toContainText('Paused · 1 waiting');
    await pressG(page, 'o');
    await expect(page.getByRole('button', { name: 'Sync now' })).toBeEnabled();
    await press(page, 'Shift+S');
    await expect.poll(asked).toBe(1);
  },
);

test('single keys can be turned off; keys with Ctrl and Esc go on', { tag: '@nightly' }, async ({ page }) => {
  await goToKeyboardSettings(page);
  const single = page.getByRole('switch', { name: /^Single keys act as shortcuts/ });
  await single.focus();
  await press(page, 'Space');
  await expect(single).not.toBeChecked();
  await pressG(page, 'i');
  await press(page, '?');
  await expectScreen(page, 'Settings');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press(page, 'Control+k');
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused();
  await press(page, 'Escape');
  await single.focus();
  await press(page, 'Space');
  await expect(single).toBeChecked();
  await pressG(page, 'i');
  await expectScreen(page, 'Invites');
});

test(
  'a shortcut is given another key, which is shown and acts also after the app was loaded again',
  { tag: '@nightly' },
  async ({ page }) => {
    await goToKeyboardSettings(page);
    await page.getByRole('button', { name: 'Change shortcuts' }).focus();
    await press(page, 'Enter');
    const invite = page.getByRole('button', { name: /^Invite vendor: (?!back)/ });
    await invite.focus();
    await press(page, 'Enter j');
    await expect(page.getByRole('alert')).toContainText('J is “Next” (Lists, Today, Import).');
    await expectVisibleFocus(page);
    await press(page, 'y');
    await expect(invite).toHaveAccessibleName('Invite vendor: Y. Change');
    await press(page, 'Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.reload();
    await expectScreen(page, 'Settings');
    await goToList(page, 'i', 'Invites');
    await expect(page.getByRole('button', { name: 'Invite vendor' })).toContainText('Y');
    await press(page, 'i');
    await expectScreen(page, 'Invites');
    await press(page, 'y');
    await expect(page.getByLabel('Vendor email')).toBeFocused();
  },
);

test('a key that is held down acts once', { tag: '@nightly' }, async ({ page }) => {
  await goToList(page, 'o', 'Outbox');
  await page.keyboard.down('p');
  await page.keyboard.down('p');
  await page.keyboard.down('p');
  await page.keyboard.up('p');
  await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeVisible();
  await expect(sendingBlock(page)).toContainText('Paused');
});

/** A screen to be walked through. */
interface Walked {
  hash: string;
  /** A text that is there once what is shown is there. */
  ready?: string;
  /** The field in which the screen begins, once it is there. */
  begins?: string;
  /** Some of what Tab has to come by. */
  controls: readonly (string | RegExp)[];
}

test(
  'Tab reaches every control of every screen, each with a name and a visible focus',
  { tag: '@nightly' },
  async ({ page }) => {
    const places: readonly Walked[] = [
      {
        hash: '#/today',
        ready: 'May have been sent',
        controls: ['Invite vendor', 'Send again', /^Review 4/],
      },
      {
        hash: '#/vendors',
        ready: 'Alder & Pine Landscaping',
        controls: ['Look up a vendor', 'Filter vendors'],
      },
      {
        hash: '#/vendors/48213',
        ready: '37.8026, −122.2852',
        controls: ['More for this vendor', 'Refresh'],
      },
      {
        hash: '#/invites',
        ready: 'Ironwood Pest Control',
        controls: [/^Invite vendor/, 'Filter invites', 'Select all rows'],
      },
      { hash: '#/invites/new', begins: 'Vendor email', controls: ['Vendor email', /^Send invite/] },
      {
        hash: '#/invites/templates',
        ready: 'Preview for',
        controls: ['New template', 'Standard invite', 'Insert', 'Delete'],
      },
      { hash: '#/verifications', ready: '1048827', controls: ['Verify a license'] },
      {
        hash: '#/verifications?tab=expiry',
        ready: 'Save for calendar',
        controls: ['Save for calendar', /^\d+ licenses?, Expired$/],
      },
      {
        hash: '#/verifications/new',
        begins: 'License number',
        controls: [/^License number/, /^Submit for verification/],
      },
      {
        hash: '#/documents',
        ready: 'Poor quality',
        controls: ['Fit page', /^Accept/, /^Ask for a new copy/, 'Note'],
      },
      { hash: '#/outbox', ready: 'These wait until you decide.', controls: ['Export', /^Pause/, 'Correct'] },
      { hash: '#/settings', ready: 'Save name', controls: ['Name', 'Message templates'] },
      { hash: '#/settings/keyboard', controls: ['Show all shortcuts'] },
      {
        hash: '#/settings/connect',
        ready: 'Connect to your company',
        controls: ['Company name', 'Service address', 'Access token', /^Connect/],
      },
    ];
    for (const { hash, ready, begins, controls } of places) {
      await page.goto(`${practice.origin}/${hash}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (ready !== undefined) await expect(page.getByText(ready).first()).toBeVisible();
      if (begins !== undefined) await expect(page.getByRole('textbox', { name: begins })).toBeFocused();
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
  },
);
