import { describe, expect, it } from 'vitest';
import { outboxHandlers } from '#main/features/outbox.ts';
import { answering, answeringJson, hangingUp, startWireServer, type Behaviour } from './wire-server.ts';
import {
  enqueueInvite,
  openTestWorkspace,
  passUntil,
  toProgress,
  getEntryState,
  untilState,
} from './workspace-harness.ts';

const accepting = answeringJson({ id: 'r-1' });
const hour = 60 * 60 * 1000;

/** An invite that went out once with an unknown fate, and waits to go again on the word of the service. */
async function invitePromisedOnce(then: Behaviour) {
  const server = await startWireServer(hangingUp);
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  workspace.updateSettings({ honoursIdempotencyKey: true });
  const id = await enqueueInvite(workspace);
  await untilState(workspace, id, 'waiting');
  server.behave(then);
  return { server, workspace, id };
}

describe('an invite that waits to go again because the service honours the key', () => {
  it('is in doubt instead, once that is taken back', async () => {
    const { server, workspace, id } = await invitePromisedOnce(accepting);
    workspace.updateSettings({ honoursIdempotencyKey: false });
    await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'in_doubt', hour);
    expect(toProgress(workspace, id).reason).toMatchObject({ code: 'no_answer' });
    expect(workspace.events).toContainEqual({ name: 'entries.changed', payload: { ids: [id] } });
    expect(server.posts()).toHaveLength(1);

    await outboxHandlers(workspace)['outbox.sendAgain']({ entryId: id });
    await untilState(workspace, id, 'accepted');
    expect(server.posts()).toHaveLength(2);
  });

  it('is in doubt even where its last try was put off by the service', async () => {
    const { server, workspace, id } = await invitePromisedOnce(answering(429));
    await passUntil(workspace.fake, () => toProgress(workspace, id).reason?.code === 'busy', hour);
    workspace.dispatcher.setPaused(true);
    await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'waiting', hour);
    workspace.updateSettings({ honoursIdempotencyKey: false });
    const sent = server.posts().length;
    workspace.dispatcher.setPaused(false);
    await outboxHandlers(workspace)['outbox.retryNow']({ entryId: id });
    await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'in_doubt', hour);
    expect(server.posts()).toHaveLength(sent);
  });
});
