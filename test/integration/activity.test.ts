import { expect, it } from 'vitest';
import { accountName } from '#main/platform.ts';
import { recentActivity } from '#main/features/activity.ts';
import { documentHandlers } from '#main/features/documents.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import { outboxHandlers } from '#main/features/outbox.ts';
import { answering, hangingUp, startWireServer } from './wire-server.ts';
import {
  enqueueInvite,
  openTestWorkspace,
  pass,
  untilState,
  type TestWorkspace,
} from './workspace-harness.ts';

it('tells a decision of another person with the name of the account, also after the workspace was moved', async () => {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  const documents = documentHandlers(workspace);
  const jobId = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e20';
  await documents['documents.add']({ ids: [jobId], vendorId: null });
  await documents['documents.decide']({ jobId, choice: 'accept', note: '' });
  const told = (account: string | null) =>
    recentActivity(workspace.activity, 1, [account]).map(({ detail }) => detail);
  expect(told(accountName())).toEqual(['You accepted the document of']);
  const decidedBy = workspace.db.prepare('UPDATE decision SET decided_by = ?');
  decidedBy.run('maria');
  expect(told('dana')).toEqual(['maria accepted the document of']);
  decidedBy.run(null);
  expect(told('dana')).toEqual(['Someone accepted the document of']);
});

it('tells a correction once, as a correction, and a draft that was only opened as that', async () => {
  const server = await startWireServer(answering(422));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const refused = await enqueueInvite(workspace, 'wrong@ironwood.example');
  await untilState(workspace, refused, 'rejected');
  workspace.dispatcher.setPaused(true);
  await pass(workspace.fake, 1000);
  const enqueue = inviteHandlers(workspace)['invites.enqueue'];
  const invitation = { vendor: { email: 'right@ironwood.example' } };
  await enqueue({ invitation, replaces: refused });
  expect(sentences(workspace, 2)).toEqual([
    'You corrected the invite to right@ironwood.example',
    'The service refused the invite to wrong@ironwood.example',
  ]);
  const documents = documentHandlers(workspace);
  const jobId = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e20';
  await documents['documents.add']({ ids: [jobId], vendorId: null });
  await pass(workspace.fake, 1000);
  await documents['documents.decide']({ jobId, choice: 'ask_new_copy', note: '' });
  expect(sentences(workspace, 1)).toEqual([
    'You opened a draft that asks for a new copy from an unnamed vendor',
  ]);
});

it('tells each undo by what was undone, beside the decision itself', async () => {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  const outbox = outboxHandlers(workspace);
  const entryId = await enqueueInvite(workspace, 'ana@lark.example');
  const undo = () => outbox['outbox.undo']({ entryIds: [entryId], what: 'cancelled' });
  const steps = [
    () => outbox['outbox.cancel']({ entryId }),
    undo,
    () => outbox['outbox.cancel']({ entryId }),
    undo,
  ];
  for (const step of steps) {
    await pass(workspace.fake, 1000);
    await step();
  }
  expect(sentences(workspace, 5)).toEqual([
    'You undid “Cancel” for the invite to ana@lark.example',
    'You canceled the invite to ana@lark.example',
    'You undid “Cancel” for the invite to ana@lark.example',
    'You canceled the invite to ana@lark.example',
    'You queued the invite to ana@lark.example',
  ]);
  const documents = documentHandlers(workspace);
  const jobId = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e20';
  await documents['documents.add']({ ids: [jobId], vendorId: null });
  await pass(workspace.fake, 1000);
  await documents['documents.decide']({ jobId, choice: 'accept', note: '' });
  await pass(workspace.fake, 1000);
  await documents['documents.undoDecision']({ jobId });
  expect(sentences(workspace, 2)).toEqual([
    'You undid “Accept” for the document of an unnamed vendor',
    'You accepted the document of an unnamed vendor',
  ]);
});

it('has words for the undo of every decision on an entry, through all of its steps', async () => {
  const server = await startWireServer(hangingUp);
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const outbox = outboxHandlers(workspace);
  const entryId = await enqueueInvite(workspace, 'ana@lark.example');
  await untilState(workspace, entryId, 'in_doubt');
  workspace.dispatcher.setPaused(true);
  await outbox['outbox.sendAgain']({ entryId });
  await pass(workspace.fake, 1000);
  await outbox['outbox.cancel']({ entryId });
  await pass(workspace.fake, 1000);
  await outbox['outbox.undo']({ entryIds: [entryId], what: 'cancelled' });
  await pass(workspace.fake, 1000);
  await outbox['outbox.undo']({ entryIds: [entryId], what: 'sent_again' });
  expect(sentences(workspace, 4)).toEqual([
    'You undid “Send again” for the invite to ana@lark.example',
    'You undid “Cancel” for the invite to ana@lark.example',
    'You canceled the invite to ana@lark.example',
    'You queued again the invite to ana@lark.example',
  ]);
});

function sentences(workspace: TestWorkspace, limit: number): string[] {
  return recentActivity(workspace.activity, limit, [accountName()]).map(
    ({ detail, subject }) => `${detail} ${subject}`,
  );
}
