import { describe, expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { enqueueVerification, openTestWorkspace, until, untilState } from './workspace-harness.ts';

const requestId = 'f3b8ad4e-61f5-4a3c-b5b1-0a2f5f9c2f10';
const job = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21';

async function checkWithStatus(status: string) {
  const server = await startWireServer((request, socket) => {
    const taken = { success: true, id: requestId };
    answeringJson(request.method === 'POST' ? taken : { id: requestId, status })(request, socket);
  });
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const id = await enqueueVerification(workspace);
  await untilState(workspace, id, 'accepted');
  await workspace.watcher.checkNow('verification', id);
  return { server, workspace, id };
}

function documentWithScore(overallScore: number) {
  return documentWith({ id: job, status: 'done', qualityDetails: { overallScore } });
}

async function documentWith(result: Record<string, unknown>) {
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
    workspace.updateSettings({ scoreScale: 'zero_to_one' });
    await until(() => workspace.documents.get(job)?.score === 90, 'the list shows the first scale');
    const fetchedAt = workspace.documents.get(job)?.fetchedAt;
    workspace.fake.advance(1000);
    workspace.updateSettings({ scoreScale: 'zero_to_hundred' });
    await until(() => workspace.documents.get(job)?.score === 0.9, 'the list shows the other scale');
    // Nothing was fetched by that.
    expect(workspace.documents.get(job)?.fetchedAt).toBe(fetchedAt);
  });

  it('can be judged, or not yet, as soon as their word is sorted so', async () => {
    const { workspace } = await documentWith({ status: 'REVIEWED_OK', data: {} });
    expect(workspace.documents.counts(70)).toMatchObject({ to_review: 1, not_ready: 0 });
    const underWay = { 'reviewed ok': { category: 'under_way' as const, final: false } };
    workspace.updateSettings({ statusWords: underWay });
    await until(() => workspace.documents.counts(70).not_ready === 1, 'it is not ready');
    expect(workspace.documents.get(job)?.ready).toBe(false);
  });

  it('are sorted at the next start by the rules of this version where an older one sorted them', async () => {
    const { server, workspace } = await documentWith({ status: 'REVIEWED_OK', data: {} });
    // As an older version kept it, with the mark that a migration sets.
    workspace.db.exec(`UPDATE document SET ready = 0, review_group = 'not_ready';
      INSERT INTO setting (name, value) VALUES ('results.to_sort', 'true')
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
    await workspace.close();
    const next = await openTestWorkspace({ baseUrl: server.baseUrl, folder: workspace.folder });
    await until(() => next.documents.counts(70).to_review === 1, 'it is ready');
    expect(next.documents.get(job)?.ready).toBe(true);
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
