import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createWorkspaceRegistry } from '#main/workspace/registry.ts';
import { openWorkspace as openWorkspaceSchema, type OpenWorkspace } from '#shared/ipc/app.ts';
import { startTestCore, type TestCore } from './core-harness.ts';
import { answering, answeringJson, hangingUp, silence, startWireServer } from './wire-server.ts';
import { canary, memoryKeychain, temporaryFolder, until } from './workspace-harness.ts';

function opened(app: TestCore): OpenWorkspace {
  return openWorkspaceSchema.parse(app.core.workspace()?.describe());
}

async function enqueue(app: TestCore, email: string): Promise<void> {
  const invitation = { vendor: { email } };
  expect(await app.call('invites.enqueue', { invitation, replaces: null })).toMatchObject({ ok: true });
}

function counts(app: TestCore) {
  return app.core.workspace()?.dispatcher.status().counts;
}

function condition(app: TestCore) {
  return app.core.workspace()?.dispatcher.status().condition;
}

const change = (app: TestCore, from: string, to: string) =>
  app.call('workspaces.changeAddress', { from, to, sameService: true });

it('the queue and the token go to the new address, and not before it is confirmed', async () => {
  const after = await startWireServer(answeringJson({ id: 1 }));
  const before = await startWireServer(answering(307, { location: `${after.baseUrl}/v2/vendors` }));
  const app = await startTestCore({ dataDir: temporaryFolder() });
  await app.connect(before.baseUrl, canary);
  await enqueue(app, 'kai@example.invalid');
  await until(() => condition(app)?.kind === 'redirected', 'the service pointed elsewhere');
  expect(condition(app)).toMatchObject({ location: `${after.baseUrl}/v2/vendors` });
  expect([after.requests.length, after.probes.length]).toEqual([0, 0]);

  for (const input of [
    { from: before.baseUrl, to: after.baseUrl },
    { from: before.baseUrl, to: after.baseUrl, sameService: false },
  ]) {
    expect(await app.call('workspaces.changeAddress', input)).toMatchObject({ error: { code: 'bad_input' } });
  }
  expect([after.requests.length, after.probes.length]).toEqual([0, 0]);

  expect(await change(app, before.baseUrl, `${after.baseUrl}/v2/`)).toMatchObject({
    ok: true,
    value: { baseUrl: `${after.baseUrl}/v2`, token: { kept: 'keychain' } },
  });
  await until(() => counts(app)?.accepted === 1, 'the invite was accepted');
  expect(after.requests.map(({ path }) => path)).toEqual(['/v2/vendors']);
  expect(after.requests[0]?.headers['authorization']).toBe(`Bearer ${canary}`);
  const sentBefore = before.requests.length;
  await enqueue(app, 'ann@example.invalid');
  await until(() => counts(app)?.accepted === 2, 'the next invite was accepted');
  expect(before.requests).toHaveLength(sentBefore);
});

it('is noted, in Settings and among what happened last, and is there after a restart', async () => {
  const [before, after] = [await startWireServer(silence), await startWireServer(silence)];
  const options = { dataDir: temporaryFolder(), keychain: await memoryKeychain() };
  const app = await startTestCore(options);
  await app.connect(before.baseUrl, canary);
  expect(opened(app).addressChanges).toEqual([]);
  await change(app, before.baseUrl, after.baseUrl);
  const noted = [{ at: expect.any(Number) as number, from: before.baseUrl, to: after.baseUrl }];
  expect(opened(app)).toMatchObject({ baseUrl: after.baseUrl, addressChanges: noted });
  expect(await app.call('today.summary')).toMatchObject({
    value: {
      activity: [
        { detail: `The service’s address was changed from ${before.baseUrl} to`, subject: after.baseUrl },
      ],
    },
  });
  await app.stop();
  const again = await startTestCore(options);
  expect(opened(again)).toMatchObject({
    baseUrl: after.baseUrl,
    token: { kept: 'keychain' },
    addressChanges: noted,
  });
  expect(again.core.registry.list()).toMatchObject([{ baseUrl: after.baseUrl }]);
});

it('what may have been sent to the old address is not sent to the new one', async () => {
  const before = await startWireServer(hangingUp);
  const after = await startWireServer(answeringJson({ id: 1 }));
  const app = await startTestCore({ dataDir: temporaryFolder() });
  await app.connect(before.baseUrl, canary);
  await enqueue(app, 'kai@example.invalid');
  await until(() => counts(app)?.in_doubt === 1, 'it is not known whether the invite was sent');
  await change(app, before.baseUrl, after.baseUrl);
  await enqueue(app, 'ann@example.invalid');
  await until(() => counts(app)?.accepted === 1, 'the other invite was accepted');
  expect(counts(app)).toMatchObject({ in_doubt: 1, accepted: 1 });
  expect(after.posts().map(({ body }) => body)).toEqual(['{"vendor":{"email":"ann@example.invalid"}}']);
});

it('is not made where the address cannot be used, is the same one, or was changed meanwhile', async () => {
  const service = await startWireServer(silence);
  const app = await startTestCore({ dataDir: temporaryFolder() });
  await app.connect(service.baseUrl, canary);
  for (const [from, to, code] of [
    [service.baseUrl, 'http://new.example.com', 'bad_input'],
    [service.baseUrl, `${service.baseUrl}/`, 'bad_input'],
    ['https://another.example.com', 'https://new.example.com', 'too_late'],
  ] as const) {
    expect(await change(app, from, to)).toMatchObject({ ok: false, error: { code } });
  }
  expect(opened(app).baseUrl).toBe(service.baseUrl);
  expect(await app.call('workspaces.openPractice')).toMatchObject({ ok: true });
  expect(await change(app, opened(app).baseUrl, 'https://new.example.com')).toMatchObject({
    error: { code: 'refused' },
  });
});

it('is made once where two windows ask for it at once, and the second is told', async () => {
  const [before, ...after] = [
    await startWireServer(silence),
    await startWireServer(silence),
    await startWireServer(silence),
  ];
  const app = await startTestCore({ dataDir: temporaryFolder() });
  await app.connect(before.baseUrl, canary);
  const [first, second] = await Promise.all(after.map(({ baseUrl }) => change(app, before.baseUrl, baseUrl)));
  expect(first).toMatchObject({ ok: true });
  expect(second).toMatchObject({ error: { code: 'too_late' } });
  expect(opened(app).baseUrl).toBe(after[0]?.baseUrl);
});

it('leaves the old address where the list of workspaces cannot be written', async () => {
  const [before, after] = [await startWireServer(answeringJson({ id: 1 })), await startWireServer(silence)];
  const dataDir = temporaryFolder();
  const app = await startTestCore({ dataDir });
  await app.connect(before.baseUrl, canary);
  const list = new SqliteDatabase(join(dataDir, 'gangway.db'));
  list.exec(
    `CREATE TRIGGER full BEFORE UPDATE OF base_url ON workspace BEGIN SELECT RAISE(FAIL, 'disk'); END`,
  );
  list.close();
  expect(await change(app, before.baseUrl, after.baseUrl)).toMatchObject({ ok: false });
  expect(opened(app).baseUrl).toBe(before.baseUrl);
  await enqueue(app, 'kai@example.invalid');
  await until(() => counts(app)?.accepted === 1, 'the invite was accepted at the old address');
  expect(after.requests).toEqual([]);
});

it('is noted at the next start where the process ended right after the list was written', async () => {
  const [before, after] = [await startWireServer(silence), await startWireServer(silence)];
  const options = { dataDir: temporaryFolder(), keychain: await memoryKeychain() };
  const app = await startTestCore(options);
  await app.connect(before.baseUrl, canary);
  await app.stop();
  const list = new SqliteDatabase(join(options.dataDir, 'gangway.db'));
  const registry = createWorkspaceRegistry(list, () => 0);
  registry.moveService(registry.lastOpened()?.id ?? '', after.baseUrl);
  list.close();
  const again = await startTestCore(options);
  expect(opened(again)).toMatchObject({
    baseUrl: after.baseUrl,
    addressChanges: [{ from: before.baseUrl, to: after.baseUrl }],
  });
});

it('does not wait at the new address because the old one asked for it', async () => {
  const before = await startWireServer(answering(503, { 'retry-after': '3600' }));
  const after = await startWireServer(answeringJson({ id: 1 }));
  const app = await startTestCore({ dataDir: temporaryFolder() });
  await app.connect(before.baseUrl, canary);
  await enqueue(app, 'kai@example.invalid');
  await until(() => condition(app)?.kind === 'busy', 'the service asked to wait an hour');
  await change(app, before.baseUrl, after.baseUrl);
  await until(() => counts(app)?.accepted === 1, 'the invite was accepted');
});
