import { rmSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { measure } from './appearance.ts';
import { fillPractice, openCopy, type Practice } from './practice.ts';

/** What fits in a size fits in both themes, and what can be read in a theme can be read in both sizes. */
const looks = [
  { colorScheme: 'light', viewport: { width: 1024, height: 700 } },
  { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
] as const;

interface Place {
  hash: string;
  name: string;
  /** Pressed once a text is there, to open something on the screen. */
  opening?:
    | { after: string; press: readonly string[] }
    | { after: string; command: string }
    | { after: string; button: string };
  /** A text that is there once what is shown is there. */
  ready: string | RegExp;
  /** Whether the frame with the ways to other screens is left out. */
  bare?: true;
}

const places: readonly Place[] = [
  { hash: '#/today', name: 'Today', ready: 'May already have been sent' },
  {
    hash: '#/today',
    name: 'All shortcuts',
    opening: { after: 'May already have been sent', press: ['?'] },
    ready: 'License verifications',
  },
  {
    hash: '#/today',
    name: 'Commands',
    opening: { after: 'May already have been sent', press: ['Control+k'] },
    ready: 'Go to Verifications',
  },
  { hash: '#/vendors', name: 'Vendors', ready: 'Alder & Pine Landscaping' },
  { hash: '#/vendors/48213', name: 'Vendor', ready: '37.8026, −122.2852' },
  { hash: '#/invites', name: 'Invites', ready: 'Ironwood Pest Control' },
  {
    hash: '#/invites',
    name: 'Refused invite',
    opening: { after: 'Ironwood Pest Control', press: ['j', 'Enter'] },
    ready: 'Correct and resend',
  },
  { hash: '#/invites/new', name: 'Invite form', ready: 'Goes into the email to the vendor.' },
  { hash: '#/invites/templates', name: 'Message templates', ready: 'As it goes out to' },
  { hash: '#/verifications', name: 'Verifications', ready: '1048827' },
  { hash: '#/verifications?tab=expiry', name: 'Expiry', ready: 'Save for calendar' },
  { hash: '#/verifications/import', name: 'Import of licenses', ready: 'Drop a CSV or XLSX file' },
  {
    hash: '#/verifications',
    name: 'License check',
    opening: { after: '1048827', press: ['j', 'j', 'Enter'] },
    ready: 'License found, but 3 details differ',
  },
  { hash: '#/verifications/new', name: 'License form', ready: 'Who holds it' },
  { hash: '#/documents', name: 'Documents', ready: 'Poor quality' },
  { hash: '#/documents?score=Poor&decision=none', name: 'Filtered documents', ready: 'Poor quality' },
  {
    hash: '#/documents?decision=skip',
    name: 'Documents that a filter hides',
    ready: 'Nothing to review matches this filter.',
  },
  { hash: '#/documents/add', name: 'Adding documents', ready: 'Job IDs' },
  { hash: '#/outbox', name: 'Outbox', ready: 'These wait until you decide.' },
  {
    hash: '#/outbox',
    name: 'Unclear item',
    opening: { after: 'These wait until you decide.', press: ['j', 'j', 'Enter'] },
    ready: 'Mark as sent',
  },
  { hash: '#/settings', name: 'Settings', ready: 'Document scores' },
  {
    hash: '#/settings',
    name: 'Diagnostics',
    opening: { after: 'Document scores', command: 'Show diagnostics' },
    ready: 'Latest events',
  },
  {
    hash: '#/settings',
    name: 'About',
    opening: { after: 'Document scores', command: 'About Gangway' },
    ready: 'Open-source licenses of the',
  },
  {
    hash: '#/settings',
    name: 'Change shortcuts',
    opening: { after: 'Document scores', button: 'Change shortcuts' },
    ready: 'Choose a key, then press the one that is to act in its place.',
  },
  {
    hash: '#/vendors?look-up=99999',
    name: 'Look-up from a link',
    ready: 'This ID came with a link.',
  },
  { hash: '#/today?sign-in=open', name: 'Sign in', ready: 'Save token' },
  { hash: '#/settings/connect', name: 'Welcome', ready: 'Connect to your company', bare: true },
];

let filled: string;
let practice: Practice;

test.beforeAll(async ({ browser }) => {
  filled = await fillPractice(browser);
});

test.afterAll(() => {
  rmSync(filled, { recursive: true });
});

test.afterEach(() => practice.stop());

async function giveCommand(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(command);
  await expect(page.getByRole('option', { selected: true })).toContainText(command);
  await page.keyboard.press('Enter');
}

for (const { colorScheme, viewport } of looks) {
  test(`every screen can be read in full, ${colorScheme}, at ${viewport.width} by ${viewport.height}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    practice = await openCopy(page, filled);
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    for (const { hash, name, opening, ready, bare = false } of places) {
      await practice.load(hash);
      if (opening !== undefined) {
        await expect(page.getByText(opening.after).first()).toBeVisible();
        if ('command' in opening) await giveCommand(page, opening.command);
        else if ('button' in opening) await page.getByRole('button', { name: opening.button }).click();
        else for (const key of opening.press) await page.keyboard.press(key);
      }
      await expect(page.getByText(ready).first()).toBeVisible();
      await expect(page.locator('h1')).toBeVisible();
      const seen = await measure(page);
      expect.soft(seen.overflow, `${name}: wider than the window`).toBe(0);
      expect.soft(seen.clipped, `${name}: words cut off`).toEqual([]);
      expect.soft(seen.measured, `${name}: texts measured`).toBeGreaterThan(10);
      expect.soft(seen.faint, `${name}: too little contrast`).toEqual([]);
      expect.soft(seen.headings, `${name}: one first heading`).toHaveLength(1);
      expect
        .soft(seen.landmarks, `${name}: landmarks`)
        .toEqual(bare ? ['main'] : ['main', 'nav', 'header', '[role="search"]']);
    }
    expect(practice.complaints()).toEqual([]);
  });
}
