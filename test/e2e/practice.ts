import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
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
 * mostly waiting, so it is done once in a run; each test has a copy.
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

/** The folder of the filled workspace, once one of the workers has filled it: the first that asks does. */
async function filledPractice(page: Page): Promise<string> {
  const shared = z.string().parse(process.env[sharedFolderVariable]);
  const done = join(shared, 'filled');
  while (!existsSync(done)) {
    if (mayFill(shared)) await fill(page, shared, done);
    // Another worker is at it; the time limit of the test holds for this one too.
    else await setTimeout(100);
  }
  return done;
}

const getLock = (shared: string) => join(shared, 'lock');

function mayFill(shared: string): boolean {
  try {
    mkdirSync(getLock(shared));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
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
    // Where it failed, the next worker tries it again.
    if (!existsSync(done)) rmSync(getLock(shared), { recursive: true });
  }
}
