import { expect, it } from 'vitest';
import { vendorHandlers } from '#main/features/vendors.ts';
import { answeringJson, startWireServer } from './wire-server.ts';
import { openTestWorkspace } from './workspace-harness.ts';

it.each([
  ['an object with nothing in it', {}],
  ['a word that nothing was found', { found: false }],
  ['an error in a success', { status: 404, message: 'Not found' }],
  ['an error member', { error: 'No such vendor' }],
  ['an envelope that is not set', { data: { id: 'v-1', companyName: 'Other' } }],
  ['another vendor’s profile', { id: 'v-2', companyName: 'Other' }],
])('a kept profile is not replaced by %s', async (_what, answer) => {
  const server = await startWireServer(answeringJson({ id: 'V-1', companyName: 'Kestrel' }));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const vendors = vendorHandlers(workspace);
  expect(await vendors['vendors.lookUp']({ vendorId: 'v-1' })).toMatchObject({ ok: true });
  server.behave(answeringJson(answer));
  const again = await vendors['vendors.lookUp']({ vendorId: 'v-1' });
  expect(again.ok).toBe(false);
  const kept = await vendors['vendors.get']({ vendorId: 'v-1' });
  expect(kept).toMatchObject({ ok: true, value: { profile: { value: { companyName: 'Kestrel' } } } });
});

it('names the envelope to set', async () => {
  const server = await startWireServer(answeringJson({ data: { id: 'v-1', companyName: 'Kestrel' } }));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const vendors = vendorHandlers(workspace);
  const looked = await vendors['vendors.lookUp']({ vendorId: 'v-1' });
  expect(looked.ok ? '' : looked.error.message).toContain('wraps its answers in “data”');
  workspace.updateSettings({ envelope: 'data' });
  expect(await vendors['vendors.lookUp']({ vendorId: 'v-1' })).toMatchObject({ ok: true });
});
