import { describe, expect, it } from 'vitest';
import { outboxHandlers } from '#main/features/outbox.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { answering, answeringJson, startWireServer, type Behaviour } from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  pass,
  passUntil,
  toProgress,
  getEntryState,
  until,
  untilState,
} from './workspace-harness.ts';

const accepting = answeringJson({ success: true, id: '6f1f0f4e-43c4-4c02-9d0e-0d1d8f3f8a01' });
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

function getCondition(workspace: Workspace) {
  return workspace.dispatcher.status().condition;
}

/** What a verification meets; invites are accepted. */
function failingChecks(behaviour: Behaviour): Behaviour {
  return (request, socket) => {
    (request.path === '/vendors' ? accepting : behaviour)(request, socket);
  };
}

describe('an entry that the service always fails on', () => {
  it('with 503 does not hold up an invite that is enqueued later', async () => {
    const server = await startWireServer(failingChecks(answering(503)));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const poison = await enqueueVerification(workspace);
    await pass(workspace.fake, hour, 20 * second);
    expect(toProgress(workspace, poison).attempts).toBeGreaterThan(5);
    expect(getCondition(workspace).kind).toBe('online');
    const invite = await enqueueInvite(workspace);
    await untilState(workspace, invite, 'accepted');
  });

  it.each([1, 4])(
    'keeps no other back where there are twelve of them and %d go at once',
    async (concurrency) => {
      const server = await startWireServer(failingChecks(answering(503)));
      const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
      workspace.updateSettings({ concurrency });
      for (let made = 0; made < 12; made += 1) await enqueueVerification(workspace);
      await pass(workspace.fake, hour, 20 * second);
      const first = await enqueueInvite(workspace);
      const accepted = (id: string) => () => getEntryState(workspace, id) === 'accepted';
      await passUntil(workspace.fake, accepted(first), 16 * minute, 10 * second);
      // From here on the service is known to be well and those twelve are known to be in trouble by themselves.
      await pass(workspace.fake, hour, 20 * second);
      const next = await enqueueInvite(workspace);
      await passUntil(workspace.fake, accepted(next), minute);
    },
  );

  it('with 429 and an hour to wait keeps the others back once, and not again and again', async () => {
    const server = await startWireServer(failingChecks(answering(429, { 'retry-after': '3600' })));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.updateSettings({ concurrency: 1 });
    const poison = await enqueueVerification(workspace);
    await untilState(workspace, poison, 'waiting');
    expect(getCondition(workspace).kind).toBe('busy');
    const invite = await enqueueInvite(workspace);
    const sent = (id: string) => () => getEntryState(workspace, id) === 'accepted';
    await passUntil(workspace.fake, sent(invite), hour + minute, 10 * second);
    await passUntil(workspace.fake, () => toProgress(workspace, poison).attempts === 2, minute);
    await untilState(workspace, poison, 'waiting');
    // It is asked to wait again, and alone.
    expect(toProgress(workspace, poison).nextAt).toBe(workspace.fake.wall() + hour);
    expect(getCondition(workspace).kind).toBe('online');
    const next = await enqueueInvite(workspace);
    await untilState(workspace, next, 'accepted');
  });

  it.each([408, 425])('with %d and a wait keeps no other back', async (status) => {
    const server = await startWireServer(failingChecks(answering(status, { 'retry-after': '600' })));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const check = await enqueueVerification(workspace);
    await untilState(workspace, check, 'waiting');
    expect(toProgress(workspace, check).nextAt).toBe(workspace.fake.wall() + 600 * second);
    const invite = await enqueueInvite(workspace);
    await untilState(workspace, invite, 'accepted');
  });

  it('does not come before new ones, however many of its kind are due', async () => {
    let answered = 0;
    const server = await startWireServer((request, socket) => {
      answered += 1;
      // Too slow for the retries ever to be through: one is due whenever one ends.
      failingChecks(answering(503))(request, socket);
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.updateSettings({ concurrency: 1 });
    const checks = await Promise.all(Array.from({ length: 4 }, () => enqueueVerification(workspace)));
    await until(() => checks.every((id) => getEntryState(workspace, id) === 'waiting'), 'all were tried');
    workspace.dispatcher.setPaused(true);
    await pass(workspace.fake, minute);
    const invites = await Promise.all(Array.from({ length: 3 }, () => enqueueInvite(workspace)));
    const before = answered;
    const order = () =>
      server
        .posts()
        .slice(before)
        .map((request) => request.path === '/vendors');
    workspace.dispatcher.setPaused(false);
    await until(() => answered === before + 7, 'all were tried again');
    // In turn, as long as there are both.
    expect(
      order()
        .slice(0, 6)
        .filter((isInvite) => isInvite),
    ).toHaveLength(3);
    expect(order().slice(0, 2)).toContain(true);
    expect(order().slice(0, 2)).toContain(false);
    for (const id of invites) await untilState(workspace, id, 'accepted');
  });
});

describe('a server that is in trouble with everything', () => {
  async function inTrouble(behaviour: Behaviour) {
    const server = await startWireServer(behaviour);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const checks = await Promise.all(Array.from({ length: 12 }, () => enqueueVerification(workspace)));
    const long = () => {
      const condition = getCondition(workspace);
      const wait = condition.kind === 'server_trouble' ? condition.until - workspace.fake.wall() : 0;
      return wait > 5 * minute && checks.every((id) => getEntryState(workspace, id) === 'waiting');
    };
    await passUntil(workspace.fake, long, 2 * hour, 20 * second);
    const [check = ''] = checks;
    return { server, workspace, check, checks };
  }

  it('is asked again at once when a person says "Try now"', async () => {
    const { server, workspace, check, checks } = await inTrouble(answering(503));
    server.behave(accepting);
    const before = server.posts().length;
    await outboxHandlers(workspace)['outbox.retryNow']({ entryId: check });
    await untilState(workspace, check, 'accepted');
    // The trial has worked, so the others may go too.
    const key = server.posts()[before]?.headers['idempotency-key'];
    expect(server.posts().filter((post) => post.headers['idempotency-key'] === key).length).toBeGreaterThan(
      1,
    );
    expect(getCondition(workspace).kind).toBe('online');
    await passUntil(
      workspace.fake,
      () => checks.every((id) => getEntryState(workspace, id) === 'accepted'),
      hour,
      20 * second,
    );
  });

  it('is asked once when a person says "Try now" and the trial fails', async () => {
    const { server, workspace, check } = await inTrouble(answering(503));
    const before = server.posts().length;
    const condition = getCondition(workspace);
    await outboxHandlers(workspace)['outbox.retryNow']({ entryId: check });
    await untilState(workspace, check, 'waiting');
    await pass(workspace.fake, minute);
    expect(server.posts()).toHaveLength(before + 1);
    expect(getCondition(workspace)).toEqual(condition);
  });

  it('is asked again at once when a person says "Try all now", with one first', async () => {
    const { server, workspace, checks } = await inTrouble(answering(503));
    const held: (() => void)[] = [];
    server.behave((request, socket) => {
      held.push(() => {
        accepting(request, socket);
      });
    });
    await outboxHandlers(workspace)['outbox.retryAllNow'](null);
    await until(() => held.length === 1, 'the trial is under way');
    await pass(workspace.fake, 10 * second);
    expect(held).toHaveLength(1);
    server.behave(accepting);
    held[0]?.();
    await until(() => checks.every((id) => getEntryState(workspace, id) === 'accepted'), 'all are sent');
  });

  it('is asked again at once for those that a person ticked', async () => {
    const { server, workspace, checks } = await inTrouble(answering(503));
    server.behave(accepting);
    const ticked = checks.slice(3, 5);
    await outboxHandlers(workspace)['outbox.decideMany']({ entryIds: ticked, decision: 'retried_now' });
    await until(() => ticked.every((id) => getEntryState(workspace, id) === 'accepted'), 'both are sent');
  });

  it('does not stop a trial for good when what a person wanted to go is cancelled', async () => {
    const { server, workspace, check, checks } = await inTrouble(answering(503));
    server.behave(accepting);
    await outboxHandlers(workspace)['outbox.pause']({ paused: true });
    await outboxHandlers(workspace)['outbox.retryNow']({ entryId: check });
    await outboxHandlers(workspace)['outbox.cancel']({ entryId: check });
    await outboxHandlers(workspace)['outbox.pause']({ paused: false });
    const others = () => checks.every((id) => id === check || getEntryState(workspace, id) === 'accepted');
    await passUntil(workspace.fake, others, hour, 20 * second);
    expect(getEntryState(workspace, check)).toBe('cancelled');
  });

  it('is tried with what may be repeated before what could be put in doubt', async () => {
    const { server, workspace } = await inTrouble(answering(503));
    workspace.updateSettings({ resubmittingIsHarmless: true });
    server.behave(answering(500));
    const invite = await enqueueInvite(workspace);
    const check = await enqueueVerification(workspace);
    await passUntil(
      workspace.fake,
      () => toProgress(workspace, check).attempts > 0,
      16 * minute,
      20 * second,
    );
    expect(getEntryState(workspace, invite)).toBe('queued');
    expect(server.posts().filter((post) => post.path === '/vendors')).toHaveLength(0);
  });
});

describe('a busy server', () => {
  it('is asked for what a person wants to go now, and for nothing else', async () => {
    const server = await startWireServer(answering(429, { 'retry-after': '3600' }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const first = await enqueueInvite(workspace);
    await untilState(workspace, first, 'waiting');
    const other = await enqueueInvite(workspace);
    server.behave(accepting);
    await outboxHandlers(workspace)['outbox.retryNow']({ entryId: first });
    await untilState(workspace, first, 'accepted');
    await pass(workspace.fake, minute);
    expect(getEntryState(workspace, other)).toBe('queued');
    expect(getCondition(workspace).kind).toBe('busy');
    await outboxHandlers(workspace)['outbox.retryAllNow'](null);
    await untilState(workspace, other, 'accepted');
  });
});
