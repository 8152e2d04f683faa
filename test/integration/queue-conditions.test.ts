import { describe, expect, it } from 'vitest';
import { inviteHandlers } from '#main/features/invites.ts';
import { serviceLimits } from '#main/service-client/transport.ts';
import type { Workspace } from '#main/workspace/workspace.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import {
  answerBytes,
  answering,
  answeringJson,
  hangingUp,
  silence,
  startWireServer,
  type Behaviour,
} from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  memoryKeychain,
  openTestWorkspace,
  pass,
  passUntil,
  toProgress,
  getEntryState,
  temporaryFolder,
  until,
  untilState,
} from './workspace-harness.ts';

const accepting = answeringJson({ id: 4711 });
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

function getCondition(workspace: Workspace) {
  return workspace.dispatcher.status().condition;
}

/** The behaviour for one token, and a 401 for every other. */
function demanding(token: string, behaviour: Behaviour): Behaviour {
  return (request, socket) => {
    const allowed = request.headers['authorization'] === `Bearer ${token}`;
    (allowed ? behaviour : answering(401))(request, socket);
  };
}

describe('a held outbox', () => {
  it('sends nothing at all while it is paused, over a restart too, and goes on when it is let go', async () => {
    const server = await startWireServer(accepting);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    first.dispatcher.setPaused(true);
    await first.token.replace('a-token');
    first.dispatcher.tokenChanged();
    const id = await enqueueInvite(first);
    await pass(first.fake, 10 * minute);
    await first.close();
    const asked = server.requests.length + server.probes.length;

    const workspace = await openTestWorkspace({
      baseUrl: server.baseUrl,
      folder: first.folder,
      clock: first.fake,
    });
    await pass(workspace.fake, 10 * minute);
    expect(getCondition(workspace)).toEqual({ kind: 'paused' });
    expect(server.requests).toEqual([]);
    expect(server.requests.length + server.probes.length).toBe(asked);

    workspace.dispatcher.setPaused(false);
    await untilState(workspace, id, 'accepted');
    expect(server.posts()).toHaveLength(1);
  });

  it('sends nothing at all while the person works offline, over a restart too', async () => {
    const server = await startWireServer(accepting);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
    first.dispatcher.setWorkOffline(true);
    const id = await enqueueInvite(first);
    await first.close();
    const asked = server.probes.length;

    const workspace = await openTestWorkspace({
      baseUrl: server.baseUrl,
      folder: first.folder,
      clock: first.fake,
    });
    workspace.documents.add('0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21', null, workspace.fake.wall());
    const now = workspace.fake.wall();
    workspace.watches.begin('document', '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21', now, now);
    workspace.dispatcher.syncNow();
    await pass(workspace.fake, 10 * minute);
    expect(getCondition(workspace)).toEqual({ kind: 'working_offline' });
    expect(server.requests).toEqual([]);
    expect(server.probes).toHaveLength(asked);

    workspace.dispatcher.setWorkOffline(false);
    await untilState(workspace, id, 'accepted');
  });
});

describe('a token that is not accepted', () => {
  it('holds the queue, loses nothing, and a new one sets it going', async () => {
    const server = await startWireServer(demanding('new-token', accepting));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, token: 'old-token' });
    const ids = [await enqueueInvite(workspace), await enqueueVerification(workspace)];
    await until(() => getCondition(workspace).kind === 'signed_out', 'it is signed out');
    await until(() => ids.every((id) => getEntryState(workspace, id) === 'queued'), 'all are queued again');
    const before = server.posts().length;
    await pass(workspace.fake, hour, minute);
    expect(getCondition(workspace)).toEqual({ kind: 'signed_out', reason: 'refused' });
    expect(server.posts()).toHaveLength(before);
    expect(toProgress(workspace, ids[0] ?? '').reason).toEqual({ code: 'token_refused' });

    server.behave(demanding('new-token', answeringJson({ success: true, id: 'r-1' })));
    await workspace.token.replace('new-token');
    workspace.dispatcher.tokenChanged();
    for (const id of ids) await untilState(workspace, id, 'accepted');
  });

  it('is remembered as refused over a restart', async () => {
    const server = await startWireServer(answering(401));
    const first = await openTestWorkspace({ baseUrl: server.baseUrl });
    await enqueueInvite(first);
    await until(() => getCondition(first).kind === 'signed_out', 'it is signed out');
    await first.close();
    const before = server.posts().length;
    const next = await openTestWorkspace({
      baseUrl: server.baseUrl,
      folder: first.folder,
      clock: first.fake,
    });
    await pass(next.fake, 10 * minute);
    expect(getCondition(next)).toEqual({ kind: 'signed_out', reason: 'refused' });
    expect(server.posts()).toHaveLength(before);
  });

  it('does not hold the queue where a newer one has taken its place meanwhile', async () => {
    const held: (() => void)[] = [];
    const server = await startWireServer((request, socket) => {
      if (request.headers['authorization'] === 'Bearer old-token') {
        held.push(() => {
          answering(401)(request, socket);
        });
      } else accepting(request, socket);
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, token: 'old-token' });
    const id = await enqueueInvite(workspace);
    await until(() => held.length === 1, 'the request with the old token is under way');
    await workspace.token.replace('new-token');
    workspace.dispatcher.tokenChanged();
    held[0]?.();
    await untilState(workspace, id, 'accepted');
    expect(getCondition(workspace).kind).toBe('online');
    expect(server.posts().map((request) => request.headers['authorization'])).toEqual([
      'Bearer old-token',
      'Bearer new-token',
    ]);
  });

  it('that is taken away stops the queue before the next request', async () => {
    const server = await startWireServer(accepting);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    await workspace.token.forget();
    workspace.dispatcher.tokenChanged();
    const id = await enqueueInvite(workspace);
    await pass(workspace.fake, minute);
    expect(getCondition(workspace)).toEqual({ kind: 'signed_out', reason: 'no_token' });
    expect(server.requests).toEqual([]);
    expect(getEntryState(workspace, id)).toBe('queued');
  });

  it('belongs to its workspace and is never sent for another', async () => {
    const here = await startWireServer(accepting);
    const there = await startWireServer(accepting);
    const keychain = await memoryKeychain();
    const first = await openTestWorkspace({ baseUrl: here.baseUrl, keychain, id: 'one', token: 'token-one' });
    const other = await openTestWorkspace({ baseUrl: there.baseUrl, keychain, id: 'two', token: null });
    const mine = await enqueueInvite(first);
    const theirs = await enqueueInvite(other);
    await untilState(first, mine, 'accepted');
    await pass(other.fake, minute);
    expect(getEntryState(other, theirs)).toBe('queued');
    expect(there.requests).toEqual([]);
    await other.token.replace('token-two');
    other.dispatcher.tokenChanged();
    await untilState(other, theirs, 'accepted');
    expect(there.requests.map((request) => request.headers['authorization'])).toEqual(['Bearer token-two']);
    expect(here.requests.map((request) => request.headers['authorization'])).toEqual(['Bearer token-one']);
  });
});

describe('a server that asks for a pause', () => {
  it('is left alone until then, also over a restart', async () => {
    const server = await startWireServer(answering(429, { 'retry-after': '120' }));
    const first = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(first);
    await untilState(first, id, 'waiting');
    const until120 = first.fake.wall() + 120 * second;
    expect(toProgress(first, id).nextAt).toBe(until120);
    expect(getCondition(first)).toEqual({ kind: 'busy', until: until120 });
    const another = await enqueueInvite(first);
    await pass(first.fake, 60 * second);
    expect(server.posts()).toHaveLength(1);
    await first.close();

    server.behave(accepting);
    const next = await openTestWorkspace({
      baseUrl: server.baseUrl,
      folder: first.folder,
      clock: first.fake,
    });
    await pass(next.fake, 58 * second, second);
    expect(server.posts()).toHaveLength(1);
    await passUntil(next.fake, () => getEntryState(next, id) === 'accepted', 10 * second);
    await untilState(next, another, 'accepted');
  });

  it('until a date is measured by its own clock, however wrong the one here is', async () => {
    const server = await startWireServer(
      answering(503, {
        date: 'Mon, 01 Jun 2026 10:00:00 GMT',
        'retry-after': 'Mon, 01 Jun 2026 10:01:30 GMT',
      }),
    );
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    await untilState(workspace, id, 'waiting');
    expect(toProgress(workspace, id).nextAt).toBe(workspace.fake.wall() + 90 * second);
  });

  it('of ten years is asked again after an hour', async () => {
    const server = await startWireServer(answering(429, { 'retry-after': '315360000' }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    await untilState(workspace, id, 'waiting');
    server.behave(accepting);
    await pass(workspace.fake, 59 * minute, minute);
    expect(server.posts()).toHaveLength(1);
    await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'accepted', 2 * minute);
  });

  it('in words that nobody understands gets the backoff', async () => {
    const server = await startWireServer(answering(503, { 'retry-after': 'soon' }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    await untilState(workspace, id, 'waiting');
    expect(toProgress(workspace, id)).toMatchObject({ reason: { code: 'busy', waitMs: null } });
    expect(toProgress(workspace, id).nextAt).toBe(workspace.fake.wall() + 500);
  });
});

describe('a server that points elsewhere', () => {
  const location = 'https://elsewhere.invalid/api';
  const pointing = answering(308, { location });

  it('is said to, with the address, until it answers itself', async () => {
    const server = await startWireServer(pointing);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    await untilState(workspace, id, 'waiting');
    expect(getCondition(workspace)).toEqual({ kind: 'redirected', location, until: null });
    // For one alone nothing is held back.
    const other = await enqueueInvite(workspace);
    await untilState(workspace, other, 'waiting');

    server.behave(accepting);
    await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'accepted', minute);
    expect(getCondition(workspace).kind).toBe('online');
  });

  it('is left alone for a while where it points elsewhere for everything, over a restart too', async () => {
    const server = await startWireServer(pointing);
    const first = await openTestWorkspace({ baseUrl: server.baseUrl });
    for (let number = 0; number < 6; number += 1) await enqueueInvite(first);
    const held = (workspace: Workspace) => {
      const condition = getCondition(workspace);
      return condition.kind === 'redirected' && condition.until !== null;
    };
    await until(() => held(first), 'it is held');
    await until(() => first.dispatcher.status().counts.sending === 0, 'all have ended');
    await first.close();
    const next = await openTestWorkspace({
      baseUrl: server.baseUrl,
      folder: first.folder,
      clock: first.fake,
    });
    expect(getCondition(next)).toMatchObject({ kind: 'redirected', location });
    server.behave(accepting);
    await passUntil(next.fake, () => next.dispatcher.status().counts.accepted === 6, hour);
    expect(getCondition(next).kind).toBe('online');
  });

  it('for one entry alone is not said to any more once others are answered', async () => {
    const server = await startWireServer((request, socket) => {
      (request.path === '/vendors' ? accepting : pointing)(request, socket);
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const check = await enqueueVerification(workspace);
    await untilState(workspace, check, 'waiting');
    expect(getCondition(workspace).kind).toBe('redirected');
    const invite = await enqueueInvite(workspace);
    await untilState(workspace, invite, 'accepted');
    await passUntil(workspace.fake, () => toProgress(workspace, check).attempts > 2, minute);
    await untilState(workspace, check, 'waiting');
    expect(getCondition(workspace).kind).toBe('online');
  });

  it('is said to when a result is asked for and it points elsewhere', async () => {
    const job = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21';
    const server = await startWireServer(pointing);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const now = workspace.fake.wall();
    workspace.documents.add(job, null, now);
    workspace.watches.begin('document', job, now, now);
    workspace.watcher.wake();
    await passUntil(workspace.fake, () => getCondition(workspace).kind === 'redirected', minute);
    expect(getCondition(workspace)).toEqual({ kind: 'redirected', location, until: null });
  });
});

describe('what was sent last', () => {
  it('is what the service accepted last, not what was enqueued last, over a restart too', async () => {
    const server = await startWireServer((request, socket) => {
      (request.body.includes('early') ? answering(503) : accepting)(request, socket);
    });
    const first = await openTestWorkspace({ baseUrl: server.baseUrl });
    const early = await enqueueInvite(first, 'early@example.invalid');
    await untilState(first, early, 'waiting');
    const late = await enqueueInvite(first, 'late@example.invalid');
    await untilState(first, late, 'accepted');
    expect(first.dispatcher.status()).toMatchObject({
      lastSentTo: 'late@example.invalid',
      nextAt: toProgress(first, early).nextAt,
    });
    server.behave(accepting);
    await passUntil(first.fake, () => getEntryState(first, early) === 'accepted', hour);
    const { sentAt } = toProgress(first, early);
    const last = { lastSentAt: sentAt, lastSentTo: 'early@example.invalid', nextAt: null };
    expect(first.dispatcher.status()).toMatchObject(last);
    await first.close();
    const next = await openTestWorkspace({
      baseUrl: server.baseUrl,
      folder: first.folder,
      clock: first.fake,
    });
    expect(next.dispatcher.status()).toMatchObject(last);
  });
});

describe('a server in trouble', () => {
  it('is asked less and less, one request at a time, and the restraint survives a restart', async () => {
    const server = await startWireServer(answering(503));
    const first = await openTestWorkspace({ baseUrl: server.baseUrl });
    first.updateSettings({ concurrency: 1 });
    for (let number = 0; number < 10; number += 1) await enqueueVerification(first);
    const open = () => getCondition(first).kind === 'server_trouble';
    await passUntil(first.fake, open, minute);
    const asked = server.posts().length;
    expect(asked).toBeLessThanOrEqual(10);
    await pass(first.fake, 10 * second, second);
    expect(server.posts()).toHaveLength(asked);
    await first.close();

    const next = await openTestWorkspace({
      baseUrl: server.baseUrl,
      folder: first.folder,
      clock: first.fake,
    });
    next.updateSettings({ concurrency: 8 });
    await pass(next.fake, 3 * second, second);
    expect(getCondition(next).kind).toBe('server_trouble');
    expect(server.posts()).toHaveLength(asked);
    await passUntil(next.fake, () => server.posts().length === asked + 1, 3 * second);
    await until(() => getCondition(next).kind === 'server_trouble', 'the trial has failed');
    const reopened = getCondition(next);
    const wait = reopened.kind === 'server_trouble' ? reopened.until - next.fake.wall() : 0;
    expect(wait).toBeGreaterThan(25 * second);

    server.behave(answeringJson({ success: true, id: 'r-1' }));
    await passUntil(next.fake, () => next.dispatcher.status().counts.accepted === 10, hour);
    expect(getCondition(next).kind).toBe('online');
  });

  it('that only hangs up is not called online, and puts few invites in doubt', async () => {
    const server = await startWireServer(hangingUp);
    server.behaveToProbes(hangingUp);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    for (let number = 0; number < 40; number += 1) await enqueueInvite(workspace);
    await until(() => getCondition(workspace).kind === 'offline', 'it is known that nothing comes back');
    await pass(workspace.fake, 30 * minute, 10 * second);
    expect(workspace.dispatcher.status().lastAnswerAt).toBeNull();
    expect(getCondition(workspace).kind).toBe('offline');
    expect(workspace.dispatcher.status().counts.in_doubt).toBeLessThanOrEqual(4);

    server.behaveToProbes(answering(404));
    server.behave(accepting);
    const doubted = workspace.dispatcher.status().counts.in_doubt;
    const sent = () => workspace.dispatcher.status().counts.accepted === 40 - doubted;
    await passUntil(workspace.fake, sent, minute);
    expect(workspace.dispatcher.status().counts.in_doubt).toBe(doubted);
  });
});

describe('a network that comes and goes', () => {
  it('puts no more invites in doubt than were under way when nothing came back any more', async () => {
    const server = await startWireServer(accepting);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    await until(() => getCondition(workspace).kind === 'online', 'it is online');
    server.behave(hangingUp);
    server.behaveToProbes(hangingUp);
    workspace.updateSettings({ concurrency: 3 });
    const ids = await Promise.all(Array.from({ length: 30 }, () => enqueueInvite(workspace)));
    await until(() => getCondition(workspace).kind === 'offline', 'it is known that nothing comes back');
    await pass(workspace.fake, 10 * minute, 10 * second);
    const doubted = () => ids.filter((id) => getEntryState(workspace, id) === 'in_doubt').length;
    expect(doubted()).toBeLessThanOrEqual(3);
    expect(server.posts()).toHaveLength(doubted());

    server.behave(accepting);
    server.behaveToProbes(answering(404));
    const before = doubted();
    const sent = () => workspace.dispatcher.status().counts.accepted === 30 - before;
    await passUntil(workspace.fake, sent, minute);
  });

  it('goes on at once where only that one answer was lost', async () => {
    const server = await startWireServer((request, socket) => {
      (request.body.includes('unlucky') ? hangingUp : accepting)(request, socket);
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.updateSettings({ concurrency: 1 });
    const unlucky = await enqueueInvite(workspace, 'unlucky@example.invalid');
    const next = await enqueueInvite(workspace);
    await untilState(workspace, next, 'accepted');
    expect(getEntryState(workspace, unlucky)).toBe('in_doubt');
  });

  it('sets what waits going with the first answer, whatever that is', async () => {
    const gone = await startWireServer(accepting);
    await gone.close();
    const workspace = await openTestWorkspace({ baseUrl: gone.baseUrl });
    await until(() => getCondition(workspace).kind === 'offline', 'it is offline');
    const ids = [await enqueueInvite(workspace), await enqueueInvite(workspace)];
    await pass(workspace.fake, 10 * minute);
    expect(ids.map((id) => toProgress(workspace, id).attempts)).toEqual([0, 0]);

    const back = await startWireServer(accepting, gone.port);
    back.behaveToProbes(answering(405));
    await passUntil(
      workspace.fake,
      () => ids.every((id) => getEntryState(workspace, id) === 'accepted'),
      minute,
    );
    expect(back.probes.length).toBeGreaterThan(0);
    for (const probe of back.probes) expect(probe.head.toLowerCase()).not.toContain('authorization');
    expect(getCondition(workspace).kind).toBe('online');
  });
});

describe('the wall clock', () => {
  it.each([day, -day])('set by %d ms neither hurries nor holds up what waits', async (by) => {
    const server = await startWireServer(answering(429, { 'retry-after': '600' }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    await untilState(workspace, id, 'waiting');
    server.behave(accepting);
    await pass(workspace.fake, minute);
    workspace.fake.setWall(workspace.fake.wall() + by);
    await pass(workspace.fake, 8 * minute);
    expect(server.posts()).toHaveLength(1);
    await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'accepted', 2 * minute);
  });

  it.each([day, -day])(
    'set by %d ms while a request is under way does not move the wait that follows',
    async (by) => {
      const held: (() => void)[] = [];
      const server = await startWireServer((request, socket) => {
        held.push(() => {
          answering(429, { 'retry-after': '60' })(request, socket);
        });
      });
      const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
      const id = await enqueueInvite(workspace);
      await until(() => held.length === 1, 'the request is under way');
      workspace.fake.setWall(workspace.fake.wall() + by);
      held[0]?.();
      await untilState(workspace, id, 'waiting');
      await pass(workspace.fake, 2 * second, second);
      const expected = workspace.fake.wall() + 58 * second;
      expect(toProgress(workspace, id).nextAt).toBe(expected);
      expect(getCondition(workspace)).toEqual({ kind: 'busy', until: expected });
    },
  );

  it('set by a day while the service is in trouble does not leave it alone for a day', async () => {
    const held: (() => void)[] = [];
    const server = await startWireServer((request, socket) => {
      held.push(() => {
        answering(503)(request, socket);
      });
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.updateSettings({ concurrency: 5 });
    for (let number = 0; number < 5; number += 1) await enqueueVerification(workspace);
    await until(() => held.length === 5, 'all are under way');
    workspace.fake.setWall(workspace.fake.wall() + day);
    for (const answer of held) answer();
    await until(() => getCondition(workspace).kind === 'server_trouble', 'it is in trouble');
    await pass(workspace.fake, second, second);
    const said = getCondition(workspace);
    expect(said.kind === 'server_trouble' ? said.until - workspace.fake.wall() : day).toBeLessThan(minute);
  });

  it('set by eight days does not make an entry count as tried for eight days', async () => {
    const server = await startWireServer(answering(503, { 'retry-after': '5' }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const id = await enqueueInvite(workspace);
    await untilState(workspace, id, 'waiting');
    workspace.fake.setWall(workspace.fake.wall() + 8 * day);
    await passUntil(workspace.fake, () => toProgress(workspace, id).attempts >= 3, hour);
    await untilState(workspace, id, 'waiting');
  });

  it('set by two days does not end the day for which an unknown id is asked for', async () => {
    const job = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21';
    const server = await startWireServer(answering(404));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const now = workspace.fake.wall();
    workspace.documents.add(job, null, now);
    workspace.watches.begin('document', job, now, now);
    workspace.watcher.wake();
    const checks = () => workspace.documents.get(job)?.watch.checks ?? 0;
    await passUntil(workspace.fake, () => checks() >= 1, minute);
    workspace.fake.setWall(workspace.fake.wall() + 2 * day);
    await passUntil(workspace.fake, () => checks() >= 3, 10 * minute);
    expect(workspace.documents.get(job)?.watch.kind).toBe('watching');
  });

  it('set before something is added does not put off the first look at it', async () => {
    const job = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21';
    const server = await startWireServer(answeringJson({ id: job, status: 'completed' }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    await pass(workspace.fake, minute);
    workspace.fake.setWall(workspace.fake.wall() + day);
    const now = workspace.clock.wall();
    workspace.documents.add(job, null, now);
    workspace.watches.begin('document', job, now, now);
    workspace.watcher.wake();
    await passUntil(workspace.fake, () => workspace.documents.get(job)?.status === 'completed', minute);
  });

  it('that was wrong when a wait was stored cannot hold it longer than an hour from the start', async () => {
    const server = await startWireServer(answering(429, { 'retry-after': '3600' }));
    const wrong = createFakeClock(Date.UTC(2031, 0, 1));
    const first = await openTestWorkspace({ baseUrl: server.baseUrl, clock: wrong });
    const id = await enqueueInvite(first);
    await untilState(first, id, 'waiting');
    await first.close();

    const right = createFakeClock();
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: first.folder, clock: right });
    expect(toProgress(next, id).nextAt).toBe(right.wall() + hour);
    const said = getCondition(next);
    expect(said.kind === 'busy' ? said.until : null).toBe(right.wall() + hour);
    server.behave(accepting);
    await passUntil(next.fake, () => getEntryState(next, id) === 'accepted', hour + minute, 10 * second);
  });
});

describe('strange answers to an invite', () => {
  async function afterAnswer(behaviour: Behaviour, limits = serviceLimits) {
    const server = await startWireServer(behaviour);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, limits });
    const invite = await enqueueInvite(workspace);
    const check = await enqueueVerification(workspace);
    const settled = () => workspace.dispatcher.status().counts;
    await until(() => settled().sending === 0 && settled().queued === 0, 'both came to something');
    return { server, workspace, invite, check };
  }

  async function keptAnswerTo(workspace: Workspace, entryId: string) {
    const result = await inviteHandlers(workspace)['invites.get']({ entryId });
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  }

  it('with 204: the invite counts as accepted, and a verification without an ID is in doubt', async () => {
    const { workspace, invite, check } = await afterAnswer(answering(204));
    expect(getEntryState(workspace, invite)).toBe('accepted');
    expect(await keptAnswerTo(workspace, invite)).toMatchObject({ answer: { body: '' }, result: null });
    expect(toProgress(workspace, check)).toMatchObject({
      state: 'in_doubt',
      reason: { code: 'no_request_id' },
    });
  });

  it('with a body that is cut off: both are in doubt, and what came is kept', async () => {
    const body = '{"vendorStatus":"INV';
    const { workspace, invite, check } = await afterAnswer((_request, socket) => {
      socket.end(answerBytes(200, { 'content-length': '500' }, body));
    });
    expect(await keptAnswerTo(workspace, invite)).toMatchObject({ answer: { body }, result: null });
    for (const id of [invite, check])
      expect(toProgress(workspace, id)).toMatchObject({
        state: 'in_doubt',
        reason: { code: 'unreadable_answer' },
      });
  });

  it('of 20 MB are kept up to the limit', { tags: ['nightly'] }, async () => {
    const { workspace, invite } = await afterAnswer(answering(200, {}, `{"note":"${'x'.repeat(20_000)}"}`), {
      ...serviceLimits,
      bodyBytes: 10_000,
    });
    expect(getEntryState(workspace, invite)).toBe('in_doubt');
    expect((await keptAnswerTo(workspace, invite)).answer?.body).toHaveLength(10_000);
  });

  it('nested a hundred thousand deep harm nothing', { tags: ['nightly'] }, async () => {
    const deep = `{"id":"r-1","metadata":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const { workspace, invite, check } = await afterAnswer(answering(200, {}, deep));
    expect(getEntryState(workspace, invite)).toBe('accepted');
    expect((await keptAnswerTo(workspace, invite)).answer?.body).toBe(deep);
    expect(getEntryState(workspace, check)).toBe('accepted');
  });

  it('that meet a fault in reading them are kept all the same and hold up nobody', async () => {
    const server = await startWireServer(answeringJson({ success: true, id: 'r-1' }));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.verifications.noteRequestId = () => {
      throw new TypeError('A fault.');
    };
    const check = await enqueueVerification(workspace);
    await untilState(workspace, check, 'accepted');
    const invite = await enqueueInvite(workspace);
    await untilState(workspace, invite, 'accepted');
    expect(workspace.log).toContainEqual({ event: 'answer_not_read', detail: { error: 'TypeError' } });
  });

  it('with a 4xx are shown with the reason, at most 4 KiB of it', async () => {
    const { workspace, invite } = await afterAnswer(
      answering(422, { 'content-type': 'text/plain' }, `no such company ${'.'.repeat(9000)}`),
    );
    const { state, reason } = toProgress(workspace, invite);
    expect(state).toBe('rejected');
    expect(reason).toMatchObject({ code: 'refused', status: 422, contentType: 'text/plain' });
    expect(reason?.code === 'refused' ? reason.body : '').toHaveLength(4096);
  });

  it('with a 4xx can be corrected: a new entry under a new key goes out, the refused one is put aside with its reason', async () => {
    const server = await startWireServer((request, socket) => {
      (request.body.includes('wrong') ? answering(422) : accepting)(request, socket);
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const refused = await enqueueInvite(workspace, 'wrong@example.invalid');
    await untilState(workspace, refused, 'rejected');
    const corrected = await inviteHandlers(workspace)['invites.enqueue']({
      invitation: { vendor: { email: 'right@example.invalid' } },
      replaces: refused,
    });
    if (!corrected.ok) throw new Error(corrected.error.message);
    await untilState(workspace, corrected.value.entryId, 'accepted');
    expect(await keptAnswerTo(workspace, refused)).toMatchObject({
      state: 'cancelled',
      reason: { code: 'refused', status: 422 },
      replacedBy: corrected.value.entryId,
    });
    expect(await keptAnswerTo(workspace, corrected.value.entryId)).toMatchObject({ replaces: refused });
    const keys = server.posts().map((request) => request.headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
  });

  it('that point elsewhere are not followed, and the address is kept for the person', async () => {
    const elsewhere = await startWireServer(accepting);
    const target = `${elsewhere.baseUrl}/vendors`;
    const { workspace, invite } = await afterAnswer(answering(307, { location: target }));
    expect(toProgress(workspace, invite)).toMatchObject({
      state: 'waiting',
      reason: { code: 'redirected', status: 307, location: target },
    });
    expect(elsewhere.connections()).toBe(0);
  });

  it('that do not come within the time: both are in doubt', async () => {
    const { workspace, invite, check } = await afterAnswer(silence, {
      ...serviceLimits,
      wholeMs: 300,
    });
    expect(getEntryState(workspace, invite)).toBe('in_doubt');
    expect(getEntryState(workspace, check)).toBe('in_doubt');
  });

  it('with a check that goes again under a key that is the same every time', async () => {
    const server = await startWireServer(answering(500));
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, folder: temporaryFolder() });
    workspace.updateSettings({ resubmittingIsHarmless: true });
    const check = await enqueueVerification(workspace);
    await passUntil(workspace.fake, () => toProgress(workspace, check).attempts >= 3, hour);
    const keys = server.posts().map((request) => request.headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });
});
