import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { BootSituation } from './notes.ts';
import { bootApp, type BootedApp } from './booted-app.ts';

/** Boots the built app in a folder of its own; both are gone when the test has finished. */
export async function bootForTest(
  situation: Partial<BootSituation> = {},
  args: string[] = [],
): Promise<{ app: BootedApp; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'gangway-boot-'));
  const app = bootApp(folder, situation, args);
  onTestFinished(async () => {
    app.kill();
    await app.ended;
    await rm(folder, { recursive: true, force: true });
  });
  return { app, folder };
}
