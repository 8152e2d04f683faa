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

/** A program that said its address. */
export interface RunningHost {
  address: string;
  stop: () => Promise<void>;
}

/** Starts the app behind its browser host. */
export function startHost(dataDir: string, ...options: string[]): Promise<RunningHost> {
  return startProgram(['out/main/browser-host.js', '--data-dir', dataDir, ...options]);
}

/** Starts a program of Node that says its address first. */
export async function startProgram(args: readonly string[]): Promise<RunningHost> {
  const app = spawn(process.execPath, args, {
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
