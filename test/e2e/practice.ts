import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { sendingBlock } from './person.ts';
import { startApp, temporaryFolder } from './processes.ts';
import { getShared } from './shared-practice.ts';

/** The practice workspace in a page. */
export interface Practice {
  origin: string;
  /** Opens a place in a page that is loaded anew: what was opened before goes with the page it was opened on. */
  load(hash: string): Promise<void>;
  /** What the page said of its own faults so far. */
  complaints(): string[];
}

/** One that a test has for itself. */
export interface OwnPractice extends Practice {
  stop(): Promise<void>;
}

/** Opens a practice workspace, and waits until everything in it has been sent and has come back. */
async function openFilled(page: Page, url: string): Promise<Practice> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  // What the content policy stops is no error where it is caught.
  await page.addInitScript(`addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) => {
    console.error('The content policy stopped something (' + violatedDirective + ') in ' + sourceFile);
  })`);
  await page.goto(url);
  // Between them how long ago that was, to a page whose clock is ahead of the app's.
  await expect(sendingBlock(page)).toContainText(/Online.*(?<!\d)4 need you/s, filling);
  const screens = page.getByRole('navigation', { name: 'Screens' });
  for (const [screen, count] of [
    ['Verifications', 3],
    ['Documents', 4],
  ] as const) {
    const item = screens.getByRole('button', { name: new RegExp(`^${screen}`) });
    await expect(item).toContainText(String(count), filling);
  }
  const { origin } = new URL(url);
  let loads = 0;
  return {
    origin,
    async load(hash) {
      loads += 1;
      // With another query it is another page; with another hash alone it would be the same one.
      await page.goto(`${origin}/?load=${loads}${hash}`);
    },
    complaints: () => [...complaints],
  };
}

/** Long enough for what the app does by and by, and begun so far back that it does not end in the future. */
const hurried = { speed: 8, behindMs: 600_000 };

/** Filling takes some seconds on a machine that does nothing else, mostly waiting. */
const filling = { timeout: 90_000 };

/**
 * Starts the app with a practice workspace in which everything has been sent and has come back. Each worker fills one once;
 * each test has a copy.
 * @param prepare adds to the data of its service before that starts
 */
export async function openPractice(
  page: Page,
  prepare: (serviceFolder: string) => void = () => undefined,
): Promise<OwnPractice> {
  const folder = temporaryFolder('practice');
  cpSync(await filledPractice(page), folder, { recursive: true });
  prepare(join(folder, 'practice'));
  const app = await startApp(folder, ['--practice']);
  return {
    ...(await openFilled(page, app.url)),
    async stop() {
      await app.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Opens the practice workspace that all tests of a run share, for tests that change nothing in it. */
export async function openSharedPractice(page: Page): Promise<Practice> {
  const { origin, session } = getShared();
  await page.addInitScript(
    (stored) => sessionStorage.setItem('gangway-session', stored),
    JSON.stringify(session),
  );
  return openFilled(page, origin);
}

/**
 * The folder of the filled workspace of this worker. Each has its own, since the addresses of the documents in it have the port
 * of its practice service, which two copies cannot have at the same time.
 */
async function filledPractice(page: Page): Promise<string> {
  const { folder } = getShared();
  const done = join(folder, `filled-${test.info().parallelIndex}`);
  if (!existsSync(done)) await fill(page, folder, done);
  return done;
}

async function fill(page: Page, shared: string, done: string): Promise<void> {
  const context = await page.context().browser()?.newContext();
  if (context === undefined) throw new Error('The page has no browser.');
  const folder = mkdtempSync(join(shared, 'filling-'));
  try {
    const app = await startApp(folder, ['--practice'], hurried);
    await openFilled(await context.newPage(), app.url);
    await app.stop();
    renameSync(folder, done);
  } finally {
    await context.close();
  }
}
