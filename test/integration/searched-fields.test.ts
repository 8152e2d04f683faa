import { describe, expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { inviteHandlers } from '#main/features/invites.ts';
import { verificationHandlers } from '#main/features/verifications.ts';
import { createOutboxList } from '#main/outbox/outbox-list.ts';
import { summariseDocument } from '#main/workspace/result-summary.ts';
import { listSearch } from '#renderer/filter-label.ts';
import { listName, type ListName } from '#shared/settings/lists.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { pageOfVendors } from '#test/vendor-list.ts';
import { openTestWorkspace, type TestWorkspace } from './workspace-harness.ts';

const jobId = '7c1e04d2-5a0b-4f6e-9d53-0b6a4e1c2f01';

/** For each list a word of every field that its search says it looks through. */
const words: Record<ListName, Record<string, string>> = {
  vendors: {
    name: 'okafor',
    company: 'kestrel',
    email: 'tom@kestrel.example',
    phone: '5105550142',
    city: 'oakland',
    state: 'ca',
    services: 'roofing',
    compliance: 'pending_review',
    'vendor ID': '60001',
  },
  invites: {
    name: 'okafor',
    company: 'kestrel',
    email: 'tom@kestrel.example',
    phone: '5105550142',
    'vendor ID': '60001',
    state: 'invited',
    compliance: 'pending_review',
    'vendor status': 'onboarding',
  },
  verifications: {
    'license number': '0994401',
    trade: 'roofing',
    licensee: 'kestrel',
    type: 'trade_license',
    'vendor ID': '60001',
    state: 'waiting',
    status: 'manual_review',
  },
  documents: {
    name: 'kestrel',
    'document type': 'insurance',
    'job ID': jobId,
    'vendor ID': '60001',
    status: 'completed',
    decision: 'accepted',
  },
  outbox: {
    name: 'okafor',
    company: 'kestrel',
    email: 'tom@kestrel.example',
    phone: '5105550142',
    'license number': '0994401',
    trade: 'roofing',
    'vendor ID': '60001',
    kind: 'verification',
    state: 'waiting',
  },
};

async function filled(): Promise<TestWorkspace> {
  const workspace = await openTestWorkspace({ baseUrl: 'http://127.0.0.1:9', token: null });
  workspace.dispatcher.setPaused(true);
  const profile = {
    companyName: 'Kestrel',
    firstName: 'Tom',
    lastName: 'Okafor',
    email: 'tom@kestrel.example',
    phoneNumber: '5105550142',
    location: { cityName: 'Oakland', stateCode: 'CA' },
    services: [{ title: 'Roofing' }],
  };
  const reading = readResource(vendorProfile, profile);
  if (reading === null) throw new Error('It is an object.');
  workspace.vendors.put('60001', reading, JSON.stringify(profile), 0);
  const vendor = { ...profile, location: undefined, services: undefined };
  const invited = await inviteHandlers(workspace)['invites.enqueue']({
    invitation: { vendorId: '60001', vendor },
    replaces: null,
  });
  if (!invited.ok) throw new Error(invited.error.message);
  const number = Number(
    workspace.db.prepare('SELECT seq FROM entry WHERE id = ?').pluck().get(invited.value.entryId),
  );
  workspace.db
    .prepare("UPDATE entry SET state = 'accepted', reason = NULL, sent_at = 1 WHERE seq = ?")
    .run(number);
  const answer = { complianceStatus: 'PENDING_REVIEW', vendorStatus: 'onboarding' };
  workspace.invites.saveAnswer(number, answer);
  const submitted = await verificationHandlers(workspace)['verifications.enqueue']({
    type: 'trade_license',
    data: { licenseNumber: '0994401', licenseTradeType: 'Roofing', licenseeName: 'Kestrel' },
    vendorId: '60001',
    replaces: null,
  });
  if (!submitted.ok) throw new Error(submitted.error.message);
  workspace.db.prepare("UPDATE verification SET status = 'Manual_Review'").run();
  const documents = documentHandlers(workspace);
  await documents['documents.add']({ ids: [jobId], vendorId: '60001' });
  const result = {
    status: 'Completed',
    documentType: 'Insurance',
    data: { nameOfEntityIndividual: 'Kestrel' },
  };
  const summary = summariseDocument(
    { value: result, validationIssues: [], others: [] },
    jobId,
    workspace.settings(),
    workspace.rules(),
  );
  workspace.documents.noteResult(jobId, summary, 0);
  await documents['documents.decide']({ jobId, choice: 'accept', note: '' });
  return workspace;
}

/** How many rows a search finds, by list. */
function getCounts(workspace: TestWorkspace): Record<ListName, (search: string) => number> {
  const outbox = createOutboxList(workspace.db, workspace.search, () => workspace.entries.counts());
  const page = { after: null, limit: 10 };
  return {
    vendors: (search) => pageOfVendors(workspace, { search }).total,
    invites: (search) => workspace.invites.page({ ...page, search, tab: 'all' }).total,
    verifications: (search) => workspace.verifications.page({ ...page, search, tab: 'all', now: 0 }).total,
    documents: (search) => workspace.documents.page({ ...page, search, group: null }).total,
    outbox: (search) =>
      (['waiting', 'sent'] as const)
        .map((group) => outbox.page({ ...page, group, search }).total)
        .reduce((sum, count) => sum + count, 0),
  };
}

describe('the search of a list', () => {
  it.each(Object.entries(words))('of %s finds what it says that it looks through', async (list, fields) => {
    const name = listName.parse(list);
    const named = Object.keys(fields);
    const sentence = `Searches ${named.slice(0, -1).join(', ')} and ${named.at(-1) ?? ''}.`;
    expect(listSearch[name].fields).toBe(sentence);
    const workspace = await filled();
    const count = getCounts(workspace)[name];
    const found = Object.entries(fields).map(([field, word]) => [field, count(word) > 0]);
    expect(found).toEqual(named.map((field) => [field, true]));
    expect(count('nothing like it')).toBe(0);
  });
});
