import { existsSync } from 'node:fs';
import { chromium, defineConfig, devices } from '@playwright/test';

const debianChromiumArguments = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A Chromium of the system's, used only where Playwright's own is not installed. */
function systemChromium(): string | undefined {
  if (existsSync(chromium.executablePath())) return undefined;
  return [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
    (file) => file !== undefined && existsSync(file),
  );
}

const executablePath = systemChromium();

/** End-to-end tests: the browser host in Chromium, and the app itself where Electron can run. */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  timeout: 120_000,
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  // A test that passes only when repeated is named at the end of the run.
  retries: 2,
  workers: 3,
  reporter: 'list',
  use: { trace: 'on-first-retry', actionTimeout: 30_000 },
  expect: { timeout: 20_000 },
  projects: [
    {
      name: 'chromium',
      testMatch: '**/*.spec.ts',
      testIgnore: '**/*.electron.spec.ts',
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1440, height: 900 },
        ...(executablePath === undefined
          ? {}
          : { launchOptions: { executablePath, args: debianChromiumArguments } }),
      },
    },
    { name: 'electron', testMatch: '**/*.electron.spec.ts' },
  ],
});
