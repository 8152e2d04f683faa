import { describe, expect, it } from 'vitest';
import {
  answering,
  answeringJson,
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
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';

const unknownId = answeringJson({ error: 'There is no such request.' }, 404);
const page = '<!doctype html><html><body>Sign in to the guest network</body></html>';
const portal = answering(200, { 'content-type': 'text/html' }, page);
const inUseMs = 4000;

const condition = (workspace: TestWorkspace) => workspace.dispatcher.status().condition;

/** A workspace that is online, with nothing to send. */
async function idle(behaviour: Behaviour = unknownId) {
  const server = await startWireServer(behaviour);
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  await passUntil(workspace.fake, () => condition(workspace).kind === 'online', 5000, 50);
  return { server, workspace };
}

/** The same while somebody uses the window. */
async function inUse(behaviour?: Behaviour) {
  const opened = await idle(behaviour);
  opened.workspace.dispatcher.attend(true);
  return opened;
}

function heartbeats(server: WireServer): number {
  return server.requests.filter(({ method }) => method === 'GET').length;
}

/** What is told within the time after which the service is asked again. */
async function noticed({ workspace }: { workspace: TestWorkspace }, what: () => boolean): Promise<void> {
  await passUntil(workspace.fake, what, inUseMs + 1000, 100);
}

describe('while somebody uses the window and nothing is sent', () => {
  it('is noticed within seconds that the service refuses connections', async () => {
    const { server, workspace } = await inUse();
    await server.close();
    await noticed({ workspace }, () => condition(workspace).kind === 'offline');
  });

  it.each<[string, Behaviour, string]>([
    ['a page of the network in its place', portal, 'offline'],
    ['a refused token', answeringJson({ error: 'expired' }, 401), 'signed_out'],
  ])('is noticed within seconds: %s', async (_, behaviour, kind) => {
    const { server, workspace } = await inUse();
    server.behave(behaviour);
    await noticed({ workspace }, () => condition(workspace).kind === kind);
  });

  it.each([
    [503, { kind: 'trouble', status: 503 }],
    [429, { kind: 'trouble', status: 429 }],
    [302, { kind: 'redirected', location: 'https://login.example.org/' }],
  ])(
    'tells of an answer with %i without holding anything back, and that it is over',
    async (status, finding) => {
      const { server, workspace } = await inUse();
      server.behave(answering(status, { location: 'https://login.example.org/' }));
      await noticed({ workspace }, () => workspace.dispatcher.status().finding !== null);
      expect(workspace.dispatcher.status()).toMatchObject({ condition: { kind: 'online' }, finding });
      server.behave(unknownId);
      await noticed({ workspace }, () => workspace.dispatcher.status().finding === null);
    },
  );

  it.each([429, 503])(
    'asks no more for as long as an answer with %i wants it, and holds nothing back',
    async (status) => {
      const { server, workspace } = await inUse();
      const busy = answering(status, { 'retry-after': '300' });
      server.behave((request, socket) => {
        (request.method === 'GET' ? busy : answeringJson({ id: 1 }))(request, socket);
      });
      await noticed({ workspace }, () => workspace.dispatcher.status().finding !== null);
      const before = heartbeats(server);
      await pass(workspace.fake, 280_000, 1000);
      expect(heartbeats(server)).toBe(before);
      await untilState(workspace, await enqueueInvite(workspace), 'accepted');
      await passUntil(workspace.fake, () => heartbeats(server) > before, 120_000, 1000);
    },
  );

  it.each([400, 404, 405, 500, 501])('takes an answer with %i for a service that is well', async (status) => {
    const { server, workspace } = await inUse(answeringJson({ error: 'No.' }, status));
    const before = workspace.dispatcher.status().wellAt ?? 0;
    await noticed({ workspace }, () => (workspace.dispatcher.status().wellAt ?? 0) > before + 1000);
    expect(heartbeats(server)).toBeGreaterThan(0);
    expect(workspace.dispatcher.status()).toMatchObject({ condition: { kind: 'online' }, finding: null });
  });

  it('is told since when nothing is answered, long before the answer is given up', async () => {
    const { server, workspace } = await inUse();
    server.behave(silence);
    await noticed({ workspace }, () => workspace.dispatcher.status().unansweredSince !== null);
  });

  it('opens no breaker and closes none, whatever comes of the questions', async () => {
    const { server, workspace } = await inUse();
    server.behave(answering(503));
    await pass(workspace.fake, 25_000, 500);
    expect(condition(workspace)).toEqual({ kind: 'online' });
    server.behave((request, socket) => {
      (request.method === 'GET' ? unknownId : answering(503))(request, socket);
    });
    for (let sent = 1; sent <= 5; sent += 1) {
      await untilState(workspace, await enqueueInvite(workspace), 'waiting');
      if (sent === 5) break;
      const before = heartbeats(server);
      workspace.dispatcher.attend(true);
      await passUntil(workspace.fake, () => heartbeats(server) > before, 60_000, 100);
    }
    expect(condition(workspace).kind).toBe('server_trouble');
  });
});

describe('how often the service is asked whether all is well', () => {
  it('is often only while the window is used, and soon after somebody comes back to it', async () => {
    const { server, workspace } = await inUse();
    // Every 4 s for a minute after the last use, then once a minute: the next would be due in some 20 s.
    await pass(workspace.fake, 100_000, 500);
    const asked = heartbeats(server);
    expect(asked).toBeGreaterThanOrEqual(10);
    expect(asked).toBeLessThanOrEqual(18);
    workspace.dispatcher.attend(true);
    await noticed({ workspace }, () => heartbeats(server) > asked);
  });

  it('is once a minute, and only whether it is there, while nobody has the window before them', async () => {
    const { server, workspace } = await inUse();
    workspace.dispatcher.attend(false);
    const before = { heartbeats: heartbeats(server), probes: server.probes.length };
    await pass(workspace.fake, 180_000, 1000);
    expect(server.probes.length - before.probes).toBeGreaterThanOrEqual(2);
    expect(server.probes.length - before.probes).toBeLessThanOrEqual(4);
    expect(heartbeats(server)).toBe(before.heartbeats);
  });

  it('is not at all while the person works offline or has paused, or the service asked for silence', async () => {
    const { server, workspace } = await inUse();
    const none = async () => {
      workspace.dispatcher.attend(true);
      const before = heartbeats(server);
      await pass(workspace.fake, 90_000, 1000);
      expect(heartbeats(server)).toBe(before);
    };
    workspace.dispatcher.setWorkOffline(true);
    await none();
    workspace.dispatcher.setWorkOffline(false);
    workspace.dispatcher.setPaused(true);
    await none();
    workspace.dispatcher.setPaused(false);
    workspace.dispatcher.attend(true);
    server.behave(answering(429, { 'retry-after': '600' }));
    const busy = await enqueueInvite(workspace);
    await untilState(workspace, busy, 'waiting');
    await none();
  });

  it('sends the token along, but not one that was refused', async () => {
    const { server, workspace } = await inUse();
    await pass(workspace.fake, 10_000, 500);
    expect(server.requests.at(-1)?.headers['authorization']).toBe('Bearer a-token');
    server.behave(answering(401));
    await noticed({ workspace }, () => condition(workspace).kind === 'signed_out');
    const before = heartbeats(server);
    const probes = server.probes.length;
    workspace.dispatcher.attend(true);
    await passUntil(workspace.fake, () => server.probes.length > probes, inUseMs + 1000, 100);
    expect(server.probes.at(-1)?.headers['authorization']).toBeUndefined();
    expect(heartbeats(server)).toBe(before);
  });
});

describe('that the service is back', () => {
  it('is seen within seconds by who has the window before them, however long it was gone', async () => {
    const { server, workspace } = await inUse();
    await server.close();
    await noticed({ workspace }, () => condition(workspace).kind === 'offline');
    await pass(workspace.fake, 20 * 60_000, 5000);
    await startWireServer(unknownId, server.port);
    await passUntil(workspace.fake, () => condition(workspace).kind === 'online', 3000, 100);
  });

  it('is not taken from a page that still stands in its place', async () => {
    const { server, workspace } = await inUse();
    server.behave(portal);
    await noticed({ workspace }, () => condition(workspace).kind === 'offline');
    await pass(workspace.fake, 30_000, 1000);
    expect(condition(workspace).kind).toBe('offline');
    server.behave(unknownId);
    await passUntil(workspace.fake, () => condition(workspace).kind === 'online', 3000, 100);
  });
});

describe('an entry that is sent into silence', () => {
  it('is told of at once, and is in doubt no sooner than its answer is given up', async () => {
    const { server, workspace } = await idle();
    server.behave(silence);
    const id = await enqueueInvite(workspace);
    await passUntil(workspace.fake, () => workspace.dispatcher.status().counts.sending === 1, 1000, 10);
    const since = workspace.dispatcher.status().unansweredSince ?? 0;
    await pass(workspace.fake, 10_000, 500);
    const status = workspace.dispatcher.status();
    expect(status.counts).toMatchObject({ sending: 1, in_doubt: 0 });
    expect(workspace.fake.wall() - (status.unansweredSince ?? Infinity)).toBeGreaterThanOrEqual(10_000);
    expect(status.unansweredSince).toBe(since);
    server.hangUp('reset');
    await untilState(workspace, id, 'in_doubt');
    expect(workspace.dispatcher.status().unansweredSince).toBeNull();
  });

  it('is not told of where others are answered meanwhile', async () => {
    const { server, workspace } = await idle();
    let first = true;
    server.behave((request, socket) => {
      if (first && request.method === 'POST') first = false;
      else answeringJson({ id: 4711 })(request, socket);
    });
    await enqueueInvite(workspace);
    await pass(workspace.fake, 8000, 500);
    const other = await enqueueInvite(workspace);
    await untilState(workspace, other, 'accepted');
    const waited = workspace.fake.wall() - (workspace.dispatcher.status().unansweredSince ?? 0);
    expect(waited).toBeLessThan(1000);
  });
});
