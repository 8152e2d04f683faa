import { cpSync, rmSync } from 'node:fs';
import { expect, type Browser, type Page } from '@playwright/test';
import { sendingBlock } from './person.ts';
import { startApp, temporaryFolder } from './processes.ts';

/** The practice workspace in a page. */
export interface Practice {
  origin: string;
  /** Opens a place in a page that is loaded anew: what was opened before goes with the page it was opened on. */
  load(hash: string): Promise<void>;
  /** What the page said of its own faults so far. */
  complaints(): string[];
  stop(): Promise<void>;
}

async function openFilled(page: Page, folder: string): Promise<Practice> {
  const app = await startApp(folder, ['--practice']);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  // What the content policy stops is no error where it is caught.
  await page.addInitScript(`addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) => {
    console.error('The content policy stopped something (' + violatedDirective + ') in ' + sourceFile);
  })`);
  await page.goto(app.url);
  await expect(sendingBlock(page)).toContainText('Online · 4 need you');
  const screens = page.getByRole('navigation', { name: 'Screens' });
  for (const [screen, count] of [
    ['Verifications', 3],
    ['Documents', 4],
  ] as const) {
    const item = screens.getByRole('button', { name: new RegExp(`^${screen}`) });
    await expect(item).toContainText(String(count));
  }
  const { origin } = new URL(app.url);
  let loads = 0;
  return {
    origin,
    async load(hash) {
      loads += 1;
      // With another query it is another page; with another hash alone it would be the same one.
      await page.goto(`${origin}/?load=${loads}${hash}`);
    },
    complaints: () => [...complaints],
    stop: () => app.stop(),
  };
}

/** Starts the app with a practice workspace of its own. @param filled a folder that it begins as a copy of */
export async function openPractice(page: Page, filled?: string): Promise<Practice> {
  const folder = temporaryFolder('practice');
  if (filled !== undefined) cpSync(filled, folder, { recursive: true });
  const practice = await openFilled(page, folder);
  return {
    ...practice,
    async stop() {
      await practice.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Fills a practice workspace once, which takes a while, and leaves it in a folder; everything in it has been sent and has
 * come back. `openCopy` starts the app with a copy of it.
 */
export async function fillPractice(browser: Browser): Promise<string> {
  const folder = temporaryFolder('practice');
  const page = await browser.newPage();
  const filled = await openFilled(page, folder);
  await page.close();
  await filled.stop();
  return folder;
}

/** Starts the app with a copy of a filled practice workspace. */
export async function openCopy(page: Page, filled: string): Promise<Practice> {
  return openPractice(page, filled);
}
