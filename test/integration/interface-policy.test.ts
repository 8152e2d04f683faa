import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openWorkspace, type OpenWorkspace } from '#shared/ipc/app.ts';
import { startTestCore, type TestCore, type TestCoreOptions } from './core-harness.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { memoryKeychain, temporaryFolder } from './workspace-harness.ts';

async function connected(file: Record<string, unknown> | string | null) {
  const dataDir = temporaryFolder();
  const interfacePolicyFile = join(dataDir, 'service-interface.json');
  const lay = (content: Record<string, unknown> | string) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(interfacePolicyFile, text);
  };
  if (file !== null) lay(file);
  const service = await startWireServer(answeringJson({ id: 1 }));
  const options: TestCoreOptions = { dataDir, keychain: await memoryKeychain(), interfacePolicyFile };
  const app = await startTestCore(options);
  expect(await app.connect(service.baseUrl, 'a-token')).toMatchObject({ ok: true });
  return { app, options, lay, baseUrl: service.baseUrl };
}

function opened(app: TestCore): OpenWorkspace {
  return openWorkspace.parse(app.core.workspace()?.describe());
}

const envelopeOfAll = { gangwayServiceInterface: 1, envelope: 'data', sendTimeoutS: 300 };

it('what an administrator settled wins over the person’s own, and cannot be changed', async () => {
  const { app } = await connected(envelopeOfAll);
  expect(opened(app)).toMatchObject({
    settings: { envelope: 'data', sendTimeoutS: 300, readTimeoutS: 30 },
    interfacePolicy: { members: ['sendTimeoutS', 'envelope'], problem: null },
  });
  expect(await app.call('workspaces.updateSettings', { envelope: 'result', readTimeoutS: 45 })).toMatchObject(
    {
      ok: false,
      error: {
        code: 'not_allowed',
        message: 'envelope was set by your administrator and cannot be changed here.',
      },
    },
  );
  expect(opened(app).settings).toMatchObject({ envelope: 'data', readTimeoutS: 30 });
  // As a file that another seat exported says it.
  expect(await app.call('workspaces.updateSettings', { envelope: 'data', readTimeoutS: 45 })).toMatchObject({
    ok: true,
    value: { settings: { envelope: 'data', readTimeoutS: 45 } },
  });
});

it('the person’s own come back when the administrator’s file is gone from one start to the next', async () => {
  const { app, options, lay } = await connected(null);
  expect(await app.call('workspaces.updateSettings', { envelope: 'result' })).toMatchObject({ ok: true });
  await app.stop();
  lay(envelopeOfAll);
  const settled = await startTestCore(options);
  expect(opened(settled).settings.envelope).toBe('data');
  expect(await settled.call('workspaces.updateSettings', { concurrency: 2 })).toMatchObject({ ok: true });
  await settled.stop();
  lay({ gangwayServiceInterface: 1 });
  const free = await startTestCore(options);
  expect(opened(free).settings).toMatchObject({ envelope: 'result', sendTimeoutS: 120, concurrency: 2 });
});

it('a file for another service holds for none here, and for this one it does', async () => {
  const { app, options, lay, baseUrl } = await connected({
    ...envelopeOfAll,
    baseUrl: 'https://other.example',
  });
  expect(opened(app)).toMatchObject({
    settings: { envelope: null },
    interfacePolicy: { members: [], problem: null },
  });
  await app.stop();
  lay({ ...envelopeOfAll, baseUrl: `${baseUrl}/` });
  expect(opened(await startTestCore(options)).settings.envelope).toBe('data');
});

it('a file with anything wrong in it is left out whole, and it is said why', async () => {
  const { app } = await connected({ ...envelopeOfAll, readTimeoutS: 'soon' });
  expect(opened(app)).toMatchObject({
    settings: { envelope: null, sendTimeoutS: 120 },
    interfacePolicy: {
      members: [],
      problem: 'readTimeoutS has to be a whole number of seconds from 5 to 600.',
    },
  });
  expect(await app.call('workspaces.updateSettings', { envelope: 'data' })).toMatchObject({ ok: true });
});

it('the practice workspace is never meant', async () => {
  const { app } = await connected(envelopeOfAll);
  expect(await app.call('workspaces.openPractice')).toMatchObject({
    ok: true,
    value: { settings: { envelope: null }, interfacePolicy: { members: [], problem: null } },
  });
});
