import { expect, it } from 'vitest';
import { accountName } from '#main/account-name.ts';
import { recentActivity } from '#main/features/activity.ts';
import { documentHandlers } from '#main/features/documents.ts';
import { openTestWorkspace } from './workspace-harness.ts';

it('tells a decision of another person with the name of the account, also after the workspace was moved', async () => {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  const documents = documentHandlers(workspace);
  const jobId = '0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e20';
  await documents['documents.add']({ ids: [jobId], vendorId: null });
  await documents['documents.decide']({ jobId, choice: 'accept', note: '' });
  const told = (account: string | null) =>
    recentActivity(workspace.db, 1, account).map(({ detail }) => detail);
  expect(told(accountName())).toEqual(['You accepted the document of']);
  const decidedBy = workspace.db.prepare('UPDATE decision SET decided_by = ?');
  decidedBy.run('maria');
  expect(told('dana')).toEqual(['maria accepted the document of']);
  decidedBy.run(null);
  expect(told('dana')).toEqual(['A person accepted the document of']);
});
