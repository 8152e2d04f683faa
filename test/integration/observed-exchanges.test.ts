import { expect, it } from 'vitest';
import { vendorHandlers } from '#main/features/vendors.ts';
import { documentHandlers } from '#main/features/documents.ts';
import { answering, answeringJson, startWireServer, type Behaviour } from './wire-server.ts';
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

it('tells of answers that are wrapped, for each common name, and of none where the envelope is set', async () => {
  const { workspace, server, lookUp } = await withService(answeringJson({ ok: 1, data: { id: 7 } }));
  const invite = await enqueueInvite(workspace);
  await untilState(workspace, invite, 'in_doubt');
  expect(toProgress(workspace, invite).reason).toMatchObject({ code: 'answer_not_clear', wrappedIn: 'data' });
  await lookUp('v-1');
  server.behave(answeringJson({ payload: { id: 'v-2', companyName: 'Okafor' }, meta: [] }));
  await lookUp('v-2');
  expect(workspace.observedExchanges().wrapped).toEqual({ data: 2, payload: 1 });
  workspace.updateSettings({ envelope: 'payload' });
  await lookUp('v-3');
  expect(workspace.observedExchanges().wrapped).toEqual({ data: 2, payload: 1 });
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
  expect(workspace.observedExchanges().wrapped).toEqual({});
});

it('tells of status words and numeric codes, relative addresses, and how slow answers were', async () => {
  const { workspace, server, lookUp, document } = await withService(
    answeringJson({
      id: 7,
      complianceStatus: 'Awaiting_CPA',
      vendorStatus: 3,
      vendorURL: 'https://service.example/vendors/7',
      checklist: [{ status: 'awaiting cpa', documentURL: '/docs/1.pdf' }, { documentURL: '/docs/2.pdf' }],
    }),
  );
  await untilState(workspace, await enqueueInvite(workspace), 'accepted');
  expect(workspace.observedExchanges()).toMatchObject({
    statusWords: ['Awaiting_CPA', '3'],
    relativeAddresses: 1,
    slowestReadMs: null,
  });
  server.behave((request, socket) => {
    workspace.fake.advance(2500);
    answeringJson({ id: job, status: 'Graded', processingStep: 'extract', fileUrl: 'files/a.png' })(
      request,
      socket,
    );
  });
  await document();
  server.behave(answeringJson({ id: 'v-1', userCompany: { logo: 'logo.png' } }));
  await lookUp('v-1');
  expect(workspace.observedExchanges()).toMatchObject({
    statusWords: ['Awaiting_CPA', '3', 'Graded', 'extract'],
    relativeAddresses: 3,
    slowestSendMs: 0,
  });
  expect(workspace.observedExchanges().slowestReadMs).toBeGreaterThanOrEqual(2500);
});

it('tells of every status code that said invalid_token', async () => {
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' };
  const { workspace, server, lookUp } = await withService(answering(403, headers));
  await lookUp('v-1');
  server.behave(answering(419, { 'content-type': 'application/json' }, '{"error":"invalid_token"}'));
  await lookUp('v-2');
  server.behave(answering(403, {}, 'Not yours.'));
  await lookUp('v-3');
  expect(workspace.observedExchanges().invalidToken).toEqual({ '403': 1, '419': 1 });
});

it('keeps what was seen over a restart', async () => {
  const { server, workspace } = await withService(answeringJson({ success: true, data: { id: 'r-1' } }));
  await untilState(workspace, await enqueueVerification(workspace), 'in_doubt');
  await workspace.close();
  const again = await openTestWorkspace({ baseUrl: server.baseUrl, folder: workspace.folder });
  expect(again.observedExchanges()).toMatchObject({ wrapped: { data: 1 }, slowestSendMs: 0 });
});
