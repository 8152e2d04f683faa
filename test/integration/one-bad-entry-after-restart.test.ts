import { expect, it } from 'vitest';
import type { EntryReason } from '#shared/outbox/outbox.ts';
import { type Behaviour, answering, answeringJson, startWireServer } from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  passUntil,
  toProgress,
  getEntryState,
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const accepting = answeringJson({ success: true, id: '6f1f0f4e-43c4-4c02-9d0e-0d1d8f3f8a01' });
const askingForAnHour = answering(429, { 'retry-after': '3600' });

/** Invites are accepted; a verification is asked to come back in an hour. */
const checksAreAskedToWait: Behaviour = (request, socket) => {
  (request.path === '/vendors' ? accepting : askingForAnHour)(request, socket);
};

async function restart(workspace: TestWorkspace, baseUrl: string): Promise<TestWorkspace> {
  await workspace.close();
  const reopened = await openTestWorkspace({ baseUrl, folder: workspace.folder, clock: workspace.fake });
  reopened.updateSettings({ concurrency: 1 });
  return reopened;
}

const getAttempts = (workspace: TestWorkspace, id: string) => toProgress(workspace, id).attempts;
const isSent = (workspace: TestWorkspace, id: string) => () => getEntryState(workspace, id) === 'accepted';

it('waits alone after a restart as it did before, where others were answered well', async () => {
  const server = await startWireServer(checksAreAskedToWait);
  const before = await openTestWorkspace({ baseUrl: server.baseUrl });
  before.updateSettings({ concurrency: 1 });
  const check = await enqueueVerification(before);
  await untilState(before, check, 'waiting');
  const invite = await enqueueInvite(before);
  await passUntil(before.fake, isSent(before, invite), hour + minute, 10 * second);
  await passUntil(before.fake, () => getAttempts(before, check) === 2, minute);
  await untilState(before, check, 'waiting');
  expect(before.dispatcher.status().condition.kind).toBe('online');

  const after = await restart(before, server.baseUrl);
  await passUntil(after.fake, () => getAttempts(after, check) === 3, hour + minute, 10 * second);
  await untilState(after, check, 'waiting');
  expect(after.dispatcher.status().condition.kind).toBe('online');
  const next = await enqueueInvite(after);
  await untilState(after, next, 'accepted');
});

it('keeps the others back once, although the app was started anew while it did', async () => {
  const server = await startWireServer(checksAreAskedToWait);
  const before = await openTestWorkspace({ baseUrl: server.baseUrl });
  const check = await enqueueVerification(before);
  await untilState(before, check, 'waiting');
  const invite = await enqueueInvite(before);

  const after = await restart(before, server.baseUrl);
  expect(after.dispatcher.status().condition.kind).toBe('busy');
  await passUntil(after.fake, isSent(after, invite), hour + minute, 10 * second);
  await passUntil(after.fake, () => getAttempts(after, check) === 2, minute);
  await untilState(after, check, 'waiting');
  expect(after.dispatcher.status().condition.kind).toBe('online');
});

it('makes all wait again after a restart, where nothing was answered well in between', async () => {
  const server = await startWireServer(askingForAnHour);
  const before = await openTestWorkspace({ baseUrl: server.baseUrl });
  const check = await enqueueVerification(before);
  await untilState(before, check, 'waiting');

  const after = await restart(before, server.baseUrl);
  await passUntil(after.fake, () => getAttempts(after, check) === 2, hour + minute, 10 * second);
  await untilState(after, check, 'waiting');
  expect(after.dispatcher.status().condition.kind).toBe('busy');
});

it.each<[EntryReason, askedToWait: boolean, trouble: boolean]>([
  [{ code: 'busy', status: 429, waitMs: 1000 }, true, true],
  [{ code: 'busy', status: 503, waitMs: 1000 }, true, true],
  [{ code: 'busy', status: 429, waitMs: null }, false, true],
  [{ code: 'busy', status: 408, waitMs: 1000 }, false, true],
  [{ code: 'server_error', status: 502, body: '' }, false, true],
  [{ code: 'no_answer', detail: 'TIME_OUT' }, false, true],
  [{ code: 'redirected', status: 307, location: null }, false, true],
  [{ code: 'unreachable', detail: 'ECONNREFUSED' }, false, false],
])('%o was meant for all entries: %j, is trouble of one entry: %j', async (reason, askedToWait, trouble) => {
  const workspace = await openTestWorkspace({
    baseUrl: 'http://127.0.0.1:9',
    token: null,
  });
  const { entries, fake } = workspace;
  const settleNext = (verdict: Parameters<typeof entries.settleAndClaim>[0][number]['verdict']) => {
    const [entry] = entries.settleAndClaim([], 1, fake.wall(), () => false).claimed;
    if (entry === undefined) throw new Error('Nothing is due.');
    entries.settleAndClaim(
      [{ entry, verdict, answer: null, words: null, at: fake.wall() }],
      0,
      fake.wall(),
      () => false,
    );
    return entry.id;
  };
  const postponed = { event: 'postponed', reason, waitMs: 60_000, counted: true } as const;
  await enqueueInvite(workspace);
  const id = settleNext(postponed);
  expect(entries.troubles()).toEqual({ askedToWait: askedToWait ? [id] : [], own: [] });
  // After another entry succeeds, the trouble is isolated.
  await enqueueInvite(workspace);
  settleNext({ event: 'accepted' });
  expect(entries.troubles()).toEqual({ askedToWait: [], own: trouble ? [id] : [] });
});
