import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from '@playwright/test';

// Takes the pictures of the docs from a new practice workspace, on a fixed day, so that they differ only where a screen
// does, and in the order of what came at the same moment.
// Run it on a built app (npm run build) after screens were changed, and look at what it took:
//   node scripts/docs-pictures.ts

const root = resolve(import.meta.dirname, '..');
const pictures = [
  { file: 'today.png', hash: '#/today', after: 'Documents under quality 70', colorScheme: 'light' },
] as const;

/** A morning on which everything was done a moment ago. */
const moment = Date.parse('2026-06-09T16:41:00Z');
const timeZone = 'America/Los_Angeles';

/** Loaded before the app: its clocks begin at {@link moment}. */
const clock = `data:text/javascript,${encodeURIComponent(`
  const Real = Date;
  const began = Real.now();
  const now = () => ${moment} + Real.now() - began;
  globalThis.Date = class extends Real {
    constructor(...given) { if (given.length === 0) super(now()); else super(...given); }
    static now() { return now(); }
  };
`)}`;

async function waitUntilFilled(page: Page): Promise<void> {
  const screens = page.getByRole('navigation', { name: 'Screens' });
  for (const words of [/^Today.*11/, /^Invites.*4/, /^Verifications.*3/, /^Documents.*4/]) {
    await screens.getByRole('button', { name: words }).waitFor({ timeout: 120_000 });
  }
}

const folder = mkdtempSync(join(tmpdir(), 'gangway-pictures-'));
const app = spawn(
  process.execPath,
  ['--import', clock, 'out/main/browser-host.js', '--practice', '--data-dir', folder, '--port', '0'],
  { cwd: root, env: { ...process.env, TZ: timeZone }, stdio: ['ignore', 'pipe', 'inherit'] },
);
const ended = once(app, 'close');
const began = Date.now();
const system = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
};
const browser = await chromium.launch(existsSync(chromium.executablePath()) ? {} : system);
try {
  const line = await createInterface({ input: app.stdout })[Symbol.asyncIterator]().next();
  const url = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(line.done === true ? '' : line.value)?.[0];
  if (url === undefined) throw new Error('The app told no address.');
  for (const { file, hash, after, colorScheme } of pictures) {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      colorScheme,
      timezoneId: timeZone,
      reducedMotion: 'reduce',
    });
    await page.clock.install({ time: moment + Date.now() - began });
    await page.goto(url);
    await waitUntilFilled(page);
    await page.goto(`${new URL(url).origin}/${hash}`);
    await page.getByText(after).first().waitFor();
    await page.screenshot({ path: join(root, 'docs', 'images', file) });
    await page.close();
  }
} finally {
  await browser.close();
  app.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true });
}
