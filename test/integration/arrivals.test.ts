import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ArrivedResult } from '#main/watcher/news-gathering.ts';
import { documentHandlers } from '#main/features/documents.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import { answerBytes, startWireServer } from './wire-server.ts';
import { enqueueVerification, openTestWorkspace, passUntil, until, untilState } from './workspace-harness.ts';

const json = { 'content-type': 'application/json' };

/** A service whose results say what the test says next. */
async function workspaceWith(first: object) {
  const arrived: ArrivedResult[] = [];
  let result = first;
  const server = await startWireServer(({ method }, socket) => {
    const body = method === 'POST' ? { success: true, id: randomUUID() } : result;
    socket.write(answerBytes(200, json, JSON.stringify(body)));
  });
  const workspace = await openTestWorkspace({
    baseUrl: server.baseUrl,
    onArrived: (one) => arrived.push(one),
  });
  await until(() => workspace.dispatcher.canRead(), 'it is online');
  const reads = () => server.requests.filter(({ method }) => method === 'GET').length;
  return { workspace, arrived, reads, say: (next: object) => (result = next) };
}

describe('that a result arrived', () => {
  it('is told once, when it is there for the first time, with whether it asks for a person', async () => {
    const { workspace, arrived, reads, say } = await workspaceWith({ status: 'in_progress' });
    const id = await enqueueVerification(workspace);
    await untilState(workspace, id, 'accepted');
    await passUntil(workspace.fake, () => reads() > 0, 60_000);
    expect(arrived).toEqual([]);
    say({ status: 'manual_review', response: { licenseNumber: 'another' } });
    await passUntil(workspace.fake, () => arrived.length > 0, 60_000);
    const before = reads();
    await passUntil(workspace.fake, () => reads() > before + 1, 600_000, 5000);
    expect(arrived).toEqual([{ kind: 'verification', id, needsYou: true }]);
  });

  it('is told of documents too', async () => {
    const { workspace, arrived } = await workspaceWith({
      status: 'completed',
      qualityDetails: { overallScore: 80 },
    });
    const id = randomUUID();
    await documentHandlers(workspace)['documents.add']({ ids: [id], vendorId: null });
    await passUntil(workspace.fake, () => arrived.length > 0, 60_000);
    expect(arrived).toEqual([{ kind: 'document', id, needsYou: true }]);
  });

  it('is not told where the person asked for it', async () => {
    const { workspace, arrived, say } = await workspaceWith({ status: 'in_progress' });
    const id = await enqueueVerification(workspace);
    await untilState(workspace, id, 'accepted');
    say({ status: 'verified' });
    await verificationHandlers(workspace)['verifications.checkNow']({ entryId: id });
    expect(workspace.verifications.get(id)?.status).toBe('verified');
    expect(arrived).toEqual([]);
  });
});
