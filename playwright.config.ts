import { existsSync } from 'node:fs';
import { chromium, defineConfig, devices } from '@playwright/test';
import { systemChromium } from './scripts/bootstrap/system-chromium.ts';

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

const executablePath = existsSync(chromium.executablePath()) ? undefined : systemChromium();

/** They take longest, so they begin first: the other files go beside them. */
const longest = [
  '**/chasing-story.spec.ts',
  '**/every-state.spec.ts',
  '**/import.spec.ts',
  '**/in-doubt-story.spec.ts',
  '**/license-import.spec.ts',
  '**/offline-story.spec.ts',
  '**/review.spec.ts',
];

const inChromium = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1440, height: 900 },
  ...(executablePath === undefined
    ? {}
    : { launchOptions: { executablePath, args: debianChromiumArguments } }),
};

/** End-to-end tests: the browser host in Chromium, and the app itself where Electron can run. */
export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/shared-practice.ts',
  outputDir: 'test-results',
  // Nothing is waited for longer than it takes; these are for machines many times slower than most.
  timeout: 300_000,
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  // A test that passes only when repeated is named at the end of the run.
  retries: 2,
  workers: 2,
  reporter: 'list',
  use: { trace: 'on-first-retry', actionTimeout: 30_000 },
  expect: { timeout: 30_000 },
  projects: [
    { name: 'long', testMatch: longest, use: inChromium },
    {
      name: 'chromium',
      testMatch: '**/*.spec.ts',
      testIgnore: ['**/*.electron.spec.ts', ...longest],
      use: inChromium,
    },
    { name: 'electron', testMatch: '**/*.electron.spec.ts' },
  ],
});
