import { describe, expect, it } from 'vitest';
import { outboxHandlers } from '#main/features/outbox.ts';
import { copyAsKilled } from './killed-copy.ts';
import {
  answering,
  answeringJson,
  hangingUp,
  silence,
  startWireServer,
  type Behaviour,
} from './wire-server.ts';
import {
  enqueueVerification,
  openTestWorkspace,
  pass,
  passUntil,
  toProgress,
  getEntryState,
  until,
  untilState,
} from './workspace-harness.ts';

const accepting = answeringJson({ success: true, id: 'r-1' });
const hour = 60 * 60 * 1000;

const unanswered: [string, Behaviour][] = [
  ['is hung up on', hangingUp],
  ['is answered with 500', answering(500)],
  ['is answered with 502', answering(502)],
  ['is answered with 504', answering(504, { 'content-type': 'text/html' }, '<h1>Gateway Timeout</h1>')],
  [
    'is answered with a web page and 200',
    answering(200, { 'content-type': 'text/html' }, '<!doctype html><title>Sign in</title>'),
  ],
];

/** A workspace with one verification that met `behaviour`, on a service that accepts everything from then on. */
async function submittedOnce(behaviour: Behaviour, settings: { resubmittingIsHarmless?: boolean } = {}) {
  const server = await startWireServer(behaviour);
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  workspace.updateSettings(settings);
  const id = await enqueueVerification(workspace);
  return { server, workspace, id };
}

describe('a verification whose submission may have arrived', () => {
  unanswered.forEach(([name, behaviour], index) => {
    const tier = index === 0 || index === 3 ? {} : { tags: ['nightly'] };
    it(`and ${name} is left to a person, and not submitted again by itself`, tier, async () => {
      const { server, workspace, id } = await submittedOnce(behaviour);
      await untilState(workspace, id, 'in_doubt');
      server.behave(accepting);
      await pass(workspace.fake, hour, 30_000);
      workspace.dispatcher.syncNow();
      workspace.dispatcher.retryAllNow();
      await pass(workspace.fake, hour, 30_000);
      expect(getEntryState(workspace, id)).toBe('in_doubt');
      expect(server.posts()).toHaveLength(1);

      await outboxHandlers(workspace)['outbox.sendAgain']({ entryId: id });
      await untilState(workspace, id, 'accepted');
      expect(server.posts()).toHaveLength(2);
    });
  });

  it('and was being sent when Gangway ended is left to a person at the next start', async () => {
    const { server, workspace, id } = await submittedOnce(silence);
    await until(() => server.posts().length === 1, 'the submission has arrived');
    const folder = copyAsKilled(workspace.folder);
    server.behave(accepting);
    const reopened = await openTestWorkspace({ baseUrl: server.baseUrl, folder, clock: workspace.fake });
    expect(getEntryState(reopened, id)).toBe('in_doubt');
    expect(toProgress(reopened, id).reason).toMatchObject({ code: 'closed_while_sending' });
    await pass(reopened.fake, hour, 30_000);
    expect(server.posts()).toHaveLength(1);
  });

  it.each([{ resubmittingIsHarmless: true }, { honoursIdempotencyKey: true }])(
    'is submitted again three times under its key where the workspace says %o, and then left to a person',
    async (settings) => {
      const { server, workspace, id } = await submittedOnce(hangingUp, settings);
      await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'in_doubt', 2 * hour);
      expect(server.posts()).toHaveLength(4);
      expect(new Set(server.posts().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      await pass(workspace.fake, hour, 30_000);
      expect(server.posts()).toHaveLength(4);

      // A person who says "again" is asked for three more.
      await outboxHandlers(workspace)['outbox.sendAgain']({ entryId: id });
      await passUntil(workspace.fake, () => server.posts().length === 8, 2 * hour);
      await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'in_doubt', hour);
    },
  );

  it(
    'does not count answers that say that nothing was done among the repeats',
    { tags: ['nightly'] },
    async () => {
      const { server, workspace, id } = await submittedOnce(hangingUp, { resubmittingIsHarmless: true });
      await untilState(workspace, id, 'waiting');
      server.behave(answering(429));
      await passUntil(workspace.fake, () => server.posts().length >= 6, 4 * hour);
      server.behave(accepting);
      await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'accepted', 4 * hour);
    },
  );

  it('is left to a person instead of being submitted again once the workspace takes that back', async () => {
    const { server, workspace, id } = await submittedOnce(hangingUp, { resubmittingIsHarmless: true });
    await untilState(workspace, id, 'waiting');
    workspace.updateSettings({ resubmittingIsHarmless: false });
    server.behave(accepting);
    await passUntil(workspace.fake, () => getEntryState(workspace, id) === 'in_doubt', hour);
    expect(server.posts()).toHaveLength(1);
  });
});

describe('many that may have been sent', () => {
  it.each([
    ['sent_again', 'accepted', 6],
    ['marked_as_sent', 'accepted', 3],
    ['cancelled', 'cancelled', 3],
  ] as const)('are decided on in one go: %s', async (decision, state, posts) => {
    const { server, workspace, id } = await submittedOnce(hangingUp);
    const ids = [id, await enqueueVerification(workspace), await enqueueVerification(workspace)];
    for (const one of ids) await untilState(workspace, one, 'in_doubt');
    server.behave(accepting);
    const calls = outboxHandlers(workspace);
    const result = await calls['outbox.decideMany']({ entryIds: ids, decision });
    expect(result).toEqual({ ok: true, value: { changed: ids, notBefore: null } });
    for (const one of ids) await untilState(workspace, one, state);
    expect(server.posts()).toHaveLength(posts);
    // Whoever presses once more changes nothing.
    const again = await calls['outbox.decideMany']({ entryIds: ids, decision });
    expect(again).toEqual({ ok: true, value: { changed: [], notBefore: null } });
  });
});
