import { describe, expect, it } from 'vitest';
import type { QueueNews } from '#shared/queue-news.ts';
import { answering, answeringJson, startWireServer, type Behaviour } from './wire-server.ts';
import {
  enqueueInvite,
  openTestWorkspace,
  pass,
  passUntil,
  getEntryState,
  temporaryFolder,
  untilState,
  type TestWorkspaceOptions,
} from './workspace-harness.ts';

const minute = 60_000;

/** A workspace with a service that accepts, save what is said to refuse. */
async function situation(refused: readonly string[] = []) {
  const accept = answeringJson({ id: 4711 });
  const behaviour: Behaviour = (request, socket) => {
    const refuse = refused.some((email) => request.body.includes(email));
    (refuse ? answering(422) : accept)(request, socket);
  };
  const server = await startWireServer(behaviour);
  const told: QueueNews[] = [];
  const open = (more: Partial<TestWorkspaceOptions> = {}) =>
    openTestWorkspace({ baseUrl: server.baseUrl, onQueueEmptied: (news) => told.push(news), ...more });
  return { told, open };
}

describe('that everything has been sent', () => {
  it('is told once when a queue that waited offline runs empty', async () => {
    const { told, open } = await situation();
    const workspace = await open();
    workspace.dispatcher.setWorkOffline(true);
    const ids = [await enqueueInvite(workspace), await enqueueInvite(workspace)];
    await pass(workspace.fake, minute);
    expect(told).toEqual([]);
    workspace.dispatcher.setWorkOffline(false);
    for (const id of ids) await untilState(workspace, id, 'accepted');
    await passUntil(workspace.fake, () => told.length > 0, minute);
    await pass(workspace.fake, minute);
    expect(told).toEqual([{ sent: 2, needYou: 0 }]);
  });

  it('is not told of what is sent at once, also not after such a queue', async () => {
    const { told, open } = await situation();
    const workspace = await open();
    await untilState(workspace, await enqueueInvite(workspace), 'accepted');
    await pass(workspace.fake, minute);
    expect(told).toEqual([]);
    workspace.dispatcher.setPaused(true);
    const held = await enqueueInvite(workspace);
    await pass(workspace.fake, minute);
    workspace.dispatcher.setPaused(false);
    await untilState(workspace, held, 'accepted');
    await passUntil(workspace.fake, () => told.length > 0, minute);
    await untilState(workspace, await enqueueInvite(workspace), 'accepted');
    await pass(workspace.fake, minute);
    expect(told).toEqual([{ sent: 1, needYou: 0 }]);
  });

  it('counts what needs a person, and what a person marks as sent is not counted as sent', async () => {
    const { told, open } = await situation(['no-one@example.invalid', 'nobody@example.invalid']);
    const workspace = await open();
    workspace.dispatcher.setPaused(true);
    const [first, second, refused] = [
      await enqueueInvite(workspace),
      await enqueueInvite(workspace, 'nobody@example.invalid'),
      await enqueueInvite(workspace, 'no-one@example.invalid'),
    ];
    await pass(workspace.fake, minute);
    workspace.dispatcher.setPaused(false);
    for (const id of [second, refused]) await untilState(workspace, id, 'rejected');
    workspace.dispatcher.decide(second, 'marked_as_sent');
    await untilState(workspace, first, 'accepted');
    await passUntil(workspace.fake, () => told.length > 0, minute);
    expect(told).toEqual([{ sent: 1, needYou: 1 }]);
  });

  it('is not told where all that waited was canceled', async () => {
    const { told, open } = await situation();
    const workspace = await open();
    workspace.dispatcher.setPaused(true);
    const id = await enqueueInvite(workspace);
    await pass(workspace.fake, minute);
    workspace.dispatcher.decide(id, 'cancelled');
    workspace.dispatcher.setPaused(false);
    await pass(workspace.fake, minute);
    expect(getEntryState(workspace, id)).toBe('cancelled');
    expect(told).toEqual([]);
  });

  it('is told of what waited while Gangway was closed', async () => {
    const { told, open } = await situation();
    const folder = temporaryFolder();
    const first = await open({ folder, token: null });
    const id = await enqueueInvite(first);
    await first.close();
    const workspace = await open({ folder, clock: first.fake });
    await untilState(workspace, id, 'accepted');
    await passUntil(workspace.fake, () => told.length > 0, minute);
    expect(told).toEqual([{ sent: 1, needYou: 0 }]);
  });
});
