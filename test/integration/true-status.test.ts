import { describe, expect, it } from 'vitest';
import { openWorkspace } from '#shared/ipc/app.ts';
import { syncStatus } from '#shared/outbox/outbox.ts';
import { startTestCore } from './core-harness.ts';
import { answering, answeringJson, silence, startWireServer } from './wire-server.ts';
import {
  enqueueInvite,
  openTestWorkspace,
  passUntil,
  getEntryState,
  temporaryFolder,
  until,
  untilState,
} from './workspace-harness.ts';

const accepting = answeringJson({ id: 4711 });
const portalPage = '<!doctype html><html><body>Sign in to the guest network</body></html>';

describe('what is told of sending', () => {
  it('ends with the last one that was sent, and keeps that account', async () => {
    const server = await startWireServer(accepting);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const ids = await Promise.all(Array.from({ length: 40 }, () => enqueueInvite(workspace)));
    for (const id of ids) await untilState(workspace, id, 'accepted');
    const told = () =>
      workspace.events
        .filter(({ name }) => name === 'sync.changed')
        .map(({ payload }) => syncStatus.parse(payload));
    await passUntil(workspace.fake, () => told().at(-1)?.counts.accepted === 40, 5000, 50);
    expect(told().at(-1)?.run).toMatchObject({ enqueued: 40, settled: 40, sent: 40 });
    expect(told().at(-1)?.run?.endedAt).not.toBeNull();
  });

  it('ends also where a person takes out what is left', async () => {
    const server = await startWireServer(accepting);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    await untilState(workspace, await enqueueInvite(workspace), 'accepted');
    workspace.dispatcher.setPaused(true);
    const left = await enqueueInvite(workspace);
    expect(workspace.dispatcher.status().counts.queued).toBe(1);
    workspace.dispatcher.decide(left, 'cancelled');
    expect(workspace.dispatcher.status().run).toMatchObject({ enqueued: 1, settled: 1 });
    expect(workspace.dispatcher.status().run?.endedAt).not.toBeNull();
  });

  it('does not call itself online while nobody knows whether the service is still there', async () => {
    const server = await startWireServer(accepting);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    await untilState(workspace, await enqueueInvite(workspace), 'accepted');
    expect(workspace.dispatcher.status().condition).toEqual({ kind: 'online' });
    server.behave((_request, socket) => socket.destroy());
    server.behaveToProbes(silence);
    const doubted = await enqueueInvite(workspace);
    await untilState(workspace, doubted, 'in_doubt');
    const next = await enqueueInvite(workspace);
    expect(getEntryState(workspace, next)).toBe('queued');
    expect(workspace.dispatcher.status().condition).toEqual({ kind: 'connecting' });
  });
});

describe('when the token was last accepted', () => {
  async function connected(behaviour: Parameters<typeof startWireServer>[0]) {
    const server = await startWireServer(behaviour);
    const app = await startTestCore({ dataDir: temporaryFolder() });
    expect((await app.connect(server.baseUrl, 'a-token')).ok).toBe(true);
    const invite = () =>
      app.call('invites.enqueue', {
        invitation: { vendor: { email: 'tove@halden.example.com' } },
        replaces: null,
      });
    const token = () =>
      app.events
        .filter(({ name }) => name === 'workspace.changed')
        .map(({ payload }) => openWorkspace.parse(payload).token)
        .at(-1);
    return { server, app, invite, token };
  }

  it('is told as soon as the service has accepted it', async () => {
    const { invite, token } = await connected(accepting);
    await invite();
    await until(() => token()?.lastAcceptedAt != null, 'the screens know it');
  });

  it('is not taken from a page that the network answers in the service’s place', async () => {
    const { app, server, invite } = await connected(
      answering(403, { 'content-type': 'text/html' }, portalPage),
    );
    await invite();
    await until(() => server.posts().length > 0, 'it was sent');
    await until(() => {
      const status = app.core.workspace()?.dispatcher.status();
      return status?.counts.sending === 0 && status.counts.queued === 0;
    }, 'it has settled');
    expect(app.core.workspace()?.token.status().lastAcceptedAt).toBeNull();
  });
});
