import { expect, it } from 'vitest';
import { appStart } from '#shared/ipc/app.ts';
import { startTestCore } from './core-harness.ts';
import { temporaryFolder } from './workspace-harness.ts';

async function start(dataDir: string, version: string) {
  const app = await startTestCore({ dataDir, version });
  const updatedFrom = async () => {
    const result = await app.call('app.start');
    if (!result.ok) throw new Error(result.error.message);
    return appStart.parse(result.value).updatedFrom;
  };
  return { app, updatedFrom };
}

it('tells of an update until it was seen, and not of the first start', async () => {
  const dataDir = temporaryFolder();
  const first = await start(dataDir, '1.0.0');
  expect(await first.updatedFrom()).toBeNull();
  await first.app.stop();

  const updated = await start(dataDir, '1.1.0');
  expect(await updated.updatedFrom()).toBe('1.0.0');
  await updated.app.stop();

  const again = await start(dataDir, '1.1.0');
  expect(await again.updatedFrom()).toBe('1.0.0');
  expect(await again.app.call('app.noteNewsSeen')).toMatchObject({ ok: true });
  expect(await again.updatedFrom()).toBeNull();
  await again.app.stop();

  const seen = await start(dataDir, '1.1.0');
  expect(await seen.updatedFrom()).toBeNull();
  await seen.app.stop();
});
