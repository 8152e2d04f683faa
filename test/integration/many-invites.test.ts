import { describe, expect, it } from 'vitest';
import { inviteHandlers } from '#main/features/invites.ts';
import { outboxHandlers } from '#main/features/outbox.ts';
import type { CallResult } from '#shared/ipc/call.ts';
import {
  enqueueInvite,
  openTestWorkspace,
  getEntryState,
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';
import { answering, answeringJson, hangingUp, startWireServer } from './wire-server.ts';

async function unwrap<T>(asking: CallResult<T> | Promise<CallResult<T>>): Promise<T> {
  const result = await asking;
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function getCalls(workspace: TestWorkspace) {
  const invites = inviteHandlers(workspace);
  const outbox = outboxHandlers(workspace);
  return {
    remind: (entryIds: string[]) => unwrap(invites['invites.remind']({ entryIds })),
    undo: (entryIds: string[], what: 'cancelled' | 'enqueued') =>
      unwrap(outbox['outbox.undo']({ entryIds, what })),
    get: (entryId: string) => unwrap(invites['invites.get']({ entryId })),
    decide: (entryIds: string[], decision: 'cancelled' | 'retried_now') =>
      unwrap(outbox['outbox.decideMany']({ entryIds, decision })),
  };
}

async function inEveryState() {
  const server = await startWireServer(answeringJson({ id: 1 }));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const sent = [await enqueueInvite(workspace), await enqueueInvite(workspace)];
  for (const id of sent) await untilState(workspace, id, 'accepted');
  server.behave(hangingUp);
  const unclear = await enqueueInvite(workspace);
  await untilState(workspace, unclear, 'in_doubt');
  server.behave(answering(422));
  const refused = await enqueueInvite(workspace);
  await untilState(workspace, refused, 'rejected');
  workspace.dispatcher.setPaused(true);
  const queued = [await enqueueInvite(workspace), await enqueueInvite(workspace)];
  return { server, workspace, sent, unclear, refused, queued, ...getCalls(workspace) };
}

describe('one decision on many invites', () => {
  it('cancels those whose state allows it, and leaves the others as they are', async () => {
    const { workspace, sent, refused, queued, decide } = await inEveryState();
    const { changed } = await decide([...sent, refused, ...queued], 'cancelled');
    expect(changed).toEqual([refused, ...queued]);
    expect(sent.map((id) => getEntryState(workspace, id))).toEqual(['accepted', 'accepted']);
    expect(changed.map((id) => getEntryState(workspace, id))).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
    expect(workspace.entries.history(queued[0] ?? '')[0]?.event).toBe('cancelled');
    expect(await decide(queued, 'cancelled')).toEqual({ changed: [], notBefore: null });
    expect(workspace.dispatcher.status().counts).toMatchObject({ cancelled: 3, queued: 0 });
  });

  it('is undone for all of them: each is again what it was, and goes out as itself', async () => {
    const { workspace, server, refused, queued, decide, undo, get } = await inEveryState();
    const keys = await Promise.all(queued.map(async (id) => (await get(id)).idempotencyKey));
    await decide([refused, ...queued], 'cancelled');
    expect(await undo([refused, ...queued], 'cancelled')).toEqual({
      undone: [refused, ...queued],
      sending: 0,
      changed: 0,
    });
    expect([refused, ...queued].map((id) => getEntryState(workspace, id))).toEqual([
      'rejected',
      'queued',
      'queued',
    ]);
    const posts = server.posts().length;
    server.behave(answeringJson({ id: 2 }));
    workspace.dispatcher.setPaused(false);
    for (const id of queued) await untilState(workspace, id, 'accepted');
    const sentUnder = server
      .posts()
      .slice(posts)
      .map(({ headers }) => headers['idempotency-key']);
    expect(sentUnder).toEqual(keys.map((key) => `"${key}"`));
  });
});

describe('reminding many', () => {
  it('queues one second invite for each that was sent, and none for what may or will still be sent', async () => {
    const { workspace, sent, unclear, refused, queued, remind, get } = await inEveryState();
    const second = (await remind([...sent, unclear, refused, ...queued])).queued;
    expect(second).toHaveLength(2);
    for (const [index, id] of second.entries()) {
      expect((await get(id)).invitation).toEqual((await get(sent[index] ?? '')).invitation);
      expect(getEntryState(workspace, id)).toBe('queued');
    }
    expect(sent.map((id) => getEntryState(workspace, id))).toEqual(['accepted', 'accepted']);
  });

  it('queues one for each recipient, whatever the case of the address, and none while another waits', async () => {
    const server = await startWireServer(answeringJson({ id: 1 }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const { remind, get } = getCalls(workspace);
    const addresses = ['tom@kestrel.example', 'Tom@Kestrel.example', 'ana@lark.example'];
    const sent = [];
    for (const address of addresses) {
      const id = await enqueueInvite(workspace, address);
      await untilState(workspace, id, 'accepted');
      sent.push(id);
    }
    workspace.dispatcher.setPaused(true);
    const first = await remind(sent);
    expect(first.leftOut).toEqual({ notSent: 0, sameRecipient: 1, underWay: 0 });
    const reached = await Promise.all(first.queued.map(async (id) => (await get(id)).email?.toLowerCase()));
    expect(new Set(reached)).toEqual(new Set(['ana@lark.example', 'tom@kestrel.example']));
    // An invite is ticked together with its own reminder, which still waits.
    expect(await remind([...sent, ...first.queued])).toEqual({
      queued: [],
      notBefore: null,
      leftOut: { notSent: 2, sameRecipient: 1, underWay: 2 },
    });
    workspace.dispatcher.setPaused(false);
    for (const id of first.queued) await untilState(workspace, id, 'accepted');
    const posts = server.posts().length;
    expect((await remind([...sent, ...first.queued])).leftOut).toMatchObject({ sameRecipient: 3 });
    await expect.poll(() => server.posts().length).toBe(posts + 2);
  });

  it('tells beforehand what it would do, and queues nothing by that', async () => {
    const { workspace, sent, unclear, queued } = await inEveryState();
    const asked = { entryIds: [...sent, unclear, ...queued] };
    const before = workspace.dispatcher.status().counts;
    expect(await unwrap(inviteHandlers(workspace)['invites.remindable'](asked))).toEqual({
      entryIds: sent,
      leftOut: { notSent: 3, sameRecipient: 0, underWay: 0 },
    });
    expect(workspace.dispatcher.status().counts).toEqual(before);
  });

  it('takes back what has not left, and says how many', async () => {
    const { workspace, server, sent, remind, undo } = await inEveryState();
    const [first = '', second = ''] = (await remind(sent)).queued;
    server.behave(answeringJson({ id: 3 }));
    expect((await undo([second], 'enqueued')).undone).toEqual([second]);
    workspace.dispatcher.setPaused(false);
    await untilState(workspace, first, 'accepted');
    expect(await undo([first, second], 'enqueued')).toEqual({ undone: [], sending: 0, changed: 2 });
    expect(getEntryState(workspace, second)).toBe('cancelled');
  });
});
