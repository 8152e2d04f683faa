import { describe, expect, it } from 'vitest';
import { inviteHandlers } from '#main/features/invites.ts';
import { outboxHandlers } from '#main/features/outbox.ts';
import { inviteFilter, inviteTab, type InviteFilter, type InviteTab } from '#shared/ipc/invites.ts';
import { readResource } from '#shared/service/reading.ts';
import { vendorProfile } from '#shared/service/vendor-profile.ts';
import { enqueueInvite, openTestWorkspace, untilState, type TestWorkspace } from './workspace-harness.ts';
import { answeringJson, hangingUp, startWireServer } from './wire-server.ts';

function keep(workspace: TestWorkspace, vendorId: string, email?: string): void {
  const profile = { id: vendorId, companyName: 'Kestrel', ...(email === undefined ? {} : { email }) };
  const reading = readResource(vendorProfile, profile);
  if (reading === null) throw new Error('It is an object.');
  workspace.vendors.put(vendorId, reading, JSON.stringify(profile), 0);
}

function listed(workspace: TestWorkspace, tab: InviteTab, filter: Partial<InviteFilter> = {}) {
  const request = { tab, search: '', filter: inviteFilter.parse(filter), after: null, limit: 100 };
  const page = workspace.invites.page(request);
  expect(page.total).toBe(page.rows.length);
  return page.rows.map((row) => row.entryId);
}

async function withVendor(metadata: object = {}) {
  const server = await startWireServer(answeringJson({ id: 1, metadata }));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  return { server, workspace };
}

describe('an invite whose vendor’s profile is kept', () => {
  it('leaves those invited when the profile comes, stays among all, and is told as settled', async () => {
    const { workspace } = await withVendor({ vendorId: '60001' });
    const sent = await enqueueInvite(workspace, 'tom@kestrel.example');
    await untilState(workspace, sent, 'accepted');
    expect(listed(workspace, 'invited')).toEqual([sent]);
    expect(workspace.invites.get(sent)?.settled).toBe(false);
    keep(workspace, '60001');
    expect(listed(workspace, 'invited')).toEqual([]);
    expect(listed(workspace, 'invited', { withinDays: 7 })).toEqual([]);
    expect(workspace.invites.counts()).toMatchObject({ all: 1, invited: 0 });
    expect(listed(workspace, 'all', { settled: true })).toEqual([sent]);
    expect(workspace.invites.get(sent)?.settled).toBe(true);
    expect(workspace.invites.sentTo(['60001', '7'])).toEqual([sent]);
  });

  it('stands under Done once it left Invited, so that the tabs beside All add up to it', async () => {
    const { workspace, server } = await withVendor({ vendorId: '60001' });
    const settled = await enqueueInvite(workspace, 'tom@kestrel.example');
    await untilState(workspace, settled, 'accepted');
    keep(workspace, '60001');
    server.behave(answeringJson({ id: 2 }));
    const archived = await enqueueInvite(workspace, 'ana@kestrel.example');
    const invited = await enqueueInvite(workspace, 'ivo@kestrel.example');
    for (const one of [archived, invited]) await untilState(workspace, one, 'accepted');
    workspace.invites.archive([archived], 1);
    workspace.dispatcher.setPaused(true);
    const waiting = await enqueueInvite(workspace, 'una@kestrel.example');
    expect(listed(workspace, 'done')).toEqual([archived, settled]);
    expect(listed(workspace, 'done', { archived: true })).toEqual([archived]);
    const inTabs = inviteTab.options.filter((tab) => tab !== 'all').flatMap((tab) => listed(workspace, tab));
    expect(inTabs.toSorted()).toEqual([settled, archived, invited, waiting].toSorted());
    const { all, ...others } = workspace.invites.counts();
    expect(all).toBe(4);
    expect(Object.values(others).reduce((sum, count) => sum + count, 0)).toBe(4);
  });

  it('never stands under Invited where the profile was kept before its answer named the vendor', async () => {
    const { workspace } = await withVendor({ vendorId: '60001' });
    keep(workspace, '60001');
    const sent = await enqueueInvite(workspace);
    await untilState(workspace, sent, 'accepted');
    expect(listed(workspace, 'invited')).toEqual([]);
    expect(workspace.invites.counts().invited).toBe(0);
  });

  it('is not settled by a profile with its address alone, nor before it was sent', async () => {
    const { workspace, server } = await withVendor();
    const sent = await enqueueInvite(workspace, 'tom@kestrel.example');
    await untilState(workspace, sent, 'accepted');
    keep(workspace, '60001', 'tom@kestrel.example');
    expect(listed(workspace, 'invited')).toEqual([sent]);
    server.behave(hangingUp);
    const enqueue = inviteHandlers(workspace)['invites.enqueue'];
    const invitation = { vendorId: '60001', vendor: { email: 'ana@kestrel.example' } };
    const other = await enqueue({ invitation, replaces: null });
    if (!other.ok) throw new Error(other.error.message);
    const { entryId } = other.value;
    await untilState(workspace, entryId, 'in_doubt');
    expect(workspace.invites.get(entryId)?.settled).toBe(false);
    expect(listed(workspace, 'all', { settled: true })).toEqual([]);
    expect(workspace.invites.counts()).toMatchObject({ invited: 1, needs_you: 1 });
    await outboxHandlers(workspace)['outbox.markAsSent']({ entryId });
    expect(listed(workspace, 'all', { settled: true })).toEqual([entryId]);
    expect(workspace.invites.counts()).toMatchObject({ invited: 1, needs_you: 0 });
  });

  it('does not come back under Invited with the archive, and one without a profile does', async () => {
    const { workspace } = await withVendor({ vendorId: '60001' });
    const sent = await enqueueInvite(workspace);
    await untilState(workspace, sent, 'accepted');
    const archive = (archived: boolean) =>
      inviteHandlers(workspace)['invites.archive']({ entryIds: [sent], archived });
    await archive(true);
    await archive(false);
    expect(listed(workspace, 'invited')).toEqual([sent]);
    await archive(true);
    keep(workspace, '60001');
    await archive(false);
    expect(listed(workspace, 'invited')).toEqual([]);
  });
});
