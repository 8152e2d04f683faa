import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import { sendingBlock } from './person.ts';
import { startApp, temporaryFolder } from './processes.ts';
import { sharedFolderVariable } from './shared-folder.ts';

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

/**
 * Starts the app with a practice workspace in which everything has been sent and has come back. Filling one takes 20 seconds,
 * mostly waiting, so each worker does it once; each test has a copy.
 */
export async function openPractice(page: Page): Promise<Practice> {
  const folder = temporaryFolder('practice');
  cpSync(await filledPractice(page), folder, { recursive: true });
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
 * The folder of the filled workspace of this worker. Each has its own, since the addresses of the documents in it have the port
 * of its practice service, which two copies cannot have at the same time.
 */
async function filledPractice(page: Page): Promise<string> {
  const shared = z.string().parse(process.env[sharedFolderVariable]);
  const done = join(shared, `filled-${test.info().parallelIndex}`);
  if (!existsSync(done)) await fill(page, shared, done);
  return done;
}

async function fill(page: Page, shared: string, done: string): Promise<void> {
  const context = await page.context().browser()?.newContext();
  if (context === undefined) throw new Error('The page has no browser.');
  const folder = mkdtempSync(join(shared, 'filling-'));
  try {
    const practice = await openFilled(await context.newPage(), folder);
    await practice.stop();
    renameSync(folder, done);
  } finally {
    await context.close();
  }
}
