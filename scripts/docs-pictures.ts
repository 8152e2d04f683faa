import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from '@playwright/test';
import { systemChromium } from './bootstrap/system-chromium.ts';

// Takes the pictures of the docs from a new practice workspace, on a fixed day, so that they differ only where a screen
// does, and in the order of what came at the same moment.
// Run it after screens were changed, and look at what it took:
//   npm run pictures

const root = resolve(import.meta.dirname, '..');
/** A picture: a place, what is pressed once a text is there, and the text that is there when it can be taken. */
const pictures = [
  { file: 'today.png', hash: '#/today', before: '', press: [], after: 'Documents under quality 70' },
  { file: 'documents.png', hash: '#/documents', before: '', press: [], after: 'Poor quality' },
  // Last: keys show where the focus is from then on.
  {
    file: 'may-have-been-sent.png',
    hash: '#/outbox',
    before: 'These wait until you decide.',
    press: ['j', 'j', 'Enter'],
    after: 'The vendor may already have the email.',
  },
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
  for (const words of [/^Today.*20/, /^Vendors.*8/, /^Invites.*4/, /^Verifications.*3/, /^Documents.*4/]) {
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
const executablePath = systemChromium();
const system = executablePath === undefined ? {} : { executablePath, args: ['--no-sandbox'] };
const browser = await chromium.launch(existsSync(chromium.executablePath()) ? {} : system);
try {
  const line = await createInterface({ input: app.stdout })[Symbol.asyncIterator]().next();
  const url = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(line.done === true ? '' : line.value)?.[0];
  if (url === undefined) throw new Error('The app told no address.');
  // One page for all: an address works once.
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    timezoneId: timeZone,
    reducedMotion: 'reduce',
  });
  await page.clock.install({ time: moment + Date.now() - began });
  await page.goto(url);
  await waitUntilFilled(page);
  for (const { file, hash, before, press, after } of pictures) {
    await page.goto(`${new URL(url).origin}/${hash}`);
    await page.getByText(before).first().waitFor();
    for (const key of press) await page.keyboard.press(key);
    await page.getByText(after).first().waitFor();
    // The page of a document is drawn in a turn of its own.
    if (file === 'documents.png') {
      await page.locator('[data-shown] img, [data-shown] canvas').first().waitFor();
      await page.getByText(/^Vendor Brightwater/).waitFor();
    }
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(root, 'docs', 'images', file) });
  }
} finally {
  await browser.close();
  app.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true });
}
