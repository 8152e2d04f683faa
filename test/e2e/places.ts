import { expect, type Page } from '@playwright/test';
import type { Practice } from './practice.ts';

// Every screen of the practice workspace and what can be opened on it. What is done on one changes nothing on the next.

/** A screen, or something that is open on it. */
export interface Place {
  hash: string;
  name: string;
  /** What opens something on the screen, done once a text is there. */
  opening?: { after: string | RegExp; open: (page: Page) => Promise<void> };
  /** A text that is there once what is shown is there. */
  ready: string | RegExp;
  /** Whether the frame with the ways to other screens is left out. */
  bare?: boolean;
  /** Rules of axe whose findings do not count here. */
  except?: readonly string[];
}

export const press =
  (...keys: string[]) =>
  async (page: Page): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };

/** Presses buttons and choices of menus by their names, one after the other. */
export const click =
  (...names: (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) {
      await page
        .getByRole('button', { name })
        .or(page.getByRole('menuitem', { name }))
        .or(page.getByRole('menuitemradio', { name }))
        .first()
        .click();
    }
  };

export const giveCommand =
  (command: string) =>
  async (page: Page): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(command);
    await expect(page.getByRole('option', { selected: true })).toContainText(command);
    await page.keyboard.press('Enter');
  };

/** Ticks a row by its name. */
export const tick =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.getByRole('checkbox', { name: `Select ${name}` }).check();

export const inTurn =
  (...steps: ((page: Page) => Promise<void>)[]) =>
  async (page: Page): Promise<void> => {
    for (const step of steps) await step(page);
  };

export const today = { hash: '#/today', after: 'May have been sent' };
export const vendors = { hash: '#/vendors', after: 'Alder & Pine Landscaping' };
export const invites = { hash: '#/invites', after: 'Ironwood Pest Control' };
const figures = { hash: '#/vendors/figures', after: 'Documents in order' };
export const documents = { hash: '#/documents', after: 'Poor quality' };
export const outbox = { hash: '#/outbox', after: 'These wait until you decide.' };
export const requirements = { hash: '#/vendors/requirements', after: 'Add a set' };
export const settingsHere = { hash: '#/settings/keyboard', after: 'Change shortcuts' };
export const settings = { hash: '#/settings', after: 'Save name' };

export function opened(
  on: { hash: string; after: string | RegExp },
  name: string,
  open: (page: Page) => Promise<void>,
  ready: string | RegExp,
  except: readonly string[] = [],
): Place {
  return { hash: on.hash, name, opening: { after: on.after, open }, ready, except };
}

/** The screens in turn. */
export const places: readonly Place[] = [
  { hash: '#/today', name: 'Today', ready: 'May have been sent' },
  opened(today, 'Help', press('?'), 'Words and marks'),
  opened(
    today,
    'All shortcuts',
    async (page) => {
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Today' })).toBeVisible();
      await page.keyboard.press('?');
    },
    'Unclear invite',
  ),
  opened(today, 'Commands', press('Control+k'), 'Go to Verifications'),
  opened(today, 'Workspaces menu', click(/change workspace/), 'Connect another company'),
  opened(today, 'Send again dialog', click(/^Send again/), 'Send this invite again?'),
  opened(today, 'Cancel dialog', click(/^Cancel/), 'It stays in the record as canceled.'),
  { hash: '#/vendors', name: 'Vendors', ready: 'Alder & Pine Landscaping' },
  opened(vendors, 'Columns menu', click('Columns'), 'Show default columns'),
  // The button "Dismiss" that React Aria adds for screen readers stands beside the dialog.
  opened(vendors, 'Filter pop-over', click('Filter'), 'Add filter', ['region']),
  opened(
    vendors,
    'Combo box in a pop-over',
    inTurn(click('Filter'), (page) => page.getByRole('button', { name: /Column$/ }).click()),
    'Service says',
  ),
  opened(vendors, 'Save view dialog', click('Views', /^Save this view/), 'Save view'),
  opened(vendors, 'More for vendors', click('More for vendors'), 'Export'),
  opened(vendors, 'Selected vendors', tick('Alder & Pine Landscaping'), /^1 .*selected/),
  { hash: '#/vendors?search=nobody+at+all', name: 'Vendors that a filter hides', ready: 'Clear' },
  { hash: '#/vendors/48213', name: 'Vendor', ready: '37.8026, −122.2852' },
  { hash: '#/vendors/@dale@ironwood.invalid', name: 'Vendor without an ID', ready: 'Dale Hutchins' },
  { hash: '#/vendors/gate', name: 'Gate sheet without a site', ready: 'Choose a job site' },
  { hash: '#/vendors/gate?site=Pier+40+Lofts', name: 'Gate sheet', ready: 'Oldest profile fetched' },
  { hash: '#/vendors/letter/48213', name: 'Letter', ready: 'Open in mail program' },
  { hash: '#/vendors/letters/missing/es', name: 'Letter templates', ready: 'Save template' },
  { hash: '#/vendors/week', name: 'Week', ready: 'Cleared to work' },
  { hash: '#/vendors/look-up', name: 'Look-up of many', ready: 'IDs' },
  { hash: '#/invites', name: 'Invites', ready: 'Ironwood Pest Control' },
  opened(invites, 'Refused invite', press('j', 'Enter'), 'Correct and resend'),
  opened(invites, 'Selected invites', tick('Dale Hutchins'), /^1 .*selected/),
  { hash: '#/invites/new', name: 'Invite form', ready: 'Goes into the email to the vendor.' },
  opened(
    { hash: '#/invites/new', after: 'Goes into the email to the vendor.' },
    'Invite form with problems',
    press('Control+Enter'),
    'Enter',
  ),
  opened(
    { hash: '#/invites/new', after: 'Goes into the email to the vendor.' },
    'Template menu',
    click(/template/i),
    'Standard invite',
  ),
  { hash: '#/invites/templates', name: 'Message templates', ready: 'Preview for' },
  opened(
    { hash: '#/invites/templates', after: 'Preview for' },
    'Placeholder menu',
    click('Insert'),
    'First name',
  ),
  {
    hash: '#/vendors?status=blocked&news=blocked',
    name: 'Vendors that became stopped this week',
    ready: 'No vendor matches this filter.',
  },
  { hash: figures.hash, name: 'Figures', ready: figures.after },
  opened(figures, 'Figures as tables', press('t'), 'Days for 90% of the vendors'),
  opened(
    { hash: '#/vendors/48213', after: 'Safety briefing' },
    'Waive dialog',
    click('More for W-9', 'Waive temporarily'),
    'Valid through',
  ),
  { hash: '#/verifications', name: 'Verifications', ready: '1048827' },
  { hash: '#/verifications?tab=expiry', name: 'Expiry', ready: 'Save for calendar' },
  { hash: '#/verifications/import', name: 'Import of licenses', ready: 'Drop a spreadsheet or a CSV file' },
  opened(
    { hash: '#/verifications', after: '1048827' },
    'Verification',
    press('j', 'j', 'Enter'),
    'License found, but 3 details differ',
  ),
  { hash: '#/verifications/new', name: 'License form', ready: 'More details' },
  opened(
    { hash: '#/verifications/new', after: 'More details' },
    'Combo box in a form',
    (page) =>
      page
        .getByRole('button', { name: /^Show suggestions/ })
        .first()
        .click(),
    'license',
    // Around an open list of suggestions React Aria hides everything from screen readers. Nothing of it can have the focus
    // then: Tab closes the list first.
    ['aria-hidden-focus', 'page-has-heading-one', 'region'],
  ),
  opened(
    { hash: '#/verifications/new', after: 'More details' },
    'License from a document',
    click('Fill in from a document'),
    'It is not sent and not kept.',
  ),
  { hash: '#/documents', name: 'Documents', ready: 'Poor quality' },
  opened(documents, 'More for documents', click('More for documents'), 'Check all now'),
  opened(documents, 'Order menu', click(/^Order: /), /first/),
  { hash: '#/documents?score=Poor&decision=none', name: 'Filtered documents', ready: 'Poor quality' },
  {
    hash: '#/documents?decision=skip',
    name: 'Documents that a filter hides',
    ready: 'Nothing to review matches this filter.',
  },
  { hash: '#/documents/add', name: 'Adding documents', ready: 'Job IDs' },
  { hash: '#/documents/file', name: 'Filing documents', ready: 'No documents to file.' },
  { hash: '#/documents/own', name: 'Trying one’s own document', ready: 'Its first page is read.' },
  { hash: '#/outbox', name: 'Outbox', ready: 'These wait until you decide.' },
  opened(outbox, 'Unclear item', press('j', 'j', 'Enter'), 'Mark as sent'),
  opened(outbox, 'Export menu', click('Export'), 'As CSV'),
  { hash: '#/settings', name: 'Settings', ready: 'Save name' },
  { hash: '#/settings/about', name: 'Settings of this computer', ready: 'Change shortcuts' },
  { hash: '#/settings/status-words', name: 'Advanced settings', ready: 'Built-in words' },
  { hash: '#/vendors/requirements', name: 'Requirements', ready: 'Add a set' },
  opened(settings, 'Diagnostics', giveCommand('Show diagnostics'), 'Latest events'),
  opened(settings, 'About', giveCommand('About Gangway'), 'Open-source licenses of the'),
  opened(
    settingsHere,
    'Change shortcuts',
    click('Change shortcuts'),
    'Choose a shortcut, then press its new key.',
  ),
  { hash: '#/vendors?look-up=99999', name: 'Look-up from a link', ready: 'This ID came with a link.' },
  { hash: '#/today?sign-in=open', name: 'Sign in', ready: 'Save token' },
  { hash: '#/settings/connect', name: 'Welcome', ready: 'Connect to your company', bare: true },
];

/** Opens a place in a page that is loaded anew, and waits until it is there. */
export async function openPlace(page: Page, practice: Practice, place: Place): Promise<void> {
  const { hash, opening, ready } = place;
  await practice.load(hash);
  if (opening !== undefined) {
    await expect(page.getByText(opening.after).first()).toBeVisible();
    await opening.open(page);
  }
  await expect(page.getByText(ready).first()).toBeVisible();
  await expect(page.locator('h1')).toBeVisible();
}
