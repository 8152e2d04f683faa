import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Browser } from '@playwright/test';
import config from '../../playwright.config.ts';

const root = join(import.meta.dirname, '../..');

/** Starts a browser as the end-to-end tests do. */
export function startBrowser(): Promise<Browser> {
  const project = config.projects?.find(({ name }) => name === 'chromium');
  return chromium.launch(project?.use?.launchOptions ?? {});
}

/** Starts the app behind its browser host; `stop` ends it. */
export async function startHost(dataDir: string): Promise<{ address: string; stop: () => Promise<void> }> {
  const app = spawn(process.execPath, ['src/browser/main.ts', '--data-dir', dataDir], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await createInterface({ input: app.stdout })[Symbol.asyncIterator]().next();
  const address = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(String(line.value))?.[0];
  if (address === undefined) throw new Error(`No address in: ${String(line.value)}`);
  return {
    address,
    async stop() {
      const ended = once(app, 'exit');
      app.kill();
      await ended;
    },
  };
}
