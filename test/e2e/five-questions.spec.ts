import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { hiddenWidth } from './in-page/columns.ts';
import { expectScreen } from './person.ts';
import { openSharedPractice, type Practice } from './practice.ts';

// What people ask of the first screen, each answered in words after two steps at most: a key, a typed text or a press.

/** Where pictures of the answers are wanted, the folder for them. */
const pictures = process.env['GANGWAY_PICTURES'];

let practice: Practice;
let steps: number;

test.beforeEach(async ({ page }) => {
  practice = await openSharedPractice(page);
  await practice.load('#/today');
  await expectScreen(page, 'Today');
  await expect(page.getByText('May have been sent')).toBeVisible();
  steps = 0;
});

test.afterEach(async ({ page }, info) => {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${info.title}.png`) });
  expect(steps).toBeLessThanOrEqual(2);
  expect(practice.complaints()).toEqual([]);
});

async function step(act: () => Promise<void>): Promise<void> {
  steps += 1;
  await act();
}

/** Whether the whole of it can be read without scrolling. */
async function expectInSight(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByText(text).first()).toBeInViewport({ ratio: 1 });
}

const section = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { level: 2, name: title }) });

test('may Ironwood work at Pier 40', { tag: '@nightly' }, async ({ page }) => {
  await step(() => page.keyboard.press('Control+k'));
  await step(() => page.keyboard.type('ironwood pier 40'));
  const answer = page.getByRole('option', { selected: true });
  await expect(answer).toContainText('Ironwood Pest Control');
  await expect(answer).toContainText('Stop');
  const expired = new Date();
  // As the sample data has it.
  expired.setDate(expired.getDate() - 45);
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }).format(expired);
  await expectInSight(page, new RegExp(`At Pier 40 Lofts\\. State license expired ${day}(?:, \\d{4})?\\.`));
  const words = page.getByText(/At Pier 40 Lofts\./);
  expect(await words.evaluate(hiddenWidth)).toBeLessThanOrEqual(0);
});

test('who is stopped and why', { tag: '@nightly' }, async ({ page }) => {
  const stopped = section(page, 'Stopped vendors');
  await step(() => stopped.getByRole('button', { name: /^Show \d+ more$/ }).click());
  await expect(stopped.locator('[data-row]')).toHaveCount(8);
  for (const why of [
    'W-9 quality 41; 70 required.',
    'State license expired',
    'Emergency hours: profile says No; Yes required.',
    'W-9 waiver ended',
  ])
    await expect(stopped.getByText(why).first()).toBeInViewport();
});

test('what ends this month', { tag: '@nightly' }, async ({ page }) => {
  const aside = page.getByRole('complementary', { name: 'Upcoming and recent' });
  await expect(aside.getByRole('heading', { name: 'Licenses expiring in 30 days' })).toBeInViewport();
  await expect(aside.getByText('Kestrel Roofing Co.').first()).toBeInViewport();
  await step(() => aside.getByRole('button', { name: 'All licenses by month' }).click());
  const months = page.getByRole('toolbar', { name: 'List the licenses of a month' }).getByRole('button');
  // Behind those that are past, the first is the month of today.
  await step(() => months.nth(1).click());
  await expect(months.nth(1)).toHaveAttribute('aria-pressed', 'true');
  const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' }).format(new Date());
  await expectInSight(page, `Licenses that expire in ${month}`);
});

test('what did I send today', { tag: '@nightly' }, async ({ page }) => {
  const screens = page.getByRole('navigation', { name: 'Screens' });
  await step(() => screens.getByRole('button', { name: /^Outbox/ }).click());
  await step(() => page.getByRole('button', { name: /^Sent/ }).click());
  const sent = page.getByRole('row', { name: /Sent \d+:\d+ [AP]M/ });
  await expect(sent.nth(5)).toBeInViewport();
  // The newest first, and the result of a license is not told here, so it is not told falsely.
  await expect(page.getByText('Checking', { exact: true })).toHaveCount(0);
});

test('what waits for me', { tag: '@nightly' }, async ({ page }) => {
  for (const [title, count] of [
    ['May have been sent', 3],
    ['Refused by the service', 1],
    ['Stopped vendors', 8],
    ['Expires within 7 days', 1],
    ['Licenses that need you', 3],
  ] as const)
    await expect(section(page, title)).toContainText(new RegExp(`${title}.*${count}`));
  await expectInSight(page, 'Licenses that need you');
  await expect(page.getByRole('heading', { level: 2, name: 'Documents under quality 70' })).toBeInViewport();
});
