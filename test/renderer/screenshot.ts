import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { createServer } from 'vite';

/**
 * Takes a picture of a screen over the bridge's fake:
 * `node test/renderer/screenshot.ts --hash '#/outbox' --situation sending --theme dark --size 1440x900 --out /tmp/a.png`
 * `--click 'button:has-text("Pause")'` clicks first and may be given several times; `--press j` presses a key, after that;
 * `--file /tmp/list.csv` is chosen before either, as if in the system's dialog.
 */
const { values } = parseArgs({
  options: {
    hash: { type: 'string', default: '#/today' },
    situation: { type: 'string', default: 'online' },
    theme: { type: 'string', default: 'light' },
    size: { type: 'string', default: '1440x900' },
    out: { type: 'string', default: 'screenshot.png' },
    click: { type: 'string', multiple: true, default: [] },
    file: { type: 'string' },
    press: { type: 'string', multiple: true, default: [] },
  },
});

const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));
const server = await createServer({ configFile, logLevel: 'error', server: { port: 0, host: '127.0.0.1' } });
await server.listen();
const address = server.resolvedUrls?.local[0];
if (address === undefined) throw new Error('The page is not served.');

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(existsSync(executablePath) ? { executablePath } : {}),
});
try {
  const [width = 1440, height = 900] = values.size.split('x').map(Number);
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: values.theme === 'dark' ? 'dark' : 'light',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  page.on('pageerror', (error) => console.error('page:', error));
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(`console: ${message.text()}`);
  });
  await page.clock.setFixedTime(new Date('2026-06-09T14:28:00Z'));
  await page.goto(`${address}?situation=${values.situation}${values.hash}`);
  await page.waitForSelector('main, form', { timeout: 8_000 });
  await page.waitForLoadState('networkidle');
  if (values.file !== undefined) await page.setInputFiles('input[type=file]', values.file);
  for (const selector of values.click) await page.click(selector);
  for (const key of values.press) await page.keyboard.press(key);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity),
  );
  await page.screenshot({ path: values.out });
} finally {
  await browser.close();
  await server.close();
}
