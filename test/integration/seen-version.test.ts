import { expect, it } from 'vitest';
import { startCore } from '#main/core.ts';
import { systemClock } from '#main/clock.ts';
import { appStart } from '#shared/ipc/app.ts';
import { reportParts } from './report-parts.ts';
import { memoryKeychain, migrationsFolder, samplesFolder, temporaryFolder } from './workspace-harness.ts';

async function start(dataDir: string, version: string) {
  const started = await startCore({
    dataDir,
    facts: { version, host: 'browser', platform: 'linux' },
    clock: systemClock,
    keychain: await memoryKeychain(),
    emit: () => undefined,
    openOutside: () => Promise.resolve(false),
    random: () => 0.5,
    begin: 'nothing',
    assets: { migrations: migrationsFolder, samples: samplesFolder, report: reportParts },
  });
  if (!started.ok) throw new Error(started.error.message);
  const { core } = started;
  const updatedFrom = async () => {
    const result = await core.route('app.start', null);
    if (!result.ok) throw new Error(result.error.message);
    return appStart.parse(result.value).updatedFrom;
  };
  return { core, updatedFrom };
}

it('tells of an update until it was seen, and not of the first start', async () => {
  const dataDir = temporaryFolder();
  const first = await start(dataDir, '1.0.0');
  expect(await first.updatedFrom()).toBeNull();
  await first.core.stop();

  const updated = await start(dataDir, '1.1.0');
  expect(await updated.updatedFrom()).toBe('1.0.0');
  await updated.core.stop();

  const again = await start(dataDir, '1.1.0');
  expect(await again.updatedFrom()).toBe('1.0.0');
  expect(await again.core.route('app.noteNewsSeen', null)).toMatchObject({ ok: true });
  expect(await again.updatedFrom()).toBeNull();
  await again.core.stop();

  const seen = await start(dataDir, '1.1.0');
  expect(await seen.updatedFrom()).toBeNull();
  await seen.core.stop();
});
