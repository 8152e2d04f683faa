import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Core } from '#main/app/core.ts';
import { markSuspect } from '#main/store/integrity.ts';
import { appStart, type AppStart } from '#shared/ipc/app.ts';
import { startTestCore } from './core-harness.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { temporaryFolder } from './workspace-harness.ts';

const answersOfMegabytes = 20;

/** A folder with one company's workspace, too large to be read through while somebody waits. */
async function largeWorkspace(): Promise<{ dataDir: string; file: string; baseUrl: string }> {
  const server = await startWireServer(answeringJson({ id: '1' }));
  const dataDir = temporaryFolder();
  const core = await startTestCore({ dataDir });
  const connected = await core.connect(server.baseUrl, 'a-token-of-tests', '1');
  if (!connected.ok) throw new Error(connected.error.message);
  const workspace = core.core.workspace();
  if (workspace === null) throw new Error('No workspace is open.');
  for (let count = 0; count < answersOfMegabytes; count += 1) {
    const exchange = {
      kind: 'answered' as const,
      status: 200,
      contentType: 'application/json',
      retryAfter: null,
      date: null,
      location: null,
      wwwAuthenticate: null,
      body: randomBytes(512 * 1024).toString('hex'),
      bytes: null,
      cut: null,
    };
    workspace.readAnswers.keep('vendor', `v-${count}`, exchange, Date.now());
  }
  const file = join(dataDir, 'workspaces', workspace.describe().id, 'workspace.db');
  await core.stop();
  return { dataDir, file, baseUrl: server.baseUrl };
}

async function readStart(core: Core): Promise<AppStart> {
  const result = await core.call('app.start', null);
  if (!result.ok) throw new Error(result.error.message);
  return appStart.parse(result.value);
}

describe('a start', () => {
  it('answers the window before the workspace is open, and says what is being opened', async () => {
    const { dataDir } = await largeWorkspace();
    let early: AppStart | null = null;
    const { core, events } = await startTestCore({
      dataDir,
      onStarted: async (started) => {
        early = await readStart(started);
      },
    });
    expect(early).toMatchObject({
      workspace: null,
      opening: { name: 'Test', reading: false },
      problem: null,
    });
    expect(await readStart(core)).toMatchObject({ workspace: { name: 'Test' }, opening: null });
    expect(events.find(({ name }) => name === 'workspace.changed')?.payload).toMatchObject({ name: 'Test' });
  });

  it('answers while a large workspace that was found damaged is read through, and says so', async () => {
    const { dataDir, file } = await largeWorkspace();
    markSuspect(file);
    const meanwhile: AppStart[] = [];
    const { core, events } = await startTestCore({
      dataDir,
      onStarted: async (started) => {
        while (meanwhile.at(-1)?.workspace == null) {
          meanwhile.push(await readStart(started));
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
    });
    const reading = meanwhile.filter(({ opening }) => opening?.reading === true);
    expect(reading.length).toBeGreaterThan(3);
    expect(events.filter(({ name }) => name === 'workspace.changed').map(({ payload }) => payload)).toEqual([
      null,
      expect.objectContaining({ name: 'Test' }),
    ]);
    expect(await readStart(core)).toMatchObject({
      workspace: { name: 'Test' },
      opening: null,
      problem: null,
    });
    expect(existsSync(`${file}.suspect`)).toBe(false);
  });

  it('can be ended while the data is read through, which the next one does then', async () => {
    const { dataDir, file } = await largeWorkspace();
    markSuspect(file);
    const first = await startTestCore({
      dataDir,
      onStarted: async (started) => {
        while ((await readStart(started)).opening?.reading !== true)
          await new Promise((resolve) => setImmediate(resolve));
        await started.stop();
      },
    });
    expect(first.core.workspace()).toBeNull();
    expect(existsSync(`${file}.suspect`)).toBe(true);
    const { core } = await startTestCore({ dataDir });
    expect(await readStart(core)).toMatchObject({ workspace: { name: 'Test' }, opening: null });
    expect(existsSync(`${file}.suspect`)).toBe(false);
  });

  it('tells the window why what was being opened could not be', async () => {
    const { dataDir, file } = await largeWorkspace();
    // A folder in the place of the lock keeps the workspace from being opened, and nothing else.
    rmSync(join(file, '..', 'workspace.lock'), { force: true });
    mkdirSync(join(file, '..', 'workspace.lock'));
    const { core, events } = await startTestCore({ dataDir });
    const told = await readStart(core);
    expect(told).toMatchObject({ workspace: null, opening: null, problem: { code: 'storage' } });
    expect(events.filter(({ name }) => name === 'workspace.changed').at(-1)?.payload).toBeNull();
  });
});
