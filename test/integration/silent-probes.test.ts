import { describe, expect, it } from 'vitest';
import { vendorHandlers } from '#main/features/vendors.ts';
import { serviceLimits } from '#main/service-client/transport.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import {
  answeringJson,
  hangingUp,
  silence,
  startWireServer,
  type Behaviour,
  type WireServer,
} from './wire-server.ts';
import {
  enqueueInvite,
  openTestWorkspace,
  pass,
  passUntil,
  toProgress,
  getEntryState,
  until,
} from './workspace-harness.ts';

const minute = 60_000;
const quick = { ...serviceLimits, wholeMs: 3000 };
const accepting = answeringJson({ vendorStatus: 'INVITED' }, 201);

/** Hangs up on questions and answers what is sent. */
const answeringPosts: Behaviour = (request, socket) => {
  (request.method === 'POST' ? accepting : hangingUp)(request, socket);
};

function getCondition(workspace: Workspace): string {
  return workspace.dispatcher.status().condition.kind;
}

async function offlineWith(server: WireServer, invites: number) {
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, limits: quick });
  await until(() => getCondition(workspace) === 'offline', 'it is offline');
  const ids: string[] = [];
  for (let number = 0; number < invites; number += 1) ids.push(await enqueueInvite(workspace));
  return { workspace, ids };
}

describe('a service that answers everything but HEAD', () => {
  it.each([
    ['hangs up', hangingUp],
    ['says nothing', silence],
  ])('is reached although it %s', async (_name, behaviour) => {
    const server = await startWireServer(accepting);
    server.behaveToProbes(behaviour);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, limits: quick });
    const id = await enqueueInvite(workspace);
    await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'accepted', minute);
    expect(getCondition(workspace)).toBe('online');
    // Once that is known, nothing waits for an answer to HEAD again.
    const heads = server.probes.length;
    await pass(workspace.fake, 5 * minute);
    expect(getCondition(workspace)).toBe('online');
    expect(server.probes).toHaveLength(heads);
  });

  it('is asked without the token', async () => {
    const server = await startWireServer(accepting);
    server.behaveToProbes(hangingUp);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, limits: quick });
    await until(() => getCondition(workspace) === 'online', 'it is online');
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/verification/00000000-0000-0000-0000-000000000000',
    ]);
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });
});

describe('a service that answers no question, but what is sent', () => {
  it('is found by one item where a person tries the network, and the others follow', async () => {
    const server = await startWireServer(answeringPosts);
    server.behaveToProbes(hangingUp);
    const { workspace, ids } = await offlineWith(server, 5);
    await pass(workspace.fake, minute);
    expect(server.posts()).toEqual([]);
    workspace.dispatcher.syncNow();
    await passUntil(
      workspace.fake,
      () => ids.every((id) => getEntryState(workspace, id) === 'accepted'),
      minute,
    );
    expect(getCondition(workspace)).toBe('online');
    expect(ids.map((id) => toProgress(workspace, id).attempts)).toEqual([1, 1, 1, 1, 1]);
  });

  it('is found after a while without a person', async () => {
    const server = await startWireServer(answeringPosts);
    server.behaveToProbes(hangingUp);
    const { workspace, ids } = await offlineWith(server, 2);
    await passUntil(
      workspace.fake,
      () => ids.every((id) => getEntryState(workspace, id) === 'accepted'),
      4 * minute,
    );
  });

  it('is found by what a person wants to know', async () => {
    const server = await startWireServer((request, socket) => {
      const wanted = request.method === 'POST' || request.path.includes('v-1');
      (wanted ? accepting : hangingUp)(request, socket);
    });
    server.behaveToProbes(hangingUp);
    const { workspace, ids } = await offlineWith(server, 1);
    await vendorHandlers(workspace)['vendors.lookUp']({ vendorId: 'v-1' });
    await passUntil(
      workspace.fake,
      () => ids.every((id) => getEntryState(workspace, id) === 'accepted'),
      10_000,
    );
  });
});

describe('a service that answers nothing at all', () => {
  it('costs one invite its certainty after a while, and no other', async () => {
    const server = await startWireServer(hangingUp);
    server.behaveToProbes(hangingUp);
    const { workspace, ids } = await offlineWith(server, 5);
    await pass(workspace.fake, 60 * minute, 15_000);
    expect(ids.filter((id) => getEntryState(workspace, id) === 'in_doubt')).toHaveLength(1);
  });

  it('costs one invite its certainty each time that a person tries the network', async () => {
    const server = await startWireServer(hangingUp);
    server.behaveToProbes(hangingUp);
    const { workspace, ids } = await offlineWith(server, 5);
    const doubted = () => ids.filter((id) => getEntryState(workspace, id) === 'in_doubt').length;
    workspace.dispatcher.syncNow();
    await passUntil(workspace.fake, () => doubted() === 1, minute);
    await pass(workspace.fake, 30 * minute, 15_000);
    expect(doubted()).toBe(1);
    expect(server.posts()).toHaveLength(1);
    expect(getCondition(workspace)).toBe('offline');
  });

  it('costs no item a try where no connection is made', async () => {
    const server = await startWireServer(silence);
    await server.close();
    const { workspace, ids } = await offlineWith(server, 2);
    workspace.dispatcher.syncNow();
    workspace.dispatcher.retryAllNow();
    await pass(workspace.fake, 10 * minute, 15_000);
    expect(ids.map((id) => toProgress(workspace, id))).toMatchObject([
      { state: 'queued', attempts: 0 },
      { state: 'queued', attempts: 0 },
    ]);
  });
});
