import { expect, type Page } from '@playwright/test';
import type { AppStart, KeychainStatus, OpenWorkspace, TokenUnavailableReason } from '#shared/ipc/app.ts';
import {
  click,
  documents,
  inTurn,
  invites,
  opened,
  outbox,
  press,
  requirements,
  settings,
  tick,
  today,
  vendors,
  type Place,
} from './places.ts';
import type { ToldStart } from './told-start.ts';

// What opens over the screens of the practice workspace, and what a start shows on few computers only.

/** A place, and what the host is to say at its start. */
export interface OpenPlace extends Place {
  told?: ToldStart;
}

const verifications = { hash: '#/verifications', after: '1048827' };
const imports = { hash: '#/invites/import', after: 'Drop a spreadsheet or a CSV file' };
const welcome = { hash: '#/settings/connect', after: 'Connect to your company' };

/** The help of a screen, by its key. */
const help = (on: { hash: string; after: string | RegExp }, title: string): Place =>
  opened(
    on,
    `Help: ${title}`,
    async (page) => {
      // Welcome begins in a field, where a question mark is typed.
      await page.locator('h1').first().focus();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    },
    'What to do when…',
  );

/** A page of the help that belongs to no screen. */
const topic = (title: string, ready: string | RegExp): Place =>
  opened(
    today,
    `Help: ${title}`,
    async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').getByRole('button', { name: title, exact: true }).click();
    },
    ready,
  );

/** Moves the focus to a button as a key does, which shows its tooltip at once. */
const focusByKey = (name: string) => async (page: Page) => {
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name, exact: true }).focus();
};

const start =
  (change: (start: AppStart) => Partial<AppStart>): ToldStart =>
  (told) => ({ ok: true, value: { ...told, ...change(told) } });

/** A company's workspace whose token is not at hand. */
const withoutToken = (
  workspace: OpenWorkspace | null,
  away: TokenUnavailableReason | null,
): OpenWorkspace | null =>
  workspace === null
    ? null
    : { ...workspace, practice: false, token: { ...workspace.token, kept: 'none', away } };

const keychains: KeychainStatus[] = [
  { kind: 'trying', name: 'GNOME Keyring' },
  { kind: 'locked', name: 'GNOME Keyring', detail: 'Cannot prompt.' },
  { kind: 'denied', name: 'the keychain of macOS', detail: 'User canceled the operation.' },
  { kind: 'no_answer', name: 'KWallet' },
];

const startErrors = [
  ['storage', 'The folder cannot be written: there is no room left.', 'Gangway cannot use its folder.'],
  ['newer_version', 'Update Gangway to open it. Nothing was changed.', 'This data is from a newer Gangway.'],
  ['in_use', 'Another Gangway uses it. Close that one first.', 'Gangway’s data is in use.'],
] as const;

export const openPlaces: readonly OpenPlace[] = [
  help(vendors, 'Vendors'),
  help(invites, 'Invites'),
  help(verifications, 'Verifications'),
  help(documents, 'Documents'),
  help(outbox, 'Outbox'),
  help(settings, 'Settings'),
  help(imports, 'Importing a list'),
  help(welcome, 'Connecting and signing in'),
  topic('Words and marks', /^Not recognized/),
  topic('What’s new', 'Version 1.0.0'),
  opened(
    today,
    'Help in which nothing is found',
    async (page) => {
      await page.keyboard.press('?');
      await page.getByLabel('Search help').fill('zzzz');
    },
    'No help page has these words.',
  ),
  {
    hash: '#/today',
    name: 'After an update',
    told: start(() => ({ updatedFrom: '0.9.0' })),
    ready: 'Gangway was updated to version',
  },
  opened(vendors, 'Views menu', click('Views'), 'Save this view'),
  opened(vendors, 'Refresh dialog', click('More for vendors', /^Refresh outdated/), 'fetched again'),
  opened(vendors, 'Look-up dialog', click('Look up a vendor'), 'kept on this computer.'),
  opened(
    vendors,
    'Email dialog',
    inTurn(tick('Alder & Pine Landscaping'), click('Email')),
    'A draft opens in your mail program.',
  ),
  opened(invites, 'More for invites', click('More for invites'), 'Queued in the last 7 days'),
  opened(invites, 'Columns menu of invites', click('Columns'), 'Show default columns'),
  opened(invites, 'Remind dialog', inTurn(tick('Milo Arden'), click(/^Remind/)), 'Remind 1 vendor?'),
  opened(
    invites,
    'Cancel dialog of a ticked one',
    inTurn(tick('Dale Hutchins'), click('Cancel 1')),
    'It is not sent.',
  ),
  opened(verifications, 'Export menu of verifications', click('Export'), 'Export as CSV'),
  opened(verifications, 'Views menu of verifications', click('Views'), 'Save this view'),
  opened(documents, 'Views menu of documents', click('Views'), 'Save this view'),
  opened(
    documents,
    'Filter of documents',
    click('Filter by status, score, age or decision'),
    'Any decision',
    ['region'],
  ),
  opened(
    { hash: '#/vendors/48213', after: '37.8026, −122.2852' },
    'Check a document dialog',
    click('More for this vendor', 'Check a document'),
    'Nothing is sent or kept.',
  ),
  opened(documents, 'Second look', click('Check on this computer'), /fields? read|No details of a license/),
  opened(
    documents,
    'Accept the good ones',
    inTurn(tick('Meridian Glass & Door, W-9'), click('Accept the good ones')),
    /together|Accept 1 document/,
  ),
  opened(
    documents,
    'Assign vendor dialog',
    inTurn(tick('Meridian Glass & Door, W-9'), click('Assign vendor')),
    'Whose document is it?',
  ),
  opened(outbox, 'Refused item', press('j', 'Enter'), 'Correct and resend'),
  opened(
    { hash: '#/outbox?show=in_doubt', after: 'Only items that may have been sent.' },
    'Review all that may have been sent',
    click('Send all again'),
    /may already have|second email/,
  ),
  opened(
    requirements,
    'New requirement set',
    inTurn(
      click('Add a set'),
      click('Add a requirement: Profile'),
      click('Add a requirement: License'),
      click('Add a requirement: Document'),
      click('Add a requirement: Confirmation'),
    ),
    'Require an expiration date',
  ),
  opened(settings, 'Clear the pictures dialog', click('Clear'), 'Clear the pictures?'),
  { ...opened(welcome, 'Appearance menu', click('Appearance'), 'Match system'), bare: true },
  // React Aria draws a tooltip outside of the landmarks; it describes the button in the header.
  opened(today, 'Tooltip', focusByKey('Help'), /^Help · /, ['region']),
  ...keychains.map((keychain): OpenPlace => ({
    hash: '#/settings',
    name: `Settings, keychain ${keychain.kind}`,
    told: start(({ workspace }) => ({ keychain, workspace: withoutToken(workspace, null) })),
    ready: 'No token on this computer.',
  })),
  ...startErrors.map(([code, message, title]): OpenPlace => ({
    hash: '#/today',
    name: `Start failed: ${code}`,
    told: () => ({ ok: false, error: { code, message } }),
    ready: title,
    bare: true,
  })),
  {
    hash: '#/today',
    name: 'The workspace could not be opened',
    told: start(() => ({
      workspace: null,
      problem: { code: 'damaged', message: 'The data of this workspace is damaged and no copy can be read.' },
    })),
    ready: 'no copy can be read',
    bare: true,
  },
  ...[false, true].map((reading): OpenPlace => ({
    hash: '#/today',
    name: `Opening a workspace${reading ? ' that is read first' : ''}`,
    told: start(() => ({ workspace: null, opening: { name: 'Harborline Property Group', reading } })),
    ready: reading ? 'checks and repairs it first' : 'This takes a moment.',
    bare: true,
  })),
  {
    hash: '#/settings',
    name: 'Settings, the token was removed from the keychain',
    told: start(({ workspace }) => ({
      keychain: { kind: 'works', name: 'GNOME Keyring' },
      workspace: withoutToken(workspace, 'removed'),
    })),
    ready: 'The token is no longer in the keychain.',
  },
  {
    hash: '#/settings?sign-in=open',
    name: 'Token field with a locked keychain',
    told: start(({ workspace }) => ({
      keychain: { kind: 'locked', name: 'GNOME Keyring', detail: 'Cannot prompt.' },
      workspace: withoutToken(workspace, 'locked'),
    })),
    ready: 'Saving asks you to unlock it',
  },
];
