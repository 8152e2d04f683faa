import { describe, expect, it, vi } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { vendorHandlers } from '#main/features/vendors.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import {
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
  openTestWorkspace,
  passUntil,
  until,
  untilState,
} from './workspace-harness.ts';

const requestId = 'f3b8ad4e-61f5-4a3c-b5b1-0a2f5f9c2f10';
const job = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21';

/** Takes a verification and answers questions for its result with `reading`. */
function queueThen(reading: Behaviour): Behaviour {
  const taking = answeringJson({ success: true, id: requestId });
  return (request, socket) => {
    (request.method === 'POST' ? taking : reading)(request, socket);
  };
}

async function acceptedCheck(reading: Behaviour) {
  const server = await startWireServer(queueThen(reading));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const entryId = await enqueueVerification(workspace);
  await untilState(workspace, entryId, 'accepted');
  await until(() => workspace.dispatcher.status().condition.kind === 'online', 'it is online');
  return { server, workspace, entryId };
}

describe('a result that a person asks for now', () => {
  it.each([
    [
      'is busy and says for how long',
      answering(429, { 'retry-after': '120' }),
      /busy and asked to wait 2 min/,
    ],
    ['has a problem', answering(500), /has a problem \(it answered 500\)/],
    ['points elsewhere', answering(302, { location: 'https://a.example' }), /points to another address/],
  ])('is not said to be out of reach where the service %s', async (_what, reading, sentence) => {
    const { workspace, entryId } = await acceptedCheck(reading);
    const answer = await verificationHandlers(workspace)['verifications.checkNow']({ entryId });
    expect(answer).toMatchObject({ ok: false });
    expect(answer.ok ? '' : answer.error.message).toMatch(sentence);
  });

  it('is told of a document in the same words', async () => {
    const { server, workspace } = await acceptedCheck(silence);
    server.behave(answering(503, { 'retry-after': '30' }));
    const documents = documentHandlers(workspace);
    workspace.dispatcher.setPaused(true);
    await documents['documents.add']({ ids: [job], vendorId: null });
    const answer = await documents['documents.checkNow']({ jobId: job });
    expect(answer.ok ? '' : answer.error.message).toMatch(/under maintenance and asked to wait 30 s/);
  });
});

describe('a question that nobody answers', () => {
  it('does not make Gangway say that it is offline while the service answers others', async () => {
    const { server, workspace, entryId } = await acceptedCheck(hangingUp);
    const before = workspace.events.length;
    await verificationHandlers(workspace)['verifications.checkNow']({ entryId });
    const probed = server.probes.length;
    expect(['online', 'connecting']).toContain(workspace.dispatcher.status().condition.kind);
    await until(() => server.probes.length >= probed, 'the address was asked');
    const told = workspace.events.slice(before).filter(({ name }) => name === 'sync.changed');
    expect(told.filter(({ payload }) => JSON.stringify(payload).includes('offline'))).toEqual([]);
  });

  it('makes Gangway say so where the service answers nothing else either', async () => {
    const { server, workspace } = await acceptedCheck(hangingUp);
    server.behaveToProbes(hangingUp);
    await vendorHandlers(workspace)['vendors.lookUp']({ vendorId: 'v-1' });
    await until(() => workspace.dispatcher.status().condition.kind === 'offline', 'it is offline');
  });
});

describe('a result', () => {
  it('is in the list and in the detail, or in neither', async () => {
    const { server, workspace, entryId } = await acceptedCheck(silence);
    workspace.db.exec(
      "CREATE TRIGGER fails BEFORE INSERT ON reading BEGIN SELECT RAISE(ABORT, 'the power is gone'); END",
    );
    server.behave(queueThen(answeringJson({ id: requestId, status: 'VERIFIED' })));
    const checking = workspace.watcher.checkNow('verification', entryId);
    await expect(checking).rejects.toThrow('the power is gone');
    expect(workspace.verifications.get(entryId)?.status).toBeNull();
  });
});

describe('a question of a person', () => {
  it('gets through at once, also while the outbox and the reading of results ask all they may', async () => {
    const server = await startWireServer(silence);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.updateSettings({ concurrency: 16 });
    const ids = Array.from({ length: 16 }, () => crypto.randomUUID());
    await documentHandlers(workspace)['documents.add']({ ids, vendorId: null });
    for (let number = 0; number < 16; number += 1) await enqueueInvite(workspace);
    workspace.fake.advance(1);
    await until(() => server.requests.length === 16, 'all that may be asked at once is asked');
    void vendorHandlers(workspace)['vendors.lookUp']({ vendorId: 'v-1' });
    await until(() => server.requests.length === 17, 'the person’s question is asked too');
  });

  it('gets through at once too where the schedule has the same result wait behind the outbox', async () => {
    const server = await startWireServer(silence);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
    workspace.updateSettings({ concurrency: 1 });
    await enqueueInvite(workspace);
    await until(() => server.posts().length === 1, 'the invite has the only place');
    const looks = vi.spyOn(workspace.slots, 'read');
    const calls = documentHandlers(workspace);
    await calls['documents.add']({ ids: [job], vendorId: null });
    await passUntil(workspace.fake, () => looks.mock.calls.length === 1, 20_000);
    expect(looks.mock.lastCall?.slice(1)).toEqual([false, `document ${job}`]);
    expect(server.requests).toHaveLength(1);
    void calls['documents.checkNow']({ jobId: job });
    await until(() => server.requests.length === 2, 'the person’s question is asked');
    expect(looks).toHaveBeenCalledTimes(1);
  });
});

describe('the token that was accepted last', () => {
  it('is the one in use, and not the one that it replaced', async () => {
    const server = await startWireServer(silence);
    const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, token: 'old-token' });
    let answerLate: () => void = () => undefined;
    server.behave((_request, socket) => {
      answerLate = () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\n{"id":1}');
    });
    const entryId = await enqueueInvite(workspace);
    await until(() => server.posts().length === 1, 'the invite is on its way');
    await workspace.token.replace('new-token');
    workspace.dispatcher.tokenChanged();
    answerLate();
    await untilState(workspace, entryId, 'accepted');
    expect(workspace.token.status()).toMatchObject({ kept: 'keychain', lastAcceptedAt: null });
  });
});
