import { describe, expect, it } from 'vitest';
import { documentHandlers } from '#main/features/documents.ts';
import { silence, startWireServer } from './wire-server.ts';
import { openTestWorkspace } from './workspace-harness.ts';

const ids = Array.from({ length: 3 }, (_, number) => `0d2f9a3e-5f2b-4c39-9d1c-0b7c4c5f8e2${number}`);
const [first = '', second = '', third = ''] = ids;

async function documentsHere() {
  const server = await startWireServer(silence);
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl, token: null });
  const vendors = () => ids.map((jobId) => workspace.documents.get(jobId)?.vendorId);
  return { workspace, documents: documentHandlers(workspace), vendors };
}

describe('whose a document is', () => {
  it('is noted for each by itself, and for those that have none of their own together', async () => {
    const { documents, vendors } = await documentsHere();
    const getVendor = { [first.toUpperCase()]: 'v-1', [second]: 'v-2' };
    await documents['documents.add']({ ids, vendorId: 'v-9', getVendor });
    expect(vendors()).toEqual(['v-1', 'v-2', 'v-9']);
  });

  it('is noted anew for those that are known, which says so, and stays where nobody is named', async () => {
    const { workspace, documents, vendors } = await documentsHere();
    await documents['documents.add']({ ids, vendorId: 'v-1' });
    workspace.events.length = 0;
    const again = await documents['documents.add']({
      ids,
      vendorId: null,
      getVendor: { [first]: 'v-2', [second]: 'v-1' },
    });
    expect(again).toEqual({
      ok: true,
      value: [
        { id: first, outcome: 'assigned' },
        { id: second, outcome: 'known' },
        { id: third, outcome: 'known' },
      ],
    });
    expect(vendors()).toEqual(['v-2', 'v-1', 'v-1']);
    expect(workspace.events).toContainEqual({ name: 'documents.changed', payload: { ids: [first] } });
    expect(workspace.search.find('v-2', 10)).toMatchObject([{ id: first }]);
  });

  it('is noted for many at once, for those that are here', async () => {
    const { workspace, documents, vendors } = await documentsHere();
    await documents['documents.add']({ ids: [first, second], vendorId: 'v-1' });
    expect(await documents['documents.assignVendors']({ jobIds: ids, vendorId: 'v-3' })).toEqual({
      ok: true,
      value: {
        assigned: 2,
        before: [
          { jobId: first, vendorId: 'v-1' },
          { jobId: second, vendorId: 'v-1' },
        ],
      },
    });
    expect(vendors()).toEqual(['v-3', 'v-3', undefined]);
    expect(workspace.events).toContainEqual({ name: 'documents.changed', payload: { ids: [first, second] } });
    await documents['documents.assignVendors']({ jobIds: [first], vendorId: null });
    expect(vendors()).toEqual([null, 'v-3', undefined]);
  });

  it('is undone for those that nobody has assigned since, in one commit', async () => {
    const { documents, vendors } = await documentsHere();
    await documents['documents.add']({ ids: [first, second], vendorId: 'v-1' });
    await documents['documents.assignVendor']({ jobId: second, vendorId: null });
    const assigned = await documents['documents.assignVendors']({ jobIds: [first, second], vendorId: 'v-3' });
    const before = assigned.ok ? assigned.value.before : [];
    expect(await documents['documents.restoreVendors']({ assigned: 'v-3', before })).toEqual({
      ok: true,
      value: { restored: 2 },
    });
    expect(vendors()).toEqual(['v-1', null, undefined]);
    await documents['documents.assignVendor']({ jobId: first, vendorId: 'v-4' });
    expect(await documents['documents.restoreVendors']({ assigned: 'v-3', before })).toEqual({
      ok: true,
      value: { restored: 0 },
    });
    expect(vendors()).toEqual(['v-4', null, undefined]);
  });
});
