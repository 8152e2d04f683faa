import { rmSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { measure } from './appearance.ts';
import { fillPractice, openCopy, type Practice } from './practice.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
];

/** Every screen, with a text that is there once what it shows is there. */
const places: readonly { hash: string; name: string; ready: string | RegExp; bare?: true }[] = [
  { hash: '#/today', name: 'Today', ready: 'May already have been sent' },
  { hash: '#/vendors', name: 'Vendors', ready: 'Alder & Pine Landscaping' },
  { hash: '#/vendors/48213', name: 'Vendor', ready: '37.8026, −122.2852' },
  { hash: '#/invites', name: 'Invites', ready: 'Ironwood Pest Control' },
  { hash: '#/invites/new', name: 'Invite form', ready: 'Goes into the e-mail to the vendor.' },
  { hash: '#/verifications', name: 'Verifications', ready: '1048827' },
  { hash: '#/verifications/new', name: 'Licence form', ready: 'Who holds it' },
  { hash: '#/documents', name: 'Documents', ready: 'Poor quality' },
  { hash: '#/outbox', name: 'Outbox', ready: 'These wait until you decide.' },
  { hash: '#/settings', name: 'Settings', ready: 'Document scores' },
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

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of sizes) {
    test(`every screen can be read in full, ${colorScheme}, at ${viewport.width} by ${viewport.height}`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      practice = await openCopy(page, filled);
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      for (const { hash, name, ready, bare = false } of places) {
        await page.goto(`${practice.origin}/${hash}`);
        await expect(page.getByText(ready).first()).toBeVisible();
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
      await practice.stop();
    });
  }
}
