import { expect, type Page } from '@playwright/test';
import type { Practice } from './practice.ts';

// Every screen of the practice workspace and what can be opened on it.

/** A screen, or something that is open on it. */
export interface Place {
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

/** The screens in turn. What is done on one changes nothing on the next. */
export const places: readonly Place[] = [
  { hash: '#/today', name: 'Today', ready: 'May already have been sent' },
  {
    hash: '#/today',
    name: 'All shortcuts',
    opening: { after: 'May already have been sent', press: ['?'] },
    ready: 'Verifications',
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
    name: 'Verification',
    opening: { after: '1048827', press: ['j', 'j', 'Enter'] },
    ready: 'License found, but 3 details differ',
  },
  { hash: '#/verifications/new', name: 'License form', ready: 'More details' },
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

async function giveCommand(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(command);
  await expect(page.getByRole('option', { selected: true })).toContainText(command);
  await page.keyboard.press('Enter');
}

/** Opens a place in a page that is loaded anew, and waits until it is there. */
export async function openPlace(page: Page, practice: Practice, place: Place): Promise<void> {
  const { hash, opening, ready } = place;
  await practice.load(hash);
  if (opening !== undefined) {
    await expect(page.getByText(opening.after).first()).toBeVisible();
    if ('command' in opening) await giveCommand(page, opening.command);
    else if ('button' in opening) await page.getByRole('button', { name: opening.button }).first().click();
    else for (const key of opening.press) await page.keyboard.press(key);
  }
  await expect(page.getByText(ready).first()).toBeVisible();
  await expect(page.locator('h1')).toBeVisible();
}
