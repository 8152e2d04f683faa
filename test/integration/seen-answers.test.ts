import { expect, it } from 'vitest';
import { vendorHandlers } from '#main/features/vendors.ts';
import { documentHandlers } from '#main/features/documents.ts';
import { answeringJson, startWireServer, type Behaviour } from './wire-server.ts';
import {
  canary,
  enqueueInvite,
  enqueueVerification,
  openTestWorkspace,
  toProgress,
  untilState,
} from './workspace-harness.ts';

const job = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e21';

async function withService(behaviour: Behaviour) {
  const server = await startWireServer(behaviour);
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, token: canary });
  const vendors = vendorHandlers(workspace);
  const documents = documentHandlers(workspace);
  return {
    server,
    workspace,
    lookUp: (vendorId: string) => vendors['vendors.lookUp']({ vendorId }),
    document: async () => {
      await documents['documents.add']({ ids: [job], vendorId: null });
      workspace.fake.advance(1000);
      await documents['documents.checkNow']({ jobId: job });
    },
  };
}

it('says which answers are wrapped, for each common name, and of none where the envelope is set', async () => {
  const { workspace, server, lookUp } = await withService(answeringJson({ ok: 1, data: { id: 7 } }));
  const invite = await enqueueInvite(workspace);
  await untilState(workspace, invite, 'in_doubt');
  expect(toProgress(workspace, invite).reason).toMatchObject({ code: 'answer_not_clear', wrappedIn: 'data' });
  await lookUp('v-1');
  server.behave(answeringJson({ payload: { id: 'v-2', companyName: 'Okafor' }, meta: [] }));
  await lookUp('v-2');
  expect(workspace.seenAnswers().wrapped).toEqual({ data: 2, payload: 1 });
  workspace.updateSettings({ envelope: 'payload' });
  await lookUp('v-3');
  expect(workspace.seenAnswers().wrapped).toEqual({ data: 2 });
});

it.each([
  ['a document’s own member data', { id: job, status: 'done', data: { isSigned: true } }],
  ['a document without an ID', { status: 'done', data: { isSigned: true } }],
  ['an object of another name', { document: { id: job } }],
  ['two objects', { data: { id: job }, result: { id: job } }],
  ['a list', [{ data: { id: job } }]],
])('takes %s for no envelope', async (_what, answer) => {
  const { workspace, document } = await withService(answeringJson(answer));
  await document();
  expect(workspace.seenAnswers().wrapped).toEqual({});
});

it('lists status words and numeric codes once each, also those inside an envelope', async () => {
  const { workspace, server, document } = await withService(
    answeringJson({
      id: 7,
      complianceStatus: 'Awaiting_CPA',
      vendorStatus: 3,
      checklist: [{ status: 'awaiting cpa' }, { status: 'Later' }],
    }),
  );
  await untilState(workspace, await enqueueInvite(workspace), 'accepted');
  expect(workspace.seenAnswers().statusWords).toEqual(['Awaiting_CPA', '3', 'Later']);
  server.behave(answeringJson({ result: { id: job, status: 'Graded', processingStep: 'extract' } }));
  await document();
  expect(workspace.seenAnswers()).toMatchObject({
    wrapped: { result: 1 },
    statusWords: ['Awaiting_CPA', '3', 'Later', 'Graded', 'extract'],
  });
});

it('reads the answers of earlier days too', async () => {
  const { server, workspace } = await withService(answeringJson({ success: true, data: { id: 'r-1' } }));
  await untilState(workspace, await enqueueVerification(workspace), 'in_doubt');
  await workspace.close();
  const again = await openTestWorkspace({ baseUrl: server.baseUrl, folder: workspace.folder });
  expect(again.seenAnswers().wrapped).toEqual({ data: 1 });
});
