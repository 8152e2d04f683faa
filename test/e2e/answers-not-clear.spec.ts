import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { connect, go, invite } from './person.ts';
import { startApp, temporaryFolder } from './processes.ts';

const requestId = '5d0c1a52-9d0e-4d1c-8b63-4f5c4c6f2a11';
const pictures = process.env['GANGWAY_PICTURES'];

/** A service whose answers to invites do not say that an email was sent, and whose result says no beside its yes. */
async function startUnclearService(): Promise<{ baseUrl: string; posts: () => number; server: Server }> {
  let posts = 0;
  const server = createServer((request, response) => {
    const answer = (value: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (request.method === 'POST' && request.url === '/vendors') {
      posts += 1;
      answer({ ok: false, message: 'Saved as a draft, no e-mail was sent', reference: `R-${posts}` });
    } else if (request.method === 'POST') answer({ success: true, id: requestId });
    else if (request.url?.startsWith('/api/verification/') === true) {
      answer({
        id: requestId,
        status: 'completed',
        isVerified: 'Y',
        response: { licenseNumber: 'C-1048827', licenseStatus: 'Conditional' },
      });
    } else if (request.url?.startsWith('/vendors/') === true) answer({ id: '48213', companyName: 'Halden' });
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  return { baseUrl: `http://127.0.0.1:${address.port}`, posts: () => posts, server };
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  for (const scheme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1440, 900],
      [1024, 700],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: join(pictures, `${name}-${scheme}-${width}.png`) });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

test(
  'an answer that is not clear is no yes: its words are shown, and a person decides, once for all where they like',
  { tag: '@nightly' },
  async ({ page }) => {
    const folder = temporaryFolder('not-clear');
    const { baseUrl, posts, server } = await startUnclearService();
    const app = await startApp(join(folder, 'app'), ['--welcome']);
    await page.goto(app.url);
    await connect(page, baseUrl, 'some-token', '48213');

    await invite(page, 'tove@halden.example.com', 'Tove', 'Halden Hoists');
    await go(page, 'Invites');
    const row = page.getByRole('row', { name: /Halden Hoists/ });
    await expect(row).toContainText('Answer not clear');
    await go(page, 'Today');
    await expect(page.getByText(/The service said message: “Saved as a draft/)).toBeVisible();
    await picture(page, 'today');
    await go(page, 'Invites');
    await row.click();
    await expect(page.getByText('Saved as a draft, no e-mail was sent').first()).toBeVisible();
    await picture(page, 'invite');
    await page.getByRole('button', { name: 'Treat as not sent' }).click();
    await expect(page.getByText('From now on, answers like this one are treated as not sent.')).toBeVisible();
    await page.getByRole('button', { name: /It was sent/ }).click();
    await expect(row).toContainText('Marked as sent');
    expect(posts()).toBe(1);

    await invite(page, 'ana@kestrel.example.com', 'Ana', 'Kestrel Roofing');
    await go(page, 'Invites');
    await expect(page.getByRole('row', { name: /Kestrel Roofing/ })).toContainText('Refused');
    expect(posts()).toBe(2);

    const enqueued = await page.evaluate(
      `window.gangway.call('verifications.enqueue', { type: 'license', data: { licenseNumber: 'C-1048827', licenseeName: 'Halden Hoists' }, vendorId: '48213', replaces: null })`,
    );
    expect(enqueued).toMatchObject({ ok: true });
    await go(page, 'Verifications');
    const license = page.getByRole('row', { name: /C-1048827/ });
    await expect(license).toContainText('Check by hand');
    await license.click();
    await expect(page.getByText('Conditional').first()).toBeVisible();
    await picture(page, 'verification');
    await page.goto(`${new URL(app.url).origin}/#/settings/response-format`);
    await page.getByText(/Treated as not sent/).scrollIntoViewIfNeeded();
    await picture(page, 'settings');

    await app.stop();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  },
);
