import { describe, expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { handOverVerification, openTestWorkspace, until, untilState } from './workspace-harness.ts';

const requestId = 'f3b8ad4e-61f5-4a3c-b5b1-0a2f5f9c2f10';
const job = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21';

async function checkWithStatus(status: string) {
  const server = await startWireServer((request, socket) => {
    const taken = { success: true, id: requestId };
    answeringJson(request.method === 'POST' ? taken : { id: requestId, status })(request, socket);
  });
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const id = await handOverVerification(workspace);
  await untilState(workspace, id, 'accepted');
  await workspace.watcher.checkNow('verification', id);
  return { server, workspace, id };
}

async function documentWithScore(overallScore: number) {
  const result = { id: job, status: 'done', qualityDetails: { overallScore } };
  const server = await startWireServer(answeringJson(result));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const documents = documentHandlers(workspace);
  await documents['documents.add']({ ids: [job], vendorId: null });
  await documents['documents.checkNow']({ jobId: job });
  return { server, workspace };
}

const problem = { flagged: { category: 'problem' as const, final: true } };

describe('results that are there already', () => {
  it('ask for a person as soon as their word is sorted as a problem, without asking the service again', async () => {
    const { server, workspace, id } = await checkWithStatus('Flagged');
    expect(workspace.verifications.counts().to_decide).toBe(0);
    const asked = server.requests.length;
    workspace.updateSettings({ statusWords: problem });
    await until(() => workspace.verifications.counts().to_decide === 1, 'it asks for a person');
    expect(workspace.events).toContainEqual({ name: 'entries.changed', payload: { ids: [id] } });
    expect(server.requests).toHaveLength(asked);
    workspace.updateSettings({ statusWords: {} });
    await until(() => workspace.verifications.counts().to_decide === 0, 'it does not any more');
  });

  it('are listed by the scale that the person fixed', async () => {
    const { workspace } = await documentWithScore(0.9);
    expect(workspace.documents.get(job)?.score).toBe(90);
    const fetchedAt = workspace.documents.get(job)?.fetchedAt;
    workspace.fake.advance(1000);
    workspace.updateSettings({ scoreScale: 'zero_to_hundred' });
    await until(() => workspace.documents.get(job)?.score === 0.9, 'the list shows the other scale');
    // Nothing was fetched by that.
    expect(workspace.documents.get(job)?.fetchedAt).toBe(fetchedAt);
  });

  it('are looked for again where their word is not the last one after all', async () => {
    const { workspace, id } = await checkWithStatus('Processed');
    expect(workspace.verifications.get(id)?.watch?.kind).toBe('settled');
    workspace.updateSettings({ statusWords: { processed: { category: 'under_way', final: false } } });
    await until(() => workspace.verifications.get(id)?.watch?.kind === 'watching', 'it is watched again');
  });

  it('are sorted at the next start, where Gangway was closed before it was through', async () => {
    const { server, workspace, id } = await checkWithStatus('Flagged');
    workspace.updateSettings({ statusWords: problem });
    await workspace.close();
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: workspace.folder });
    await until(() => next.verifications.counts().to_decide === 1, 'it asks for a person');
    expect(next.verifications.get(id)?.status).toBe('Flagged');
  });
});
