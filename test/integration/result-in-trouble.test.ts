import { describe, expect, it } from 'vitest';
import { verificationHandlers } from '#main/features/verifications.ts';
import { answering, answeringJson, startWireServer, type Behaviour, type WireServer } from './wire-server.ts';
import {
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  pass,
  passUntil,
  getEntryState,
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const accepting = answeringJson({ success: true, id: '6f1f0f4e-43c4-4c02-9d0e-0d1d8f3f8a01' });

/** A server that accepts whatever is enqueued; results meet the behaviour. */
function withResults(behaviour: Behaviour): Behaviour {
  return (request, socket) => {
    (request.method === 'GET' ? behaviour : accepting)(request, socket);
  };
}

function looks(server: WireServer): number {
  return server.requests.filter((request) => request.method === 'GET').length;
}

async function acceptedCheck(behaviour: Behaviour) {
  const server = await startWireServer(withResults(behaviour));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const check = await enqueueVerification(workspace);
  await untilState(workspace, check, 'accepted');
  return { server, workspace, check };
}

async function getDetail(workspace: TestWorkspace, entryId: string) {
  const result = await verificationHandlers(workspace)['verifications.get']({ entryId });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const nightly = { tags: ['nightly'] };

describe('a result that the service always fails on', () => {
  const troubles: [string, Behaviour, RegExp, { tags?: string[] }][] = [
    ['500', answering(500), /answered 500/, {}],
    ['503 without a wait', answering(503), /under maintenance/, nightly],
    ['408', answering(408, { 'retry-after': '0' }), /busy/, nightly],
    ['307', answering(307, { location: 'https://elsewhere.invalid/' }), /elsewhere\.invalid/, nightly],
  ];
  for (const [name, behaviour, words, tier] of troubles)
    it(`with ${name} is looked at on the schedule, and what was met is kept`, tier, async () => {
      const { server, workspace, check } = await acceptedCheck(behaviour);
      await pass(workspace.fake, hour, 10 * second);
      // 5 s doubling to 5 min.
      expect(looks(server)).toBeGreaterThan(10);
      expect(looks(server)).toBeLessThan(25);
      const detail = await getDetail(workspace, check);
      expect(detail.watch).toMatchObject({ kind: 'watching', checks: looks(server) });
      expect(detail.watch?.problem).toMatch(words);
      expect(detail.checks).toHaveLength(looks(server));
      expect(detail.checks[0]?.problem).toMatch(words);
    });

  it('is asked for hourly after a day', { tags: ['nightly'] }, async () => {
    const { server, workspace } = await acceptedCheck(answering(500));
    await pass(workspace.fake, 25 * hour, 15 * minute);
    const before = looks(server);
    await pass(workspace.fake, 6 * hour, 5 * minute);
    expect(looks(server) - before).toBeGreaterThanOrEqual(5);
    expect(looks(server) - before).toBeLessThanOrEqual(7);
  });

  it('keeps no invite back', async () => {
    const { workspace } = await acceptedCheck(answering(500));
    for (let times = 0; times < 5; times += 1) {
      await pass(workspace.fake, 20 * minute, 10 * second);
      const invite = await enqueueInvite(workspace);
      await untilState(workspace, invite, 'accepted');
    }
  });

  it('keeps no other result back where there are six of them', { tags: ['nightly'] }, async () => {
    const good = answeringJson({ id: 'v-7', status: 'completed' });
    const server = await startWireServer((request, socket) => {
      const behave = request.method === 'POST' || request.path.includes('c5f8e27') ? good : answering(500);
      behave(request, socket);
    });
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    const add = (number: number) => {
      const job = `0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e2${number}`;
      const now = workspace.fake.wall();
      workspace.documents.add(job, null, now);
      workspace.watches.begin('document', job, now, now);
      workspace.watcher.wake();
      return job;
    };
    for (let number = 1; number <= 6; number += 1) add(number);
    await pass(workspace.fake, hour, 10 * second);
    const job = add(7);
    const read = () => workspace.documents.get(job)?.status === 'completed';
    await passUntil(workspace.fake, read, 16 * minute, 5 * second);
    await pass(workspace.fake, hour, 10 * second);
    const invite = await enqueueInvite(workspace);
    await untilState(workspace, invite, 'accepted');
  });

  it('with 429 and a wait is left alone for as long as it asks', async () => {
    const { server, workspace, check } = await acceptedCheck(answering(429, { 'retry-after': '1800' }));
    await passUntil(workspace.fake, () => looks(server) === 1, minute);
    await pass(workspace.fake, 29 * minute, 10 * second);
    expect(looks(server)).toBe(1);
    const invite = await enqueueInvite(workspace);
    await passUntil(workspace.fake, () => getEntryState(workspace, invite) === 'accepted', 2 * minute);
    await passUntil(workspace.fake, () => looks(server) === 2, minute);
    // The invite was answered well, so this wait is the result's own: it is kept, and kept back alone.
    const next = await enqueueInvite(workspace);
    await untilState(workspace, next, 'accepted');
    await pass(workspace.fake, 29 * minute, 10 * second);
    expect(looks(server)).toBe(2);
    expect((await getDetail(workspace, check)).watch?.problem).toMatch(/busy and asked to wait 30 min/);
  });
});
