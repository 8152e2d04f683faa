import { describe, expect, it } from 'vitest';
import { inviteHandlers } from '#main/features/invites.ts';
import { inviteFilter, type InviteFilter, type InviteTab } from '#shared/ipc/invites.ts';
import { enqueueInvite, openTestWorkspace, untilState, type TestWorkspace } from './workspace-harness.ts';
import { answeringJson, startWireServer } from './wire-server.ts';

const day = 24 * 60 * 60 * 1000;

async function withInvites() {
  const server = await startWireServer(answeringJson({ id: 1, complianceStatus: 'pending' }));
  const workspace = await openTestWorkspace({ baseUrl: server.baseUrl });
  const sent = [await enqueueInvite(workspace), await enqueueInvite(workspace)];
  for (const id of sent) await untilState(workspace, id, 'accepted');
  workspace.fake.setWall(workspace.fake.wall() + 9 * day);
  workspace.dispatcher.setPaused(true);
  return { workspace, server, sent, unsent: await enqueueInvite(workspace) };
}

function listed(workspace: TestWorkspace, tab: InviteTab, filter: Partial<InviteFilter> = {}) {
  const page = workspace.invites.page({
    tab,
    search: '',
    filter: inviteFilter.parse(filter),
    after: null,
    limit: 100,
    now: workspace.clock.wall(),
  });
  expect(page.total).toBe(page.rows.length);
  return page.rows.map((row) => row.entryId);
}

describe('archived invites', () => {
  it('leave those invited, stay among all, and come back', async () => {
    const { workspace, server, sent } = await withInvites();
    const [one = '', other = ''] = sent;
    const handlers = inviteHandlers(workspace);
    expect(await handlers['invites.archive']({ entryIds: [one], archived: true })).toEqual({
      ok: true,
      value: { changed: [one] },
    });
    expect(listed(workspace, 'invited')).toEqual([other]);
    expect(workspace.invites.counts()).toMatchObject({ all: 3, invited: 1 });
    expect(listed(workspace, 'all')).toHaveLength(3);
    expect(listed(workspace, 'all', { archived: true })).toEqual([one]);
    expect(listed(workspace, 'all', { archived: false })).not.toContain(one);
    await handlers['invites.archive']({ entryIds: sent, archived: false });
    expect(listed(workspace, 'invited')).toHaveLength(2);
    expect(server.posts()).toHaveLength(2);
  });

  it('are only ever those that were sent: an unsent one stays where a person sees it', async () => {
    const { workspace, unsent } = await withInvites();
    const result = await inviteHandlers(workspace)['invites.archive']({ entryIds: [unsent], archived: true });
    expect(result).toEqual({ ok: true, value: { changed: [] } });
    expect(listed(workspace, 'all', { archived: true })).toEqual([]);
  });
});

describe('the list of invites', () => {
  it('is narrowed by age and by whether the answer came with a compliance word', async () => {
    const { workspace, sent, unsent } = await withInvites();
    expect(listed(workspace, 'all', { withinDays: 7 })).toEqual([unsent]);
    expect(listed(workspace, 'all', { answered: true }).toSorted()).toEqual(sent.toSorted());
    expect(listed(workspace, 'all', { answered: false })).toEqual([unsent]);
  });
});
