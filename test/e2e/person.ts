import { expect, type Page } from '@playwright/test';

// What a person does on the screens, in the words of the screens.

/** Connects a company's service from Welcome. */
export async function connect(page: Page, baseUrl: string, token: string, vendorId: string): Promise<void> {
  await page.getByLabel('Company name').fill('Harborline Property Group');
  await page.getByLabel('Service address').fill(baseUrl);
  await page.getByLabel('Access token').fill(token);
  await page.getByLabel('A vendor ID to check with').fill(vendorId);
  await page.getByRole('button', { name: /^Connect/ }).click();
  await expectScreen(page, 'Today');
}

/** Waits until a screen is there, by the title that stands over it. */
export async function expectScreen(page: Page, title: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
}

/** Opens a place in the app by its address. */
export async function open(page: Page, hash: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/${hash}`);
}

export async function go(page: Page, screen: string): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: new RegExp(`^${screen}`) })
    .click();
}

/** Queues an invite and waits until the screen says that it is safe. */
export async function invite(page: Page, email: string, firstName: string, company: string): Promise<void> {
  await open(page, '#/invites/new');
  await page.getByLabel('Vendor email').fill(email);
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Company').fill(company);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('row', { name: new RegExp(company) })).toBeVisible();
}

/** What the foot of the sidebar says about sending (not the card “Progress of sending”). */
export function sendingBlock(page: Page) {
  return page.getByRole('region', { name: 'Sending', exact: true });
}
